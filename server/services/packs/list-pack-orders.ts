import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { adminPackOrdersQuery } from '#contract/admin-kryptonite.ts'
import type { Schema } from '#server/db/schema.ts'
import { beginningWith, containing } from '#server/services/like-pattern.ts'
import { rowsToFetch, toPage, type Page } from '#server/services/admin/page.ts'
import { isAfterCursor, microsecondsOf, writeTimeCursor } from '#server/services/time-cursor.ts'
import type { Services } from '#server/services/context.ts'
import type { PackOrder } from './pack-records.ts'

/** A page of all packs' orders, the newest first. Refuses a strange cursor with `validation_failed`. */
export async function listPackOrders(
  { database }: Services,
  { search, cursor }: z.output<typeof adminPackOrdersQuery>,
): Promise<Page<PackOrder>> {
  let query = database.db
    .selectFrom('krypto_orders')
    .selectAll()
    .select(microsecondsOf('created_at').as('microseconds'))
  if (search !== '') query = query.where((eb) => matchesSearch(eb, search))
  if (cursor !== undefined) query = query.where(isAfterCursor('created_at', 'id', cursor))
  const found = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsToFetch)
    .execute()
  return toPage(found, writeTimeCursor)
}

/** By a part of the Discord name or the Steam ID, or by how an id of ours or of Stripe's begins. */
function matchesSearch(
  eb: ExpressionBuilder<Schema, 'krypto_orders'>,
  search: string,
): Expression<SqlBool> {
  const start = beginningWith(search)
  return eb.or([
    eb('discord_username', 'ilike', containing(search)),
    eb('steam_id', 'like', containing(search)),
    eb('session_id', 'like', start),
    eb('payment_intent', 'like', start),
    ...(/^[0-9a-f-]{4,36}$/i.test(search) ? [eb(sql`id::text`, 'like', start.toLowerCase())] : []),
  ])
}
