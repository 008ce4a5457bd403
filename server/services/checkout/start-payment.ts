import { cents } from '#domain/money.ts'
import { orderCan } from '#domain/orders.ts'
import { siteConfig } from '#site/community.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { handleUnclear, refuseUnclear } from '#server/services/payments/engine.ts'
import { isClosedByOwner, markReadable } from '#server/services/payments/unreadable-answers.ts'
import { findOrder, type Order } from '#server/services/orders/orders.ts'
import { nextOrderCheck } from '#server/services/payments/due-checks.ts'

/**
 * Creates the PayPal order that the buyer approves (driver `orders`), with our amount. Idempotent.
 * Refuses with `order_not_payable`, `payment_provider_unavailable` or `payment_answer_unreadable`.
 */
export async function startPayment(
  services: Services,
  buyer: Buyer,
  orderId: string,
): Promise<{ providerOrderId: string }> {
  const order = await findOrder(services, buyer, orderId)
  const canStart =
    order.driver === 'orders' &&
    order.provider_mode === services.paypal.mode &&
    orderCan.startPayment(order.status) &&
    !(await isClosedByOwner(services.database.db, order.provider, [order.id]))
  if (!canStart) throw new ServiceError('order_not_payable')
  const known = await services.database.db
    .selectFrom('provider_orders')
    .select('reference')
    .where('order_id', '=', order.id)
    .where('attempt', '=', order.provider_order_attempt)
    .executeTakeFirst()
  if (known) return { providerOrderId: known.reference }
  // No transaction is open here, because the provider may take seconds. Two tabs send the same key
  // and get the same PayPal order.
  const answer = await services.paypal.createOrder({
    orderId: order.id,
    attempt: order.provider_order_attempt,
    amountCents: cents(order.price_cents),
    currency: order.currency,
    description: `${siteConfig.brand} · ${order.item_name}`,
  })
  // There is no PayPal order id yet.
  const request = { provider: order.provider, reference: order.id, orderId: order.id }
  const created = await handleUnclear(services, request, answer)
  refuseUnclear(created)
  await storeProviderOrder(services, order, created)
  await markReadable(services, order.provider, [order.id])
  return { providerOrderId: created.providerOrderId }
}

async function storeProviderOrder(
  { database, paypal, clock }: Services,
  order: Order,
  created: { providerOrderId: string; payee: string | null },
): Promise<void> {
  await database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ next_check_at: nextOrderCheck(order, clock()) })
      .where('id', '=', order.id)
      .where('status', '=', 'pending')
      .where('provider_order_attempt', '=', order.provider_order_attempt)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ServiceError('order_not_payable')
    await trx
      .insertInto('provider_orders')
      .values({
        provider: paypal.name,
        reference: created.providerOrderId,
        order_id: order.id,
        attempt: order.provider_order_attempt,
        payee: created.payee,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
      .execute()
  })
}
