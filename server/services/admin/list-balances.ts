import { sql } from 'kysely'
import type { z } from 'zod'
import type { balancesQuery } from '#contract/admin-kryptonite.ts'
import type { Services } from '#server/services/context.ts'
import { rowsToFetch, toPage, type Page } from './page.ts'
import { strangeCursor } from '#server/services/strange-cursor.ts'
import { matchesPlayer } from './match-player.ts'

export interface BalanceRecord {
  readonly steam_id: string
  readonly discord_username: string
  readonly balance: number
  readonly updated_at: Date
  readonly is_claimed: boolean
}

const cursorShape = /^(-?\d{1,15})\.(7656\d{13})$/

/** A page of all balances, the highest first. Refuses a strange cursor with `validation_failed`. */
export async function listBalances(
  { database }: Services,
  { search, cursor }: z.output<typeof balancesQuery>,
): Promise<Page<BalanceRecord>> {
  let query = database.db
    .selectFrom('krypto_balance')
    .select(['steam_id', 'discord_username', 'balance', 'updated_at'])
    .select(
      sql<boolean>`exists (
        select 1 from steam_claims where steam_claims.steam_id = krypto_balance.steam_id
      )`.as('is_claimed'),
    )
  if (search !== '') query = query.where(matchesPlayer(search))
  if (cursor !== undefined) {
    const [, balance, steamId] = cursorShape.exec(cursor) ?? []
    if (balance === undefined || steamId === undefined) throw strangeCursor()
    query = query.where((eb) =>
      eb.or([
        eb('balance', '<', Number(balance)),
        eb.and([eb('balance', '=', Number(balance)), eb('steam_id', '>', steamId)]),
      ]),
    )
  }
  const found = await query
    .orderBy('balance', 'desc')
    .orderBy('steam_id')
    .limit(rowsToFetch)
    .execute()
  return toPage(found, ({ balance, steam_id: steamId }) => `${balance}.${steamId}`)
}
