import { cents } from '../../../domain/money.ts'
import { orderCan } from '../../../domain/orders.ts'
import { siteConfig } from '../../../site.config.ts'
import type { Buyer, Services } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findOrder, type Order } from './find-order.ts'
import { nextCheck } from './next-check.ts'

/**
 * Makes the order at PayPal that the buyer is asked to approve (driver `orders`), with our amount.
 * Safe to repeat. Refuses with `order_not_payable` or `payment_provider_unavailable`.
 */
export async function startPayment(
  services: Services,
  buyer: Buyer,
  orderId: string,
): Promise<{ providerOrderId: string }> {
  const order = await findOrder(services, buyer, orderId)
  if (!orderCan.startPayment(order.status) || order.driver !== 'orders') {
    throw new Refusal('order_not_payable')
  }
  if (order.provider_order_id) return { providerOrderId: order.provider_order_id }
  // No transaction is open here: the provider may take seconds. Two tabs send the same key and get
  // the same order of PayPal's.
  const created = await services.payments.createOrder({
    orderId: order.id,
    attempt: order.provider_order_attempt,
    amountCents: cents(order.price_cents),
    currency: order.currency,
    description: `${siteConfig.brand} · ${order.item_name}`,
  })
  if (created.outcome === 'unavailable') {
    services.log.warn({ orderId, detail: created.detail }, 'paypal order not created')
    throw new Refusal('payment_provider_unavailable', { retryAfterSeconds: 5 })
  }
  await remember(services, order, created)
  return { providerOrderId: created.providerOrderId }
}

async function remember(
  { database, clock }: Services,
  order: Order,
  created: { providerOrderId: string; payee: string | null },
): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('orders')
    .set({
      provider_order_id: created.providerOrderId,
      provider_payee: created.payee,
      next_check_at: nextCheck(order.opened_at, clock()),
    })
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .where('provider_order_attempt', '=', order.provider_order_attempt)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('order_not_payable')
}
