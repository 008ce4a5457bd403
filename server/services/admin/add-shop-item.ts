import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Services } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { storeImage } from '#server/services/images/store-image.ts'
import type { ShopItemRecord } from '#server/services/skins/list-shop-items.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'
import { auditedShopItem } from './shop-item-records.ts'

export interface NewShopItem {
  readonly name: string
  readonly price: number
  /** The file as it was uploaded. */
  readonly picture: Buffer
}

const storedItem = z.object({
  id: z.string(),
  name: z.string(),
  price: z.int(),
  image_url: z.string(),
  created_at: z.coerce.date(),
})

/**
 * Puts an item into the skin shop, once for each key. Refuses with `image_refused`, `rate_limited`
 * when the decoder has no time for it, or `idempotency_key_reused`.
 */
export async function addShopItem(
  services: Services,
  admin: Admin,
  { name, price, picture }: NewShopItem,
  key: string | null,
): Promise<ShopItemRecord> {
  const encoded = await encodePicture(services, picture)
  const now = services.clock()
  const pictureHash = createHash('sha256').update(picture).digest('hex')
  const once = {
    scope: 'shop_item',
    key,
    requestHash: hashRequest(name, price, pictureHash),
    now,
  }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, storedItem, async () => {
      const item = await trx
        .insertInto('shop_items')
        .values({ name, price, image_url: await storeImage(trx, encoded, now), created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
      await writeAudit(services, trx, admin, {
        action: 'shop_item_added',
        subject: `shop_item:${item.id}`,
        before: null,
        after: auditedShopItem(item),
      })
      return item
    }),
  )
}
