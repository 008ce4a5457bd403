import type { Services } from '#server/services/context.ts'
import { giveUpImage } from '#server/services/images/store-image.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'
import { auditedShopItem, lockShopItem } from './shop-item-records.ts'

/** Takes an item out of the skin shop; who bought it keeps it. Refuses with `item_not_found`. */
export async function deleteShopItem(
  services: Services,
  admin: Admin,
  itemId: string,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const item = await lockShopItem(trx, itemId)
    await trx.deleteFrom('shop_items').where('id', '=', itemId).execute()
    await giveUpImage(trx, item.image_url, services.clock())
    await writeAudit(services, trx, admin, {
      action: 'shop_item_deleted',
      subject: `shop_item:${itemId}`,
      before: auditedShopItem(item),
      after: null,
    })
  })
}
