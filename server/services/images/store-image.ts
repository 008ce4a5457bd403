import { createHash } from 'node:crypto'
import { takeTurns } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'

export const imageMediaType = 'image/webp'
const addressShape = /^\/images\/([0-9a-f]{64})\.webp$/

/** Keeps a picture that we encoded, each once. Answers its address, by the SHA-256 of its bytes. */
export async function storeImage(trx: Trx, bytes: Uint8Array, now: Date): Promise<string> {
  await lockImages(trx)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await trx
    .insertInto('images')
    .values({ hash, media_type: imageMediaType, bytes, needed_at: now })
    // Whoever deletes what nobody needs waits for us, and then sees that somebody does.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ needed_at: now }))
    .execute()
  return `/images/${hash}.webp`
}

/** Notes that a picture was needed until now, by what gives it up. */
export async function giveUpImage(trx: Trx, address: string, now: Date): Promise<void> {
  const [, hash] = addressShape.exec(address) ?? []
  if (hash === undefined) return
  await lockImages(trx)
  await trx.updateTable('images').set({ needed_at: now }).where('hash', '=', hash).execute()
}

/** A change needs two pictures, the forgetting many: in turns, nobody waits in a circle. */
export function lockImages(trx: Trx): Promise<void> {
  return takeTurns(trx, 'images')
}
