import type { z } from 'zod'
import type { adminOrdersQuery } from '#contract/staff.ts'
import { selectOrderRecords, type OrderRecord } from '#server/services/checkout/order-records.ts'
import type { Services } from '#server/services/context.ts'
import { rowsToFetch, toPage } from './page.ts'
import { matchesSearch } from './search-orders.ts'
import { isAfterCursor, microsecondsOf, writeTimeCursor } from '#server/services/time-cursor.ts'

export type OrderSearch = z.output<typeof adminOrdersQuery>

export interface OrderPage {
  readonly orders: readonly OrderRecord[]
  readonly nextCursor: string | null
}

/** A page of all buyers' orders, the newest first. Refuses a strange cursor with `validation_failed`. */
export async function listOrders(
  { database }: Services,
  { search, status, toDeliver, cursor }: OrderSearch,
): Promise<OrderPage> {
  let query = selectOrderRecords(database.db).select(
    microsecondsOf('orders.opened_at').as('opened_microseconds'),
  )
  if (search !== '') query = query.where((eb) => matchesSearch(eb, search))
  if (status) query = query.where('orders.status', '=', status)
  if (toDeliver) {
    // What is disputed or was given back is handed over to nobody.
    query = query
      .where('orders.status', '=', 'settled')
      .where('purchases.id', 'is not', null)
      .where('purchases.delivered_at', 'is', null)
  }
  if (cursor !== undefined) {
    query = query.where(isAfterCursor('orders.opened_at', 'orders.id', cursor))
  }
  const found = await query
    .orderBy('orders.opened_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(rowsToFetch)
    .execute()
  const { rows, nextCursor } = toPage(found, ({ opened_microseconds: microseconds, id }) =>
    writeTimeCursor({ microseconds, id }),
  )
  return { orders: rows, nextCursor }
}
