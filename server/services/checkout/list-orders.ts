import type { Buyer, Services } from '#server/services/context.ts'
import { selectOrderRecords, type OrderRecord } from './order-records.ts'

const mostOrders = 100

/** What this browser or this account ordered, newest first; what was replaced is nothing to tell. */
export function listOrders(
  { database }: Services,
  { hash, userId }: Buyer,
): Promise<OrderRecord[]> {
  return selectOrderRecords(database.db)
    .where((eb) =>
      eb.or([
        eb('orders.buyer_hash', '=', hash),
        ...(userId === null ? [] : [eb('orders.user_id', '=', userId)]),
      ]),
    )
    .where('orders.status', '<>', 'superseded')
    .orderBy('orders.opened_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(mostOrders)
    .execute()
}
