import type { Database } from '#server/db/database.ts'

export type ImageBytes = Uint8Array<ArrayBuffer>

/** The bytes of a stored picture by its hash; null when there is none. */
export type ReadImage = (hash: string) => Promise<ImageBytes | null>

/** Some two hundred pictures of the shop. */
const mostCachedBytes = 16 * 1024 * 1024

/** Reads pictures from the database; those that were asked for last stay in memory. */
export function createImageReader({ db }: Pick<Database, 'db'>): ReadImage {
  const cached = new Map<string, ImageBytes>()
  let cachedBytes = 0

  const keep = (hash: string, bytes: ImageBytes): void => {
    if (cached.has(hash)) return
    cached.set(hash, bytes)
    cachedBytes += bytes.length
    for (const [oldest, { length }] of cached) {
      if (cachedBytes <= mostCachedBytes) return
      cached.delete(oldest)
      cachedBytes -= length
    }
  }

  return async (hash) => {
    const known = cached.get(hash)
    if (known) {
      // A map is in the order of insertion: this one is the newest again.
      cached.delete(hash)
      cached.set(hash, known)
      return known
    }
    const row = await db
      .selectFrom('images')
      .select('bytes')
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!row) return null
    const bytes = new Uint8Array(row.bytes)
    keep(hash, bytes)
    return bytes
  }
}
