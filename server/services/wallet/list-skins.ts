import type { Selectable } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'

/** More than anybody owns; a list without end would be a way to make us work. */
const mostSkins = 500

/** What was bought for a Steam ID, newest first. */
export async function listSkins(
  { database }: Pick<Services, 'database'>,
  steamId: string,
): Promise<Selectable<Schema['skin_purchases']>[]> {
  return database.db
    .selectFrom('skin_purchases')
    .selectAll()
    .where('steam_id', '=', steamId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostSkins)
    .execute()
}
