import type { Selectable } from 'kysely'
import { nextOrderStatus, orderCan, orderStatuses, type OrderEvent } from '#domain/orders.ts'
import type { DisputesTable } from '#server/db/schema.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { nextOrderCheck } from './due-checks.ts'
import type { StoredPayment } from './match-payment.ts'
import { queueDisputeMessage, queuePaidMessage, queueRefundMessage } from './staff-messages.ts'

type StoredDispute = Selectable<DisputesTable>

const eventOf: Readonly<Record<Payment['status'], OrderEvent>> = {
  held: 'payment_held',
  completed: 'payment_completed',
  refunded: 'payment_refunded',
  declined: 'payment_denied',
}

/**
 * Brings a payment and its order in line with the provider's new answer, its earlier answers and
 * the payment's disputes. The caller holds the locks of the payment and of the order.
 */
export async function applyPaymentToOrder(
  services: Services,
  trx: Trx,
  payment: StoredPayment,
  { order, reported }: { readonly order: Order | null; readonly reported: Payment['status'] },
): Promise<void> {
  const disputes = await trx
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', payment.provider)
    .where('payment_reference', '=', payment.reference)
    .execute()
  const lostCents = sumLost(payment, disputes)
  const { status } = await countLost(services, trx, payment, lostCents)
  const isDisputed = disputes.some((dispute) => dispute.status === 'open')
  // An answer from before the refund must not override it.
  const event = eventOf[status === 'refunded' ? status : reported]
  if (order) await moveOrder(services, trx, order, event, isDisputed)
  for (const dispute of disputes) await queueDisputeMessage(services, trx, dispute, payment)
  // A lost dispute has its own message; while a dispute is open, a refund may be a part of it.
  const isRefunded = !isDisputed && payment.refunded_cents > lostCents
  if (order && isRefunded) await queueRefundMessage(services, trx, order.id, payment.refunded_cents)
}

function sumLost(payment: StoredPayment, disputes: readonly StoredDispute[]): number {
  return disputes
    .filter(({ status, currency }) => status === 'lost' && currency === payment.currency)
    .reduce((total, { amount_cents: amount }) => total + amount, 0)
}

/**
 * The provider may or may not count the amount of a lost dispute among the refunds. So the greater
 * of the two was returned; their sum would count the same money twice.
 */
async function countLost(
  { clock }: Services,
  trx: Trx,
  payment: StoredPayment,
  lostCents: number,
): Promise<Pick<StoredPayment, 'status'>> {
  const refundedCents = Math.min(payment.amount_cents, Math.max(payment.refunded_cents, lostCents))
  if (refundedCents === payment.refunded_cents) return payment
  const isAll = refundedCents === payment.amount_cents
  const status = isAll ? 'refunded' : payment.status
  await trx
    .updateTable('payments')
    .set({ status, refunded_cents: refundedCents, updated_at: clock() })
    .where('id', '=', payment.id)
    .execute()
  return { status }
}

/** Moves the order to the status of its payment; delivers when it is paid for the first time. */
async function moveOrder(
  services: Services,
  trx: Trx,
  order: Order,
  event: OrderEvent,
  isDisputed: boolean,
): Promise<void> {
  const paid = nextOrderStatus(order.status, event)
  // After a partly lost dispute the order stays paid for the rest, as after a won one.
  const status = nextOrderStatus(paid, isDisputed ? 'payment_disputed' : 'dispute_won')
  if (status === order.status) return
  // A payment that is already refunded does not block the order that took its place.
  if (order.status === 'superseded' && status !== 'refunded') await replaceSibling(trx, order)
  const isPaidNow = paid === 'settled' && paid !== order.status
  const now = services.clock()
  await trx
    .updateTable('orders')
    .set({
      status,
      next_check_at: status === 'processing' ? nextOrderCheck({ ...order, status }, now) : null,
      ...(isPaidNow && { settled_at: now }),
    })
    .where('id', '=', order.id)
    .execute()
  if (isPaidNow) await deliver(services, trx, order)
}

/** A replaced order was paid after all, so the order that took its place must not be paid too. */
async function replaceSibling(trx: Trx, order: Order): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ status: nextOrderStatus('pending', 'replaced') })
    .where('buyer_hash', '=', order.buyer_hash)
    .where('cart_item_id', '=', order.cart_item_id)
    .where('id', '<>', order.id)
    .where('status', 'in', orderStatuses.filter(orderCan.beReplaced))
    .execute()
}

/**
 * Delivers a paid order to the staff: a message, and a row in `purchases`, which triggers an event
 * for every open page. The unique order id of `purchases` makes a second delivery impossible.
 */
async function deliver(services: Services, trx: Trx, order: Order): Promise<void> {
  await trx
    .insertInto('purchases')
    .values({
      order_id: order.id,
      steam_id: order.steam_id,
      discord_username: order.discord_username,
      offer_key: order.offer_key,
      item_name: order.item_name,
      item_type: order.item_type,
      duration_months: order.duration_months,
      price_cents: order.price_cents,
      color: order.color,
    })
    .execute()
  await queuePaidMessage(services, trx, order.id)
}
