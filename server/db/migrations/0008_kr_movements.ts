import type { Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** One function for purchases and one for all other movements: one round trip, no lock held over the network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await applyFunction(db, 'move_kr', 'cc2a2010')
  await applyFunction(db, 'buy_skin', '88b549f6')
}
