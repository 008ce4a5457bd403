import { orderCan } from '../../../domain/orders.ts'
import type { Buyer, Services, Trx } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findOrder, type Order } from './find-order.ts'
import { moveOrder } from './record-payment.ts'
import { settlePayment } from './settle.ts'

/**
 * Settles an order of the hosted button by the transaction id on the buyer's receipt: once, for a
 * completed payment of exactly this amount that belongs to no other order. Refuses with
 * `payment_not_found`, `payment_already_claimed`, `order_not_payable` or `payment_provider_unavailable`.
 */
export async function claimPayment(
  services: Services,
  buyer: Buyer,
  orderId: string,
  transactionId: string,
): Promise<void> {
  const order = await findOrder(services, buyer, orderId)
  if (order.driver !== 'hosted' || !orderCan.deliver(order.status)) {
    throw new Refusal('order_not_payable')
  }
  const reference = transactionId.toUpperCase()
  const outcome = await settlePayment(services, reference)
  if (outcome === 'unavailable') throw new Refusal('payment_provider_unavailable')
  await services.database.transaction((trx) => assignPayment(services, trx, order.id, reference))
}

async function assignPayment(
  services: Services,
  trx: Trx,
  orderId: string,
  reference: string,
): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', services.payments.name)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  if (!payment || !fits(payment, order)) throw new Refusal('payment_not_found')
  if (payment.order_id === order.id) return
  if (payment.order_id) throw new Refusal('payment_already_claimed')
  await trx
    .updateTable('payments')
    .set({ order_id: order.id, unmatched_reason: null, updated_at: services.clock() })
    .where('id', '=', payment.id)
    .execute()
  await moveOrder(services, trx, order, { status: 'completed' })
}

interface ClaimablePayment {
  status: string
  amount_cents: number
  refunded_cents: number
  currency: string
  provider_mode: string
}

function fits(payment: ClaimablePayment, order: Order): boolean {
  return (
    payment.status === 'completed' &&
    payment.refunded_cents === 0 &&
    payment.amount_cents === order.price_cents &&
    payment.currency === order.currency &&
    payment.provider_mode === order.provider_mode
  )
}
