import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Row } from '#server/db/schema.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import { findBan, paidWhileBanned } from '#server/services/bans/bans.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { lockOrder } from '#server/services/orders/lock-orders.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { isClosedByOwner } from './unreadable-answers.ts'

export type Match =
  | { readonly order: Order; readonly reason: null }
  /** The payment goes to the owner's inbox, with this reason; kept back for this order. */
  | { readonly order: null; readonly reason: string; readonly keptFor?: Order }

/** Why a disputed payment without an order id is not matched; also the `ProblemCode` of a claim. */
export const disputedReason = 'payment_disputed'

export type StoredPayment = Row<'payments'>

/** A payment as PayPal reports it, and as we have stored it, locked by `lockPayment`. */
interface ReportedPayment {
  readonly payment: Payment
  readonly known: StoredPayment | undefined
}

/**
 * Serializes concurrent reports of the same payment, so that it is recorded once. Returns it as
 * stored, if it is.
 */
export async function lockPayment(
  trx: Trx,
  provider: StoredPayment['provider'],
  reference: string,
): Promise<StoredPayment | undefined> {
  await acquireAdvisoryLock(trx, `payment:${provider}:${reference}`)
  return trx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Finds the order of a payment without an order id. */
export type MatchWithoutOrderId = (
  services: Services,
  trx: Trx,
  reported: ReportedPayment,
) => Promise<Match>

/** PayPal's times are in whole seconds, by another clock than ours. */
const clockToleranceMilliseconds = 60_000

/** Finds and locks the order of a payment; checks that the two match exactly. */
export async function matchPayment(
  services: Services,
  trx: Trx,
  reported: ReportedPayment,
  matchWithoutOrderId: MatchWithoutOrderId,
): Promise<Match> {
  const { payment, known } = reported
  const units = await trx
    .selectFrom('provider_orders')
    .select(['order_id', 'attempt', 'payee'])
    .where('provider', '=', services.paypal.name)
    .where('reference', '=', payment.providerOrderId ?? '')
    .execute()
  const unit =
    units.length === 1 ? units[0] : units.find(({ order_id: id }) => id === payment.orderId)
  // PayPal's `custom_id` is our order's id only if it is a UUID.
  const reportedId = isUuid(payment.orderId) ? payment.orderId : null
  const orderId = known?.order_id ?? unit?.order_id ?? reportedId
  if (await leaveToOwner(services, trx, payment, orderId))
    return { order: null, reason: 'order_dealt_with' }
  // A held payment may complete after a ban.
  if (known?.order_id) {
    return unlessBanned(services, trx, await lockOrder(trx, known.order_id), reported)
  }
  // The owner has resolved it, perhaps delivered by hand, so a repeated report changes nothing.
  if (known?.resolved_at) return { order: null, reason: known.unmatched_reason ?? 'unknown' }
  // A PayPal order that we made for others must not pay this one.
  if (units.length > 0 && !unit) return { order: null, reason: 'order_mismatch' }
  if (!orderId) return matchWithoutOrderId(services, trx, reported)
  const order = await lockOrder(trx, orderId).catch(() => null)
  if (!order) return { order: null, reason: 'order_unknown' }
  // Ignore repeated denials of an earlier attempt once the buyer has started a new one.
  if (payment.status === 'declined' && unit && unit.attempt !== order.provider_order_attempt) {
    return { order: null, reason: 'declined' }
  }
  const mismatch = findMismatch(services, order, payment, unit?.payee ?? null)
  return mismatch ? { order: null, reason: mismatch } : matchUnpaid(services, trx, order, reported)
}

/**
 * Whether the owner resolved the payment or its order while its answer could not be parsed: they may
 * have delivered by hand, so they decide about a complete payment. Expires the order.
 */
async function leaveToOwner(
  { paypal }: Services,
  trx: Trx,
  { reference, status }: Payment,
  orderId: string | null,
): Promise<boolean> {
  if (status !== 'completed') return false
  if (!(await isClosedByOwner(trx, paypal.name, [reference, orderId ?? reference]))) return false
  if (orderId === null) return true
  const order = await lockOrder(trx, orderId).catch(() => null)
  if (!order || !orderCan.deliver(order.status)) return false
  await trx
    .updateTable('orders')
    .set({ status: nextOrderStatus(order.status, 'payment_denied'), next_check_at: null })
    .where('id', '=', orderId)
    .execute()
  return true
}

/** An order that a payment without an order id may pay: undelivered, its cart item unpaid. */
async function findPayableOrder(
  services: Services,
  trx: Trx,
  orderId: string,
  reported: ReportedPayment,
): Promise<Match> {
  const order = await lockOrder(trx, orderId)
  return orderCan.deliver(order.status)
    ? matchUnpaid(services, trx, order, reported)
    : { order: null, reason: 'order_not_payable' }
}

function findMismatch(
  services: Services,
  order: Order,
  payment: Payment,
  payee: string | null,
): string | null {
  if (payment.orderId && payment.orderId !== order.id) return 'order_mismatch'
  const mismatch = findMoneyMismatch(services, order, payment)
  if (mismatch) return mismatch
  return payment.payee && payee && payment.payee !== payee ? 'payee_mismatch' : null
}

/** Why a payment is not exactly what the order asks for; null when it is. */
function findMoneyMismatch({ paypal }: Services, order: Order, payment: Payment): string | null {
  if (payment.amountCents !== order.price_cents) return 'amount_mismatch'
  if (payment.currency !== order.currency) return 'currency_mismatch'
  return paypal.mode === order.provider_mode ? null : 'mode_mismatch'
}

/**
 * Matches the order unless its cart item is already paid, by this order or by one that replaced it, also
 * where that payment is kept back, or its buyer was banned after it was opened.
 */
async function matchUnpaid(
  services: Services,
  trx: Trx,
  order: Order,
  reported: ReportedPayment,
): Promise<Match> {
  const other = await trx
    .selectFrom('payments')
    .innerJoin('orders', (join) =>
      join.on((eb) =>
        eb.or([
          eb('orders.id', '=', eb.ref('payments.order_id')),
          eb('orders.id', '=', eb.ref('payments.kept_for')),
        ]),
      ),
    )
    .select('payments.id')
    .where('orders.buyer_hash', '=', order.buyer_hash)
    .where('orders.cart_item_id', '=', order.cart_item_id)
    .where('payments.reference', '<>', reported.payment.reference)
    .where('payments.resolved_at', 'is', null)
    // An order has at most one payment; a refund frees its cart item only for another order.
    .where((eb) =>
      eb.or([eb('payments.status', '<>', 'refunded'), eb('payments.order_id', '=', order.id)]),
    )
    .executeTakeFirst()
  if (other) return { order: null, reason: 'order_already_paid' }
  return unlessBanned(services, trx, order, reported)
}

/** Keeps back what would deliver an order whose buyer was banned after it was opened. */
async function unlessBanned(
  services: Services,
  trx: Trx,
  order: Order,
  { payment: { status }, known }: ReportedPayment,
): Promise<Match> {
  // An older answer, such as `held`, changes nothing of a payment that is kept back.
  const isComplete =
    status === 'completed' || (known?.status === 'completed' && status !== 'refunded')
  return isComplete &&
    orderCan.deliver(order.status) &&
    (await findBan(services, trx, 'shop', order))
    ? { order: null, reason: paidWhileBanned, keptFor: order }
    : { order, reason: null }
}

/**
 * Finds the order of a hosted button's payment. Such a payment names neither buyer nor order, so it
 * matches only when exactly one pending order fits; otherwise its buyer claims it. One in the inbox
 * is not matched again, because other buyers may have opened orders since, unless it is kept back for
 * its order.
 */
export const matchHostedOrder: MatchWithoutOrderId = async (services, trx, reported) => {
  const { paypal } = services
  const { payment, known } = reported
  if (known?.kept_for) return findPayableOrder(services, trx, known.kept_for, reported)
  if (known) return { order: null, reason: known.unmatched_reason ?? 'unknown' }
  if (payment.status !== 'completed') return { order: null, reason: 'not_completed' }
  if (await isDisputed(services, trx, payment)) return { order: null, reason: disputedReason }
  const [waiting, ...others] = await trx
    .selectFrom('orders')
    .select('id')
    .where('driver', '=', 'hosted')
    .where('status', '=', 'pending')
    .where('provider_mode', '=', paypal.mode)
    .where('price_cents', '=', payment.amountCents)
    .where('currency', '=', payment.currency)
    .where('opened_at', '<=', new Date(payment.madeAt.getTime() + clockToleranceMilliseconds))
    .limit(2)
    .execute()
  if (!waiting) return { order: null, reason: 'no_order_waits' }
  if (others.length > 0) return { order: null, reason: 'several_orders_wait' }
  return findPayableOrder(services, trx, waiting.id, reported)
}

/** The order that somebody has chosen for a payment: its buyer by a claim, or the owner. */
interface ChosenOrder {
  readonly orderId: string
  /** Why the payment stays in the inbox when it does not fit the order. */
  readonly unfitReason: string
  /** Whether it may have been made before the order. */
  readonly mayBeOlder: boolean
}

/**
 * Pairs a payment with a chosen order. It must still be complete, of exactly the order's amount and
 * undisputed; and not resolved by the owner in another way, perhaps delivered by hand.
 */
export function matchChosenOrder({
  orderId,
  unfitReason,
  mayBeOlder,
}: ChosenOrder): MatchWithoutOrderId {
  return async (services, trx, reported) => {
    const { payment, known } = reported
    const match = await findPayableOrder(services, trx, orderId, reported)
    // It is not known yet whether it fits, so nothing is kept back for the order.
    if (!match.order) return { order: null, reason: match.reason }
    const paidAt = payment.madeAt.getTime() + clockToleranceMilliseconds
    const fits =
      payment.status === 'completed' &&
      findMoneyMismatch(services, match.order, payment) === null &&
      (mayBeOlder || paidAt >= match.order.created_at.getTime()) &&
      (known?.resolved_at ?? null) === null &&
      // Only our record has the amount of a lost dispute.
      Math.max(payment.refundedCents, known?.refunded_cents ?? 0) === 0
    if (!fits) return { order: null, reason: unfitReason }
    return (await isDisputed(services, trx, payment))
      ? { order: null, reason: disputedReason }
      : match
  }
}

/**
 * Whether the payment is in an open or lost dispute, so that it pays for nothing. Needed when a
 * payment arrives after its dispute, and so does not show the lost amount yet.
 */
async function isDisputed({ paypal }: Services, trx: Trx, payment: Payment): Promise<boolean> {
  const dispute = await trx
    .selectFrom('disputes')
    .select('reference')
    .where('provider', '=', paypal.name)
    .where('payment_reference', '=', payment.reference)
    .where('status', '<>', 'won')
    .limit(1)
    .executeTakeFirst()
  return dispute !== undefined
}
