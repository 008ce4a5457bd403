import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'

export const imageMediaType = 'image/webp'
const addressShape = /^\/images\/([0-9a-f]{64})\.webp$/

/** Stores an encoded picture, each only once, and returns its address, made of its SHA-256. */
export async function storeImage(trx: Trx, bytes: Uint8Array, now: Date): Promise<string> {
  await lockImages(trx)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await trx
    .insertInto('images')
    .values({ hash, bytes, needed_at: now })
    // `forgetImages` waits for our lock, and then sees that the picture is needed.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ needed_at: now }))
    .execute()
  return `/images/${hash}.webp`
}

/** The bytes of a `data:image/…;base64,…`. */
export function decodeDataUrl(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** Records that a picture is needed until now. Returns whether there is one. */
export async function keepImage(trx: Trx, address: string, now: Date): Promise<boolean> {
  const [, hash] = addressShape.exec(address) ?? []
  if (hash === undefined) return false
  await lockImages(trx)
  const { numUpdatedRows } = await trx
    .updateTable('images')
    .set({ needed_at: now })
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One lock for all pictures: a change locks two and the deletion many, which could deadlock. */
function lockImages(trx: Trx): Promise<void> {
  return acquireAdvisoryLock(trx, 'images')
}

/** About two hundred pictures of the shop. */
const maxCachedBytes = 16 * 1024 * 1024

/** Reads a stored picture by its hash, null when there is none, with an LRU cache in memory. */
export function createImageReader({ db }: Pick<Database, 'db'>) {
  const cached = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
  })
  return async (hash: string): Promise<Uint8Array<ArrayBuffer> | null> => {
    const known = cached.get(hash)
    if (known) return known
    const row = await db
      .selectFrom('images')
      .select('bytes')
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!row) return null
    const bytes = new Uint8Array(row.bytes)
    cached.set(hash, bytes)
    return bytes
  }
}

const address = sql<string>`'/images/' || images.hash || '.webp'`
const within = sql<string>`'%' || images.hash || '%'`

/**
 * Deletes pictures that no item, no bought skin, no note of the staff and no version of a text shows,
 * if they were not needed since `before`: a buyer who had opened an item before its picture changed
 * must have time to finish, and who writes a text must have time to save it.
 */
export async function forgetImages(
  { transaction }: Pick<Database, 'transaction'>,
  before: Date,
): Promise<void> {
  await transaction(async (trx) => {
    await lockImages(trx)
    await trx
      .deleteFrom('images')
      .where('needed_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.or([
            eb.exists(eb.selectFrom('shop_items').select('id').where('image_url', '=', address)),
            eb.exists(
              eb.selectFrom('skin_purchases').select('id').where('image_url', '=', address),
            ),
            eb.exists(eb.selectFrom('task_notes').select('id').where('picture_url', '=', address)),
            eb.exists(
              eb
                .selectFrom('edits')
                .select('id')
                .where('name', 'like', 'documents/%')
                .where(sql`edits.value::text`, 'like', within),
            ),
          ]),
        ),
      )
      .execute()
  })
}
