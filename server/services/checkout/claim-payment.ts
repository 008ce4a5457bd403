import { orderCan } from '../../../domain/orders.ts'
import type { Buyer, Services } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findOrder } from './find-order.ts'
import {
  clockToleranceMilliseconds,
  findPayableOrder,
  type MatchNameless,
} from './match-payment.ts'
import { recordPayment } from './record-payment.ts'

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

/**
 * Who knows the transaction id has paid; what he paid for must still fit. A payment from before the
 * order was for something else, perhaps delivered by hand long ago.
 */
function matchClaim(orderId: string): MatchNameless {
  return async ({ payments }, trx, payment) => {
    const match = await findPayableOrder(trx, orderId)
    if (!match.order) return match
    const { order } = match
    const fits =
      payment.status === 'completed' &&
      payment.refundedCents === 0 &&
      payment.amountCents === order.price_cents &&
      payment.currency === order.currency &&
      payments.mode === order.provider_mode &&
      payment.madeAt.getTime() + clockToleranceMilliseconds >= order.created_at.getTime()
    return fits ? match : { order: null, reason: 'claim_does_not_fit' }
  }
}
