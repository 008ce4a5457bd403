import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from './find-order.ts'
import { queuePaidMessage } from './staff-messages.ts'

/**
 * Hands a paid order to the staff: a row in `purchases`, which every open page hears of, and a
 * message. The unique order id of `purchases` makes a second delivery impossible.
 */
export async function deliver(services: Services, trx: Trx, order: Order): Promise<void> {
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
