import type { Selectable } from 'kysely'
import type { OrdersTable } from '#server/db/schema.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { selectOrderRecords, type OrderRecord } from './order-records.ts'

export type Order = Selectable<OrdersTable>

/** An order for its maker: the browser that opened it, or the account that did. Others: `order_not_found`. */
export async function findOrder(
  { database }: Services,
  buyer: Buyer,
  orderId: string,
): Promise<OrderRecord> {
  const order = await selectOrderRecords(database.db)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  const isMaker =
    order?.buyer_hash === buyer.hash || (order?.user_id && order.user_id === buyer.userId)
  if (!order || !isMaker) throw new Refusal('order_not_found')
  return order
}
