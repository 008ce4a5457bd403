import type { Selectable } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { ShopItemsTable } from '#server/db/schema.ts'

export type ShopItemRecord = Selectable<ShopItemsTable>

/** What the skin shop sells, the newest first. */
export function listShopItems({ db }: Pick<Database, 'db'>): Promise<ShopItemRecord[]> {
  return db
    .selectFrom('shop_items')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}
