import { cents } from '#domain/money.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { findOrders, type Order } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { handleUnclear, refuseUnclear } from '#server/services/payments/engine.ts'
import { syncOrders } from '#server/services/payments/order-payments.ts'
import { openAttempt, storeAttempt } from '#server/services/payments/provider-orders.ts'
import { markReadable } from '#server/services/payments/unreadable-answers.ts'

/** Only against endless repetition: two tabs can start payments in turn. */
const maxRounds = 3

/**
 * Creates the PayPal order that the buyer approves (driver `orders`), with our amounts: for one order
 * or for several at once. Idempotent. Refuses with `order_not_found`, `order_not_payable`,
 * `item_not_sold` or a code of `refuseUnclear`.
 */
export async function startPayment(
  services: Services,
  buyer: Buyer,
  orderIds: readonly string[],
): Promise<{ providerOrderId: string }> {
  await findOrders(services, buyer, orderIds)
  for (let round = 0; round < maxRounds; round += 1) {
    const attempt = await openAttempt(services, orderIds)
    if (attempt.outcome === 'known') return { providerOrderId: attempt.reference }
    if (attempt.outcome === 'capturing') {
      await syncOrders(services, attempt.orders, { isApproved: false })
    } else {
      const created = await createOrder(services, attempt.orders)
      if (await storeAttempt(services, attempt.orders, created)) {
        await markReadable(services, services.paypal.name, orderIds)
        return created
      }
    }
  }
  throw new ServiceError('payment_provider_unavailable', { retryAfterSeconds: 5 })
}

/**
 * No transaction is open here, because the provider may take seconds. Two tabs send the same key and
 * get the same PayPal order.
 */
async function createOrder(services: Services, orders: readonly Order[]) {
  const { paypal, site } = services
  const { brand } = site.current().community
  const answer = await paypal.createOrder(
    orders.map((order) => ({
      orderId: order.id,
      attempt: order.provider_order_attempt,
      amountCents: cents(order.price_cents),
      currency: order.currency,
      description: `${brand} · ${order.item_name}`,
    })),
  )
  // There is no PayPal order id yet, and nothing that could be paid: one entry is enough.
  const orderId = orders[0]?.id ?? ''
  const created = await handleUnclear(
    services,
    { provider: paypal.name, reference: orderId, orderId },
    answer,
  )
  refuseUnclear(created, 'payment_provider_unavailable', 'payments_not_set_up')
  return created
}
