import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { beginningWith, containing } from '#server/services/like-pattern.ts'

type Columns = ExpressionBuilder<Schema, 'orders'>

/**
 * The orders that a search means: by a part of the Discord name, the item's name or the Steam ID,
 * or by how the order's id or PayPal's transaction id begins.
 */
export function matchesSearch(eb: Columns, search: string): Expression<SqlBool> {
  const part = containing(search)
  const start = beginningWith(search)
  return eb.or([
    eb('orders.discord_username', 'ilike', part),
    eb('orders.item_name', 'ilike', part),
    ...(/^\d+$/.test(search) ? [eb('orders.steam_id', 'like', part)] : []),
    // Shorter ones are words, which some id or other begins with as well.
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
              .where('payments.reference', 'like', start.toUpperCase()),
          ),
        ]
      : []),
  ])
}
