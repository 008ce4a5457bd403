import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/kryptonite.ts'
import type { Row, Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import {
  beginningWith,
  containing,
  isSteamId,
  newestFirst,
  toPage,
  writeTimeCursor,
} from '#server/services/list-queries.ts'

export type PackOrder = Row<'krypto_orders'>

/** What of a pack's price was not refunded or lost; an open dispute is not lost. */
export const keptPackCents = sql<number>`greatest(0, price_cents - refunded_cents
  - case when status = 'disputed' then 0 else disputed_cents end)`

/** A page of pack orders, the newest first. Refuses an invalid cursor with `validation_failed`. */
export async function listPackOrders(
  { database }: Services,
  { search, cursor }: QueryOf<typeof contract.listPackOrders>,
) {
  let query = database.db
    .selectFrom('krypto_orders')
    .select([
      'id',
      'status',
      'mismatch',
      'steam_id as steamId',
      'discord_username as discordUsername',
      'amount',
      'bonus',
      'price_cents as priceCents',
      'refunded_cents as refundedCents',
      'disputed_cents as disputedCents',
      'session_id as sessionId',
      'created_at as openedAt',
      'paid_at as paidAt',
    ])
  if (search !== '') query = query.where((eb) => matchesPackBuyer(eb, search))
  const found = await newestFirst(query, ['created_at', 'id'], cursor)
  const { rows, nextCursor } = toPage(found, writeTimeCursor)
  const orders = rows.map((row) => {
    const { microseconds: _, ...order } = row
    return order
  })
  return { orders, nextCursor }
}

/** Matches a part of the Discord name or Steam ID, or the beginning of an id, ours or Stripe's. */
export function matchesPackBuyer(
  eb: ExpressionBuilder<Schema, 'krypto_orders'>,
  search: string,
): Expression<SqlBool> {
  if (isSteamId(search)) return eb('steam_id', '=', search)
  const start = beginningWith(search)
  return eb.or([
    eb('discord_username', 'ilike', containing(search)),
    eb('steam_id', 'like', containing(search)),
    eb('session_id', 'like', start),
    eb('payment_intent', 'like', start),
    ...(/^[0-9a-f-]{4,36}$/i.test(search) ? [eb(sql`id::text`, 'like', start.toLowerCase())] : []),
  ])
}

/** Deletes pack orders that ended without a payment, up to `limit`: personal data without a purpose. */
export async function forgetUnpaidPacks(
  { db }: Services['database'],
  { openedBefore, limit }: { readonly openedBefore: Date; readonly limit: number },
): Promise<void> {
  await db
    .deleteFrom('krypto_orders')
    .where('id', 'in', (ids) =>
      ids
        .selectFrom('krypto_orders')
        .select('id')
        .where('status', 'in', ['expired', 'failed'])
        .where('paid_at', 'is', null)
        .where('next_check_at', 'is', null)
        .where('created_at', '<', openedBefore)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('messages')
                .whereRef('messages.krypto_order_id', '=', 'krypto_orders.id'),
            ),
          ),
        )
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
