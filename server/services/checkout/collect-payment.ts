import { orderCan } from '#domain/orders.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { findOrder } from './find-order.ts'
import type { OrderRecord } from './order-records.ts'
import { settleOrder } from './settle.ts'

/**
 * The buyer's page says that they approved: we look, take the money and answer how the order stands.
 * Refuses with `payment_declined`, `payment_provider_unavailable`, `payment_answer_unreadable` or
 * `order_not_payable`.
 */
export async function collectPayment(
  services: Services,
  buyer: Buyer,
  orderId: string,
): Promise<OrderRecord> {
  const order = await findOrder(services, buyer, orderId)
  if (!orderCan.deliver(order.status)) return order
  const outcome = await settleOrder(services, order)
  if (outcome === 'declined') throw new Refusal('payment_declined')
  if (outcome === 'unreadable') {
    throw new Refusal('payment_answer_unreadable', { retryAfterSeconds: 60 })
  }
  if (outcome === 'unavailable') {
    throw new Refusal('payment_provider_unavailable', { retryAfterSeconds: 5 })
  }
  const now = await findOrder(services, buyer, orderId)
  if (now.status === 'superseded') throw new Refusal('order_not_payable')
  return now
}
