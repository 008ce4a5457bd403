import type { Trx } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import type { ShopItemRecord } from '#server/services/skins/list-shop-items.ts'

/** An item as the audit log tells it: the picture by its address. */
export function auditedShopItem({ name, price, image_url }: ShopItemRecord) {
  return { name, price, image_url }
}

/** Two admins at once take turns. Refuses with `item_not_found`. */
export async function lockShopItem(trx: Trx, id: string): Promise<ShopItemRecord> {
  const item = await trx
    .selectFrom('shop_items')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw new Refusal('item_not_found')
  return item
}
