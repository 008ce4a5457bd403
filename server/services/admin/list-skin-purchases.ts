import { sql } from 'kysely'
import type { z } from 'zod'
import type { adminSkinPurchasesQuery } from '#contract/admin-kryptonite.ts'
import type { Services } from '#server/services/context.ts'
import type { SkinPurchaseRecord } from './change-skin-delivery.ts'
import { containing } from '#server/services/like-pattern.ts'
import { isSteamId, matchesPlayer } from './match-player.ts'
import { rowsToFetch, toPage, type Page } from './page.ts'
import { isAfterCursor, microsecondsOf, writeTimeCursor } from '#server/services/time-cursor.ts'

/** A page of the sold skins, newest first. Refuses a strange cursor with `validation_failed`. */
export async function listSkinPurchases(
  { database }: Services,
  { search, toDeliver, cursor }: z.output<typeof adminSkinPurchasesQuery>,
): Promise<Page<SkinPurchaseRecord>> {
  let query = database.db
    .selectFrom('skin_purchases')
    .selectAll()
    .select(microsecondsOf('created_at').as('created_microseconds'))
  if (search !== '') query = query.where(matchesPurchase(search))
  if (toDeliver) query = query.where('delivered_at', 'is', null)
  if (cursor !== undefined) query = query.where(isAfterCursor('created_at', 'id', cursor))
  const found = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsToFetch)
    .execute()
  return toPage(found, ({ created_microseconds: microseconds, id }) =>
    writeTimeCursor({ microseconds, id }),
  )
}

function matchesPurchase(search: string) {
  const player = matchesPlayer(search)
  return isSteamId(search)
    ? player
    : sql<boolean>`(${player} or item_name ilike ${containing(search)})`
}
