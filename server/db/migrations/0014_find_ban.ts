import type { Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** Lets the database plan the check for a ban once a session, not at every purchase of a skin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await applyFunction(db, 'find_ban', '98dcc2e3')
}
