import { createHash } from 'node:crypto'
import { z } from 'zod'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { keepImage, storeImage } from '#server/services/images/images.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { itemColumns, type ShopItemRecord } from './skin-shop.ts'

export interface NewShopItem {
  readonly name: string
  readonly price: number
  /** The uploaded file. */
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
 * Adds an item to the skin shop, once per key. Refuses with `image_refused`, `rate_limited` when
 * the decoder is overloaded, or `idempotency_key_reused`.
 */
export async function addShopItem(
  services: Services,
  admin: Admin,
  item: NewShopItem,
  key: string | null,
): Promise<ShopItemRecord> {
  return addEncodedItem(services, admin, item, await encodePicture(services, item.picture), key)
}

/** The same with a picture that is encoded already. */
export async function addEncodedItem(
  services: Services,
  admin: Admin,
  { name, price, picture }: NewShopItem,
  encoded: Uint8Array,
  key: string | null,
): Promise<ShopItemRecord> {
  const now = services.clock()
  const pictureHash = createHash('sha256').update(picture).digest('hex')
  const requestHash = hashRequest(name, price, pictureHash)
  const once = { scope: 'shop_item', key, requestHash, now }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, storedItem, async () => {
      const item = await trx
        .insertInto('shop_items')
        .values({ name, price, image_url: await storeImage(trx, encoded, now), created_at: now })
        .returning(itemColumns)
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

/** Omitted fields stay unchanged. */
export type ShopItemChange = Partial<NewShopItem>

/**
 * Changes an item of the skin shop; bought skins stay as they were. Repeating it changes nothing.
 * Refuses with `item_not_found`, `image_refused`, or `rate_limited` when the decoder is overloaded.
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
    if (after.image_url !== before.image_url) await keepImage(trx, before.image_url, now)
    await writeAudit(services, trx, admin, {
      action: 'shop_item_changed',
      subject: `shop_item:${itemId}`,
      before: auditedShopItem(before),
      after: changed,
    })
    return after
  })
}

/** Removes an item from the skin shop; its buyers keep it. Refuses with `item_not_found`. */
export async function deleteShopItem(
  services: Services,
  admin: Admin,
  itemId: string,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const item = await lockShopItem(trx, itemId)
    await trx.deleteFrom('shop_items').where('id', '=', itemId).execute()
    await keepImage(trx, item.image_url, services.clock())
    await writeAudit(services, trx, admin, {
      action: 'shop_item_deleted',
      subject: `shop_item:${itemId}`,
      before: auditedShopItem(item),
      after: null,
    })
  })
}

/** An item in the audit log: the picture by its address. */
function auditedShopItem({ name, price, image_url }: ShopItemRecord) {
  return { name, price, image_url }
}

/** Locks the item against concurrent admins. Refuses with `item_not_found`. */
async function lockShopItem(trx: Trx, id: string): Promise<ShopItemRecord> {
  const item = await trx
    .selectFrom('shop_items')
    .select(itemColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw new ServiceError('item_not_found')
  return item
}
