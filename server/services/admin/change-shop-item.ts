import type { Services } from '#server/services/context.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { giveUpImage, storeImage } from '#server/services/images/store-image.ts'
import type { ShopItemRecord } from '#server/services/skins/list-shop-items.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'
import { auditedShopItem, lockShopItem } from './shop-item-records.ts'

/** What is not named stays. */
export interface ShopItemChange {
  readonly name?: string | undefined
  readonly price?: number | undefined
  /** The file as it was uploaded. */
  readonly picture?: Buffer | undefined
}

/**
 * Changes an item of the skin shop; what was bought before stays as it was. Repeating it changes
 * nothing. Refuses with `item_not_found`, `image_refused`, or `rate_limited` when the decoder has no time.
 */
export async function changeShopItem(
  services: Services,
  admin: Admin,
  itemId: string,
  { name, price, picture }: ShopItemChange,
): Promise<ShopItemRecord> {
  const encoded = picture && (await encodePicture(services, picture))
  const now = services.clock()
  return services.database.transaction(async (trx) => {
    const before = await lockShopItem(trx, itemId)
    const after = {
      ...before,
      name: name ?? before.name,
      price: price ?? before.price,
      image_url: encoded ? await storeImage(trx, encoded, now) : before.image_url,
    }
    const changed = auditedShopItem(after)
    if (JSON.stringify(changed) === JSON.stringify(auditedShopItem(before))) return before
    await trx.updateTable('shop_items').set(changed).where('id', '=', itemId).execute()
    if (after.image_url !== before.image_url) await giveUpImage(trx, before.image_url, now)
    await writeAudit(services, trx, admin, {
      action: 'shop_item_changed',
      subject: `shop_item:${itemId}`,
      before: auditedShopItem(before),
      after: changed,
    })
    return after
  })
}
