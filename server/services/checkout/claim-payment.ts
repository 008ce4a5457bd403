import { orderCan } from '#domain/orders.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { markReadable, recordUnreadable } from '#server/services/unreadable-answers.ts'
import { findOrder } from './find-order.ts'
import { isDealtWith, isDisputed } from './is-dealt-with.ts'
import {
  clockToleranceMilliseconds,
  disputedReason,
  findMoneyMismatch,
  findPayableOrder,
  type MatchNameless,
} from './match-payment.ts'
import { recordPayment } from './record-payment.ts'

/**
 * Settles an order of the hosted button by the transaction id on the buyer's receipt: once, for a
 * completed payment of exactly this amount that belongs to no other order. Refuses with
 * `payment_not_found`, `payment_already_claimed`, `payment_disputed`, `order_not_payable`,
 * `payment_provider_unavailable` or `payment_answer_unreadable`.
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
  const found = await services.payments.fetchPayment(reference)
  if (found.outcome === 'unreadable') {
    await recordUnreadable(services, { provider: 'paypal', reference }, found)
    throw new Refusal('payment_answer_unreadable', { retryAfterSeconds: 60 })
  }
  if (found.outcome === 'unavailable') throw new Refusal('payment_provider_unavailable')
  if (found.outcome === 'not_found') throw new Refusal('payment_not_found')
  const match = await recordPayment(services, found.payment, matchClaim(orderId))
  const settledIds = match.order ? [match.order.id] : []
  await markReadable(services, 'paypal', [reference, ...settledIds])
  if (match.reason === disputedReason) throw new Refusal('payment_disputed')
  if (match.order === null) throw new Refusal('payment_not_found')
  if (match.order.id !== orderId) throw new Refusal('payment_already_claimed')
}

/**
 * Who knows the transaction id has paid; what he paid for must still fit. A payment from before the
 * order was for something else, perhaps delivered by hand long ago.
 */
function matchClaim(orderId: string): MatchNameless {
  return async (services, trx, payment) => {
    const match = await findPayableOrder(trx, orderId)
    if (!match.order) return match
    const { order } = match
    const fits =
      payment.status === 'completed' &&
      findMoneyMismatch(services, order, payment) === null &&
      payment.madeAt.getTime() + clockToleranceMilliseconds >= order.created_at.getTime() &&
      !(await isDealtWith(services, trx, payment))
    if (!fits) return { order: null, reason: 'claim_does_not_fit' }
    return (await isDisputed(services, trx, payment))
      ? { order: null, reason: disputedReason }
      : match
  }
}
