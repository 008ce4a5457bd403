import { randomUUID } from 'node:crypto'
import type { Buyer, Services } from '#server/services/context.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import { readOrderPerks } from '#server/services/perks/order-perks.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { findOrder, type OrderRecord } from './orders.ts'
import { lockOrder } from './lock-orders.ts'

/**
 * Stores what the staff need to know to deliver a paid order, and sends it to them. The last answer
 * counts, also of two tabs; repeating it changes nothing. Refuses others than the maker with
 * `order_not_found`, and with `order_not_paid`, also after a refund, or `order_delivered`.
 */
export async function changeDetails(
  services: Services,
  buyer: Buyer,
  orderId: string,
  details: string,
): Promise<OrderRecord> {
  await findOrder(services, buyer, orderId)
  const perk = (await readOrderPerks(services, [orderId])).get(orderId)
  return services.database.transaction(async (trx) => {
    // Again under the lock: nothing is written into an order whose buyer has just deleted their data.
    await lockOrder(trx, orderId)
    const order = await findOrder(services, buyer, orderId, trx)
    if (order.status !== 'paid') throw new ServiceError('order_not_paid')
    if (order.delivered_at !== null || perk?.delivery.state === 'verified') {
      throw new ServiceError('order_delivered')
    }
    if (order.details === details) return order
    await trx.updateTable('orders').set({ details }).where('id', '=', orderId).execute()
    const about = { order_id: orderId, occasion: randomUUID() }
    await queueMessage(services, trx, { kind: 'checkout_details', ...about })
    return { ...order, details }
  })
}
