import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Payment } from '#server/providers/payment-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { lockCartItem } from './locks.ts'
import { isClosedByOwner } from './unreadable-answers.ts'

export type Match =
  | { readonly order: Order; readonly reason: null }
  /** The payment is kept in the owner's inbox, with this reason. */
  | { readonly order: null; readonly reason: string }

/** Why a payment that names no order is given to none for now, and `ProblemCode` of who asks for it. */
export const disputedReason = 'payment_disputed'

/** Finds the order of a payment that names none. */
export type MatchNameless = (services: Services, trx: Trx, payment: Payment) => Promise<Match>

/** PayPal tells times in whole seconds, by a clock that is not ours. */
export const clockToleranceMilliseconds = 60_000

/** Finds the order that a payment belongs to, and locks it; checks that the two fit exactly. */
export async function matchPayment(
  services: Services,
  trx: Trx,
  payment: Payment,
  matchNameless: MatchNameless,
): Promise<Match> {
  const known = await trx
    .selectFrom('payments')
    .select(['order_id', 'resolved_at', 'unmatched_reason'])
    .where('provider', '=', services.payments.name)
    .where('reference', '=', payment.reference)
    .executeTakeFirst()
  const made = await findProviderOrder(services, trx, payment)
  const orderId = known?.order_id ?? made?.order_id ?? readOrderId(payment)
  if (await isLeftToOwner(trx, payment, orderId)) return { order: null, reason: 'order_dealt_with' }
  if (known?.order_id) return { order: await lockOrder(trx, known.order_id), reason: null }
  // The owner has dealt with it, perhaps delivered by hand; what is told again changes nothing.
  if (known?.resolved_at) return { order: null, reason: known.unmatched_reason ?? 'unknown' }
  if (!orderId) return matchNameless(services, trx, payment)
  const order = await lockOrder(trx, orderId).catch(() => null)
  if (!order) return { order: null, reason: 'order_unknown' }
  // The same denial, told again after the buyer has begun anew, must not end his new attempt.
  if (payment.status === 'declined' && made && made.attempt !== order.provider_order_attempt) {
    return { order: null, reason: 'declined' }
  }
  const mismatch = findMismatch(services, order, payment, made?.payee ?? null)
  if (mismatch) return { order: null, reason: mismatch }
  return (await isPaidOtherwise(trx, order))
    ? { order: null, reason: 'order_already_paid' }
    : { order, reason: null }
}

/**
 * Whether the owner has dealt with it while its answer could not be read. They may have handed over
 * already, so a payment that is complete now is theirs to decide; its order ends.
 */
async function isLeftToOwner(
  trx: Trx,
  { reference, status }: Payment,
  orderId: string | null,
): Promise<boolean> {
  if (status !== 'completed') return false
  if (!(await isClosedByOwner(trx, 'paypal', [reference, orderId ?? reference]))) return false
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

/** An order that a nameless payment may pay: not delivered yet, and its cart item not paid otherwise. */
export async function findPayableOrder(trx: Trx, orderId: string): Promise<Match> {
  const order = await lockOrder(trx, orderId)
  if (!orderCan.deliver(order.status)) return { order: null, reason: 'order_not_payable' }
  return (await isPaidOtherwise(trx, order))
    ? { order: null, reason: 'order_already_paid' }
    : { order, reason: null }
}

function findProviderOrder({ payments }: Services, trx: Trx, payment: Payment) {
  return trx
    .selectFrom('provider_orders')
    .select(['order_id', 'attempt', 'payee'])
    .where('provider', '=', payments.name)
    .where('reference', '=', payment.providerOrderId ?? '')
    .executeTakeFirst()
}

/** What PayPal echoes as `custom_id` is ours only if it looks like it. */
function readOrderId({ orderId }: Payment): string | null {
  return isUuid(orderId) ? orderId : null
}

/** Takes the turn of the order's cart item, then the row. */
export async function lockOrder(trx: Trx, orderId: string): Promise<Order> {
  const { buyer_hash, cart_item_id } = await trx
    .selectFrom('orders')
    .select(['buyer_hash', 'cart_item_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await lockCartItem(trx, buyer_hash, cart_item_id)
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
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

/** Why this is not exactly the money that the order asks for; null when it is. */
export function findMoneyMismatch(
  { payments }: Services,
  order: Order,
  payment: Payment,
): string | null {
  if (payment.amountCents !== order.price_cents) return 'amount_mismatch'
  if (payment.currency !== order.currency) return 'currency_mismatch'
  return payments.mode === order.provider_mode ? null : 'mode_mismatch'
}

/** Whether this cart item has its payment already: for this order, or for one that took its place. */
async function isPaidOtherwise(trx: Trx, order: Order): Promise<boolean> {
  const other = await trx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('orders.buyer_hash', '=', order.buyer_hash)
    .where('orders.cart_item_id', '=', order.cart_item_id)
    // An order has one payment for ever; what went back frees only its cart item for another order.
    .where((eb) =>
      eb.or([eb('payments.status', '<>', 'refunded'), eb('payments.order_id', '=', order.id)]),
    )
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Finds the order that a hosted button's payment is for. Such a payment says neither who paid nor
 * for what, so it counts only when exactly one waiting order fits; else its buyer claims it.
 */
export const matchHostedOrder: MatchNameless = async (services, trx, payment) => {
  const { payments } = services
  if (payment.status !== 'completed') return { order: null, reason: 'not_completed' }
  if (await isDisputed(services, trx, payment)) return { order: null, reason: disputedReason }
  const [waiting, ...others] = await trx
    .selectFrom('orders')
    .select('id')
    .where('driver', '=', 'hosted')
    .where('status', '=', 'pending')
    .where('provider_mode', '=', payments.mode)
    .where('price_cents', '=', payment.amountCents)
    .where('currency', '=', payment.currency)
    .where('opened_at', '<=', new Date(payment.madeAt.getTime() + clockToleranceMilliseconds))
    .limit(2)
    .execute()
  if (!waiting) return { order: null, reason: 'no_order_waits' }
  if (others.length > 0) return { order: null, reason: 'several_orders_wait' }
  return findPayableOrder(trx, waiting.id)
}

/**
 * Whether nothing may be given for a payment of the inbox any more: the owner has dealt with it
 * otherwise, perhaps delivered by hand, or some of its money went back.
 */
export async function isResolved(
  { payments }: Pick<Services, 'payments'>,
  trx: Trx,
  payment: Payment,
): Promise<boolean> {
  const known = await trx
    .selectFrom('payments')
    .select(['resolved_at', 'refunded_cents'])
    .where('provider', '=', payments.name)
    .where('reference', '=', payment.reference)
    .executeTakeFirst()
  // What a lost dispute took stands in our record alone.
  const refundedCents = Math.max(payment.refundedCents, known?.refunded_cents ?? 0)
  return refundedCents > 0 || (known?.resolved_at ?? null) !== null
}

/**
 * Whether its payer wants the money back, or got it, and so it pays for nothing now. What a lost dispute
 * took stands in no payment yet when we hear of the payment after it.
 */
export async function isDisputed(
  { payments }: Pick<Services, 'payments'>,
  trx: Trx,
  payment: Payment,
): Promise<boolean> {
  const dispute = await trx
    .selectFrom('disputes')
    .select('reference')
    .where('provider', '=', payments.name)
    .where('payment_reference', '=', payment.reference)
    .where('status', '<>', 'won')
    .limit(1)
    .executeTakeFirst()
  return dispute !== undefined
}
