import { shareOfPrice, statusOfPaid, type PackOrderStatus } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import type { CheckoutPayment } from '#server/providers/card-checkout.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { creditPack, takeKrBack } from '#server/services/kryptonite/pack-kr.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import { nextPackCheck } from './due-checks.ts'
import { packMessageKind, queuePackMessage } from './staff-messages.ts'
import { isClosedByOwner, markReadable, recordUnreadable } from './unreadable-answers.ts'

export type PackSyncResult =
  /** The order as it stands by the provider's truth. */
  | { readonly outcome: 'order'; readonly order: PackOrder }
  /** The provider does not know its checkout, or there was none yet. */
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unavailable' }
  /** Its answer waits for the owner. */
  | { readonly outcome: 'unreadable' }

interface SyncOptions {
  /** That of a webhook or of Stripe's list, for an order whose own was never stored. */
  readonly toldSession?: string | null
  /** Whether its time is over, so that it is ended at Stripe unless it is being paid. */
  readonly mayEnd?: boolean
}

/** Each look but the last was overtaken by a change of the same order; so many in a row are none. */
const mostLooks = 8

/**
 * Asks Stripe how a pack's order stands, and credits it or takes Kr back accordingly. Called by the
 * success page, webhooks and the reconcile job; safe any number of times, also at once.
 */
export async function syncPack(
  services: Services,
  orderId: string,
  { toldSession = null, mayEnd = false }: SyncOptions = {},
): Promise<PackSyncResult> {
  const { cards, log } = services
  for (let look = 0; look < mostLooks; look += 1) {
    const order = await readPackOrder(services, orderId)
    const sessionId = order?.session_id ?? toldSession
    if (!order || sessionId === null || order.provider_mode !== cards.mode) {
      return { outcome: 'not_found' }
    }
    // No transaction is open here: Stripe may take seconds.
    const found = await (mayEnd ? cards.endSession(sessionId) : cards.fetchPayment(sessionId))
    if (found.outcome === 'unavailable') {
      log.warn({ orderId, detail: found.detail }, 'stripe does not answer')
      return { outcome: 'unavailable' }
    }
    if (found.outcome === 'unreadable') {
      const asked = { provider: 'stripe', reference: sessionId, packOrderId: orderId } as const
      const isOpen = await recordUnreadable(services, asked, found)
      return { outcome: isOpen ? 'unreadable' : 'not_found' }
    }
    await markReadable(services, 'stripe', [orderId])
    if (found.outcome === 'not_found') return { outcome: 'not_found' }
    const recorded = await recordPackPayment(services, order, found.payment)
    if (recorded) return { outcome: 'order', order: recorded }
  }
  return { outcome: 'unavailable' }
}

async function readPackOrder(
  { database }: Services,
  orderId: string,
): Promise<PackOrder | undefined> {
  return database.db
    .selectFrom('krypto_orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** What an order says of its payment; everything else of it never changes. */
type Standing = Pick<
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

/**
 * Brings an order and its Kr in line with what the provider told, in one transaction under the
 * order's lock. Answers the order as it stands then; null, and does nothing, when it has changed
 * since `revision`: what was told may be older than that change.
 */
async function recordPackPayment(
  services: Services,
  { id, revision }: Pick<PackOrder, 'id' | 'revision'>,
  payment: CheckoutPayment,
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
    // Somebody else's checkout names our order: it is not its session.
    if (order.session_id === null && wrong !== null) return order
    // The owner may have credited it by hand while its answer could not be read.
    const isLeftToOwner = order.paid_at === null && (await isClosedByOwner(trx, 'stripe', [id]))
    const mismatch = wrong ?? (isLeftToOwner ? 'dealt_with' : null)
    const standing = { ...standingOf(order), session_id: payment.sessionId }
    if (order.paid_at !== null || (payment.status === 'paid' && mismatch === null)) {
      return followPaid(services, trx, order, payment, standing)
    }
    return save(services, trx, order, {
      ...standing,
      payment_intent: payment.paymentIntent,
      ...withoutCredit(order, payment, mismatch),
    })
  })
}

/** Of an order that has credited nothing: unpaid, or paid otherwise than it asked for. */
function withoutCredit(
  order: PackOrder,
  { status, moneyBack }: CheckoutPayment,
  mismatch: string | null,
): Pick<Standing, 'status' | 'mismatch'> {
  if (status !== 'paid') return { status: unpaidStatus[status], mismatch: null }
  // The owner gave the money back: nothing is left to decide.
  if (moneyBack.refunded >= moneyBack.charged) return { status: 'refunded', mismatch: null }
  return { status: order.status, mismatch }
}

const unpaidStatus = {
  open: 'pending',
  processing: 'processing',
  failed: 'failed',
  expired: 'expired',
} as const satisfies Partial<Record<CheckoutPayment['status'], PackOrderStatus>>

/** Credits once; from then on the Kr follow the money. */
async function followPaid(
  services: Services,
  trx: Trx,
  order: PackOrder,
  payment: CheckoutPayment,
  standing: Standing,
): Promise<PackOrder> {
  const now = services.clock()
  const { sessionId, moneyBack } = payment
  if (order.paid_at === null) await creditPack(trx, order, { sessionId, now })
  const paidCents = cents(order.price_cents)
  const money = {
    paidCents,
    refundedCents: shareOfPrice(moneyBack.refunded, moneyBack.charged, paidCents),
    disputedCents: shareOfPrice(moneyBack.disputed, moneyBack.charged, paidCents),
  }
  const revision = order.revision + 1
  return save(services, trx, order, {
    ...standing,
    payment_intent: payment.paymentIntent ?? order.payment_intent,
    status: statusOfPaid(money, moneyBack.isDisputeOpen),
    mismatch: null,
    refunded_cents: money.refundedCents,
    disputed_cents: money.disputedCents,
    kr_taken_back: await takeKrBack(trx, order, money, { sessionId, revision, now }),
    paid_at: order.paid_at ?? now,
  })
}

async function save(
  services: Services,
  trx: Trx,
  order: PackOrder,
  standing: Standing,
): Promise<PackOrder> {
  const isChanged = JSON.stringify(standing) !== JSON.stringify(standingOf(order))
  const revision = isChanged ? order.revision + 1 : order.revision
  const nextCheck = nextPackCheck({ ...order, ...standing }, services.clock())
  const saved = await trx
    .updateTable('krypto_orders')
    .set({ ...standing, revision, next_check_at: nextCheck })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await queuePackMessages(services, trx, order, saved)
  return saved
}

async function queuePackMessages(
  services: Services,
  trx: Trx,
  before: PackOrder,
  after: PackOrder,
): Promise<void> {
  const orderId = after.id
  const news = packMessageKind(before, after)
  if (news) await queuePackMessage(services, trx, news, { orderId, occasion: after.revision })
  if (after.mismatch !== null) {
    await queuePackMessage(services, trx, 'pack_mismatch', { orderId, occasion: after.mismatch })
  }
}

function standingOf(order: PackOrder): Standing {
  return {
    session_id: order.session_id,
    payment_intent: order.payment_intent,
    status: order.status,
    mismatch: order.mismatch,
    refunded_cents: order.refunded_cents,
    disputed_cents: order.disputed_cents,
    kr_taken_back: order.kr_taken_back,
    paid_at: order.paid_at,
  }
}

type Ordered = Pick<
  PackOrder,
  'id' | 'provider_mode' | 'session_id' | 'price_id' | 'price_cents' | 'currency'
>

/** Why a payment is not what its order asked for; null when it is, exactly. */
export function findMismatch(order: Ordered, payment: CheckoutPayment): string | null {
  const [line, ...others] = payment.lines
  if (payment.mode !== order.provider_mode) return 'mode'
  if (payment.orderId !== order.id) return 'order'
  if (payment.sessionId !== (order.session_id ?? payment.sessionId)) return 'order'
  const isThePack = line?.priceId === order.price_id && line.quantity === 1 && others.length === 0
  if (!isThePack) return 'item'
  if (payment.currency !== order.currency) return 'currency'
  if (payment.subtotalCents !== order.price_cents) return 'amount'
  // Less after a discount that we never gave; taxes may come on top.
  return payment.totalCents < order.price_cents ? 'amount' : null
}
