import type { Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** The purchase of a skin looks for a ban without planning that anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await applyFunction(db, 'find_ban', '98dcc2e3')
}
