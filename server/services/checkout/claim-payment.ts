import { orderCan } from '../../../domain/orders.ts'
import type { Payment } from '../../providers/payments/payment-provider.ts'
import type { Buyer, Services } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findOrder, type Order } from './find-order.ts'
import { recordPayment, type MatchNameless } from './record-payment.ts'

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
  const found = await services.payments.fetchPayment(transactionId.toUpperCase())
  if (found.outcome === 'unavailable') throw new Refusal('payment_provider_unavailable')
  if (found.outcome === 'not_found') throw new Refusal('payment_not_found')
  const matchedOrderId = await recordPayment(services, found.payment, matchClaim(orderId))
  if (matchedOrderId === null) throw new Refusal('payment_not_found')
  if (matchedOrderId !== orderId) throw new Refusal('payment_already_claimed')
}

/** Who knows the transaction id has paid; only what he paid for must still fit. */
function matchClaim(orderId: string): MatchNameless {
  return async ({ payments }, trx, payment) => {
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const fits = order.provider_mode === payments.mode && covers(payment, order)
    return fits ? { order, reason: null } : { order: null, reason: 'claim_does_not_fit' }
  }
}

function covers(payment: Payment, order: Order): boolean {
  return (
    orderCan.deliver(order.status) &&
    payment.status === 'completed' &&
    payment.refundedCents === 0 &&
    payment.amountCents === order.price_cents &&
    payment.currency === order.currency
  )
}
