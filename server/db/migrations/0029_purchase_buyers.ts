import type { Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** Purchase events name their buyers, so that buyers are not told of their own purchase. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await applyFunction(db, 'announce_purchase', 'ef406a16')
  await applyFunction(db, 'announce_skin_purchase', '9dc3edcf')
}
