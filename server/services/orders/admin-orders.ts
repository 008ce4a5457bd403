import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import {
  beginningWith,
  containing,
  isSteamId,
  newestFirst,
  toPage,
  writeTimeCursor,
  type Page,
} from '#server/services/list-queries.ts'
import { isDeliveredByAdapter } from '#server/services/perks/order-perks.ts'
import { changeOrderDelivery } from '#server/services/tasks/tasks.ts'
import { awaitsAnswer } from './order-messages.ts'
import { findOrderRecord, selectOrderRecords, type OrderRecord } from './orders.ts'

export type OrderSearch = QueryOf<typeof contract.searchOrders>

/** A page of all orders, the newest first; of paid ones the latest paid. Refuses an invalid cursor with `validation_failed`. */
export async function searchOrders(
  services: Services,
  { search, status, paid, toDeliver, unanswered, cursor }: OrderSearch,
): Promise<Page<OrderRecord>> {
  let query = selectOrderRecords(services)
  if (search !== '') query = query.where((eb) => matchesSearch(eb, search))
  if (paid) query = query.where('orders.paid_at', 'is not', null)
  if (status) query = query.where('orders.status', '=', status)
  if (toDeliver) {
    // Disputed and refunded orders must not be delivered, and adapters need no help.
    query = query
      .where('orders.status', '=', 'paid')
      .where('purchases.id', 'is not', null)
      .where('purchases.delivered_at', 'is', null)
      .where((eb) => eb.not(isDeliveredByAdapter(services, 'orders.id')))
  }
  if (unanswered) query = query.where(awaitsAnswer)
  return toPage(
    await newestFirst(query, [paid ? 'orders.paid_at' : 'orders.opened_at', 'orders.id'], cursor),
    writeTimeCursor,
  )
}

type Columns = ExpressionBuilder<Schema, 'orders'>

/** Also matches a part of the item's name. */
function matchesSearch(eb: Columns, search: string): Expression<SqlBool> {
  const isBuyer = matchesBuyer(eb, search)
  if (isSteamId(search)) return isBuyer
  return eb.or([isBuyer, eb('orders.item_name', 'ilike', containing(search))])
}

/**
 * Matches a part of the Discord name or the Steam ID, or the beginning of the order's id, or of
 * PayPal's id of the transaction or its order.
 */
export function matchesBuyer(eb: Columns, search: string): Expression<SqlBool> {
  if (isSteamId(search)) return eb('orders.steam_id', '=', search)
  const part = containing(search)
  const start = beginningWith(search)
  return eb.or([
    eb('orders.discord_username', 'ilike', part),
    ...(/^\d+$/.test(search) ? [eb('orders.steam_id', 'like', part)] : []),
    // Shorter texts are usually words, and random ids would match them.
    ...(/^[0-9a-f-]{4,36}$/i.test(search)
      ? [eb(sql`orders.id::text`, 'like', start.toLowerCase())]
      : []),
    ...(/^[0-9a-z]{4,40}$/i.test(search)
      ? [
          eb(
            'orders.id',
            'in',
            eb
              .selectFrom('payments')
              .select('payments.order_id')
              .where('payments.order_id', 'is not', null)
              .where('payments.reference', 'like', start.toUpperCase())
              .union(
                eb
                  .selectFrom('provider_orders')
                  .select('provider_orders.order_id')
                  .where('provider_orders.reference', 'like', start.toUpperCase()),
              ),
          ),
        ]
      : []),
  ])
}

/**
 * Marks a paid order as delivered in the game, or takes that back. Repeating it changes nothing.
 * Refuses with `order_not_found`, or with `order_not_paid`, also for refunded and disputed orders.
 */
export async function changeDelivery(
  services: Services,
  admin: Admin,
  orderId: string,
  delivered: boolean,
): Promise<OrderRecord> {
  return services.database.transaction(async (trx) => {
    await changeOrderDelivery(services, trx, admin, orderId, delivered)
    return findOrderRecord(services, orderId, trx)
  })
}
