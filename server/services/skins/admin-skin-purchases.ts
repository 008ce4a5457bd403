import { sql, type Kysely } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/skins.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import {
  containing,
  isSteamId,
  matchesPlayer,
  newestFirst,
  toPage,
  writeTimeCursor,
  type Page,
} from '#server/services/list-queries.ts'
import { skinNotes } from '#server/services/tasks/tasks.ts'

/** A page of the sold skins, newest first. Refuses an invalid cursor with `validation_failed`. */
export async function listSkinPurchases(
  { database }: Services,
  { search, toDeliver, cursor }: QueryOf<typeof contract.listSkinPurchases>,
): Promise<Page<SkinPurchaseRecord>> {
  let query = selectSkinPurchases(database.db)
  if (search !== '') query = query.where(matchesPurchase(search))
  if (toDeliver) query = query.where('delivered_at', 'is', null)
  return toPage(await newestFirst(query, ['created_at', 'id'], cursor), writeTimeCursor)
}

function matchesPurchase(search: string) {
  const player = matchesPlayer(search)
  return isSteamId(search)
    ? player
    : sql<boolean>`(${player} or item_name ilike ${containing(search)})`
}

export type SkinPurchaseRecord = Awaited<
  ReturnType<ReturnType<typeof selectSkinPurchases>['executeTakeFirstOrThrow']>
>

/** Bought skins, with the notes of the staff. */
export function selectSkinPurchases(db: Kysely<Schema>) {
  return db.selectFrom('skin_purchases').selectAll().select(skinNotes.as('notes'))
}
