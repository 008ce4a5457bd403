import { cents } from '#domain/money.ts'
import { shareOfPrice, statusOfPaid, type PackOrderStatus } from '#domain/kryptonite.ts'
import type { CheckoutPayment } from '#server/providers/payments/card-checkout.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { isClosedByOwner } from '#server/services/unreadable-answers.ts'
import { creditPack } from './credit-pack.ts'
import { findMismatch } from './find-mismatch.ts'
import { nextPackCheck } from './next-check.ts'
import type { PackOrder } from './pack-records.ts'
import { newsOf, queuePackMessage } from './staff-messages.ts'
import { takeKrBack } from './take-kr-back.ts'

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
export async function recordPackPayment(
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
  await tellStaff(services, trx, order, saved)
  return saved
}

async function tellStaff(
  services: Services,
  trx: Trx,
  before: PackOrder,
  after: PackOrder,
): Promise<void> {
  const orderId = after.id
  const news = newsOf(before, after)
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
