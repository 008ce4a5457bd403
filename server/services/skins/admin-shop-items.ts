import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { Row } from '#server/db/schema.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { keepImage, storeImage } from '#server/services/images/images.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { itemColumns } from './skin-shop.ts'

const adminColumns = [...itemColumns, 'hidden'] as const
type ShopItemRecord = Pick<Row<'shop_items'>, (typeof adminColumns)[number]>

/** All items of the skin shop, in the order of its page. */
export function listAllShopItems({ db }: Pick<Database, 'db'>): Promise<ShopItemRecord[]> {
  return db
    .selectFrom('shop_items')
    .select(adminColumns)
    .orderBy('position')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export interface NewShopItem {
  readonly name: string
  readonly price: number
  /** Null without a limit. */
  readonly stock: number | null
  readonly hidden: boolean
  readonly picture: Buffer
}

const storedItem = z.object({
  id: z.string(),
  name: z.string(),
  price: z.int(),
  image_url: z.string(),
  created_at: z.coerce.date(),
  stock: z.int().nullable(),
  position: z.int().nullable(),
  hidden: z.boolean(),
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
  { picture, ...fields }: NewShopItem,
  encoded: Uint8Array,
  key: string | null,
): Promise<ShopItemRecord> {
  const now = services.clock()
  const pictureHash = createHash('sha256').update(picture).digest('hex')
  const requestHash = hashRequest(fields, pictureHash)
  const once = { scope: 'shop_item', key, requestHash, now }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, storedItem, async () => {
      const item = await trx
        .insertInto('shop_items')
        .values({ ...fields, image_url: await storeImage(trx, encoded, now), created_at: now })
        .returning(adminColumns)
        .executeTakeFirstOrThrow()
      await writeAudit(services, trx, admin, {
        action: 'shop_item_added',
        subject: `shop_item:${item.id}`,
        after: auditedShopItem(item),
      })
      return item
    }),
  )
}

/** Omitted fields stay unchanged. */
export type ShopItemChange = Partial<NewShopItem & Pick<ShopItemRecord, 'position'>>

/**
 * Changes an item of the skin shop; bought skins stay as they were. Repeating it changes nothing. The
 * position is its place on the page, where the others make room.
 * Refuses with `item_not_found`, `image_refused`, or `rate_limited` when the decoder is overloaded.
 */
export async function changeShopItem(
  services: Services,
  admin: Admin,
  itemId: string,
  { picture, position, ...fields }: ShopItemChange,
): Promise<ShopItemRecord> {
  const encoded = picture && (await encodePicture(services, picture))
  const now = services.clock()
  return services.database.transaction(async (trx) => {
    if (position !== undefined) await lockAllItems(trx)
    const before = await lockShopItem(trx, itemId)
    const isMoved = position !== undefined && position !== before.position
    const after = {
      ...before,
      ...fields,
      image_url: encoded ? await storeImage(trx, encoded, now) : before.image_url,
      position: isMoved ? await makeRoom(trx, itemId, position) : before.position,
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

/** In one order, so that two admins who move items wait for each other. */
async function lockAllItems(trx: Trx): Promise<void> {
  await trx.selectFrom('shop_items').select('id').orderBy('id').forUpdate().execute()
}

/**
 * Numbers the items before that place, and those that have a place after it. Returns the place, which is
 * the last one when there are fewer items.
 */
async function makeRoom(trx: Trx, itemId: string, position: number | null): Promise<number | null> {
  if (position === null) return null
  const others = (await listAllShopItems({ db: trx })).filter(({ id }) => id !== itemId)
  const index = Math.min(position - 1, others.length)
  const placed = others.filter((other) => other.position !== null).length
  const ids = others
    .map(({ id }) => id)
    .toSpliced(index, 0, itemId)
    .slice(0, Math.max(index, placed) + 1)
  await sql`
    update shop_items set position = place
    from unnest(${ids}::uuid[]) with ordinality as placed (placed_id, place)
    where id = placed_id and position is distinct from place`.execute(trx)
  return index + 1
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
    })
  })
}

/** An item in the audit log: the picture by its address. */
function auditedShopItem({ name, price, image_url, stock, hidden, position }: ShopItemRecord) {
  return { name, price, image_url, stock, hidden, position }
}

/** Locks the item against concurrent admins. Refuses with `item_not_found`. */
async function lockShopItem(trx: Trx, id: string): Promise<ShopItemRecord> {
  const item = await trx
    .selectFrom('shop_items')
    .select(adminColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw new ServiceError('item_not_found')
  return item
}
