import { shareOfPrice, statusOfPaid, type PackOrderStatus } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import type { CheckoutPayment } from '#server/providers/stripe/answers.ts'
import { findBan, paidWhileBanned } from '#server/services/bans/bans.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { creditPack, takeKrBack } from '#server/services/kryptonite/pack-kr.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import { writeDispute } from './disputes.ts'
import { nextPackCheck } from './due-checks.ts'
import { handleUnclear, type Unclear } from './engine.ts'
import { writeMovements } from './money-movements.ts'
import type { PackMessageKind } from './payment-message-text.ts'
import { isClosedByOwner, markReadable } from './unreadable-answers.ts'

type PackSyncResult =
  /** The order after the sync. */
  | { readonly outcome: 'order'; readonly order: PackOrder }
  /** Stripe does not know its checkout, or it has none yet. */
  | { readonly outcome: 'not_found' }
  | Exclude<Unclear, { readonly outcome: 'unreadable' }>
  /** The answer waits for the owner. */
  | { readonly outcome: 'unreadable' }

interface SyncOptions {
  /** The session of a webhook or of Stripe's list, for an order whose session was never stored. */
  readonly reportedSession?: string | null
  /** Whether its time is over, so that its session is expired at Stripe unless it is being paid. */
  readonly mayEnd?: boolean
}

/** What a payment may change of an order. */
type PaymentColumns = Pick<
  PackOrder,
  | 'session_id'
  | 'payment_intent'
  | 'status'
  | 'mismatch'
  | 'refunded_cents'
  | 'disputed_cents'
  | 'kr_taken_back'
  | 'paid_at'
>

/** A concurrent change of the order causes another attempt; this many in a row do not happen. */
const maxAttempts = 8

/**
 * Fetches the payment of a pack's order from Stripe, and credits it or takes Kr back accordingly.
 * Called by the success page, webhooks and the reconcile job; safe to repeat, also concurrently.
 */
export async function syncPack(
  services: Services,
  orderId: string,
  { reportedSession = null, mayEnd = false }: SyncOptions = {},
): Promise<PackSyncResult> {
  const { stripe, database } = services
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const order = await database.db
      .selectFrom('krypto_orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirst()
    const sessionId = order?.session_id ?? reportedSession
    if (!order || sessionId === null || order.provider_mode !== stripe.mode) {
      return { outcome: 'not_found' }
    }
    const askedAt = services.clock()
    // No transaction is open here, because Stripe may take seconds.
    const found = await handleUnclear(
      services,
      { provider: stripe.name, reference: sessionId, packOrderId: orderId },
      await (mayEnd ? stripe.endSession(sessionId) : stripe.fetchPayment(sessionId)),
    )
    if (found.outcome === 'unreadable') {
      return { outcome: found.isOpen ? 'unreadable' : 'not_found' }
    }
    if (found.outcome !== 'payment' && found.outcome !== 'not_found') return found
    await markReadable(services, stripe.name, [orderId])
    if (found.outcome === 'not_found') return found
    const recorded = await recordPackPayment(services, order, found.payment, askedAt)
    if (recorded) return { outcome: 'order', order: recorded }
  }
  return { outcome: 'unavailable' }
}

/**
 * Brings an order and its Kr in line with the provider's answer, in one transaction under the
 * order's lock. Returns the order afterwards; null, without a change, when it has changed since
 * `revision`, because the answer may be older than that change.
 */
async function recordPackPayment(
  services: Services,
  { id, revision }: Pick<PackOrder, 'id' | 'revision'>,
  payment: CheckoutPayment,
  askedAt: Date,
): Promise<PackOrder | null> {
  return services.database.transaction(async (trx) => {
    const order = await trx
      .selectFrom('krypto_orders')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (order.revision !== revision) return null
    const wrong = findMismatch(order, payment)
    // Another checkout names our order: do not store its session.
    if (order.session_id === null && wrong !== null) return order
    // The owner may have credited it by hand while its answer could not be parsed.
    const isLeftToOwner =
      order.paid_at === null && (await isClosedByOwner(trx, services.stripe.name, [id]))
    const mismatch =
      wrong ??
      (isLeftToOwner ? 'dealt_with' : null) ??
      (order.paid_at === null && (await findBan(services, trx, 'shop', order))
        ? paidWhileBanned
        : null)
    const isPaid = order.paid_at !== null || (payment.status === 'paid' && mismatch === null)
    for (const dispute of payment.disputes) {
      // Stripe does not say when it changed it: of two answers the one that was asked for later is newer.
      const about = {
        paymentReference: payment.paymentIntent ?? id,
        changedAt: askedAt,
        feeCents: null,
      }
      await writeDispute(services, trx, services.stripe.name, { ...dispute, ...about })
    }
    if (wrong !== 'mode') {
      const owner = { krypto_order_id: id }
      await writeMovements(trx, services.stripe.name, owner, payment.movements)
    }
    const saved = await saveOrder(services, trx, order, payment, {
      session_id: payment.sessionId,
      payment_intent: payment.paymentIntent ?? (isPaid ? order.payment_intent : null),
      ...(isPaid
        ? await applyPaidPayment(services, trx, order, payment)
        : withoutCredit(order, payment, mismatch)),
    })
    await announce(services, trx, { before: order, after: saved, payment })
    return saved
  })
}

/** The state of an order without a credit: unpaid, or paid with a mismatch. */
function withoutCredit(
  order: PackOrder,
  { status, refundsAndDisputes: { refunded, charged } }: CheckoutPayment,
  mismatch: string | null,
): Pick<PackOrder, 'status' | 'mismatch'> {
  if (status !== 'paid') return { status: unpaidStatus[status], mismatch: null }
  // The owner has refunded it, so there is nothing left to decide.
  if (refunded >= charged) return { status: 'refunded', mismatch: null }
  return { status: order.status, mismatch }
}

const unpaidStatus = {
  open: 'pending',
  processing: 'processing',
  failed: 'failed',
  expired: 'expired',
} as const satisfies Partial<Record<CheckoutPayment['status'], PackOrderStatus>>

/** Credits once, and from then on takes Kr back with refunds and disputes. */
async function applyPaidPayment(
  services: Services,
  trx: Trx,
  order: PackOrder,
  { sessionId, refundsAndDisputes }: CheckoutPayment,
): Promise<Partial<PaymentColumns>> {
  const now = services.clock()
  const { charged, refunded, disputed, isDisputeOpen } = refundsAndDisputes
  if (order.paid_at === null) await creditPack(trx, order, { sessionId, now })
  const paidCents = cents(order.price_cents)
  const money = {
    paidCents,
    refundedCents: shareOfPrice(refunded, charged, paidCents),
    disputedCents: shareOfPrice(disputed, charged, paidCents),
  }
  const revision = order.revision + 1
  return {
    status: statusOfPaid(money, isDisputeOpen),
    mismatch: null,
    refunded_cents: money.refundedCents,
    disputed_cents: money.disputedCents,
    kr_taken_back: await takeKrBack(trx, order, money, { sessionId, revision, now }),
    paid_at: order.paid_at ?? now,
  }
}

async function saveOrder(
  services: Services,
  trx: Trx,
  order: PackOrder,
  { payerCountry, movements }: CheckoutPayment,
  changes: Partial<PaymentColumns>,
): Promise<PackOrder> {
  const changed = { ...order, ...changes }
  const isChanged = JSON.stringify(changed) !== JSON.stringify(order)
  const revision = isChanged ? order.revision + 1 : order.revision
  const hasFees = movements.every(({ settled }) => settled !== null)
  const nextCheck = nextPackCheck(changed, services.clock(), hasFees)
  return trx
    .updateTable('krypto_orders')
    .set({
      ...changes,
      revision,
      next_check_at: nextCheck,
      payer_country: payerCountry ?? order.payer_country,
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface PackChange {
  readonly before: PackOrder
  readonly after: PackOrder
  readonly payment: CheckoutPayment
}

async function announce(
  services: Services,
  trx: Trx,
  { before, after, payment }: PackChange,
): Promise<void> {
  const { id, mismatch, revision } = after
  const queue = (kind: PackMessageKind, occasion: string | number): Promise<void> =>
    queueMessage(services, trx, { kind, krypto_order_id: id, occasion: `${id}:${occasion}` })
  const kind = findMessage(before, after)
  if (kind) await queue(kind, revision)
  // An inquiry, and a dispute about a pack that brought no Kr, change no state.
  if (after.status !== 'disputed') {
    const stage = payment.refundsAndDisputes.isDisputeOpen ? 'dispute' : 'inquiry'
    for (const { reference, awaitsAnswer } of payment.disputes) {
      if (awaitsAnswer) await queue('pack_disputed', `${reference}:${stage}`)
    }
  }
  if (mismatch !== null) await queue('pack_mismatch', mismatch)
}

/** The message about a refund or a dispute that a change requires; null when the staff need none. */
function findMessage(before: PackOrder, after: PackOrder): PackMessageKind | null {
  const isOpen = after.status === 'disputed'
  const wasOpen = before.status === 'disputed'
  if (isOpen && !wasOpen) return 'pack_disputed'
  if (wasOpen && !isOpen) {
    return after.disputed_cents < before.disputed_cents ? 'pack_dispute_won' : 'pack_refunded'
  }
  const isMoreBack =
    after.refunded_cents > before.refunded_cents ||
    (!isOpen && after.disputed_cents > before.disputed_cents)
  return isMoreBack ? 'pack_refunded' : null
}

type CheckedOrder = Pick<
  PackOrder,
  'id' | 'provider_mode' | 'session_id' | 'price_cents' | 'currency'
>

/** Why a payment differs from what its order asked for; null when it is an exact match. */
export function findMismatch(order: CheckedOrder, payment: CheckoutPayment): string | null {
  if (payment.mode !== order.provider_mode) return 'mode'
  if (payment.orderId !== order.id) return 'order'
  if (payment.sessionId !== (order.session_id ?? payment.sessionId)) return 'order'
  if (payment.currency !== order.currency) return 'currency'
  if (payment.subtotalCents !== order.price_cents) return 'amount'
  // Less would be a discount, which we never give; taxes may come on top.
  return payment.totalCents < order.price_cents ? 'amount' : null
}
