import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { adminTransactionsQuery } from '#contract/admin-kryptonite.ts'
import type { KryptoTransactionsTable } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { beginningWith, containing } from '#server/services/like-pattern.ts'
import { isSteamId } from './match-player.ts'
import { rowsToFetch, toPage, type Page } from './page.ts'
import { readNumberCursor } from '#server/services/strange-cursor.ts'

export type TransactionRecord = Selectable<KryptoTransactionsTable>

/** A page of the whole ledger, newest first. Refuses a strange cursor with `validation_failed`. */
export async function listTransactions(
  { database }: Services,
  { search, type, cursor }: z.output<typeof adminTransactionsQuery>,
): Promise<Page<TransactionRecord>> {
  let query = database.db.selectFrom('krypto_transactions').selectAll()
  if (search !== '') query = query.where(matchesTransaction(search))
  if (type) query = query.where('transaction_type', '=', type)
  if (cursor !== undefined) query = query.where('id', '<', readNumberCursor(cursor))
  const found = await query.orderBy('id', 'desc').limit(rowsToFetch).execute()
  return toPage(found, ({ id }) => String(id))
}

/** By a part of the name or the description, by a Steam ID, or by how the source begins. */
function matchesTransaction(search: string): RawBuilder<boolean> {
  if (isSteamId(search)) return sql<boolean>`steam_id = ${search}`
  const part = containing(search)
  const digits = /^\d+$/.test(search) ? sql`or steam_id like ${part}` : sql``
  return sql<boolean>`(
    discord_username ilike ${part} or description ilike ${part} ${digits}
    or source like ${beginningWith(search)} or split_part(source, ':', 2) like ${beginningWith(search)}
  )`
}
