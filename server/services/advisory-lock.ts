import { sql } from 'kysely'
import type { Trx } from './context.ts'

/** Locks a key across all processes until the transaction ends. */
export async function acquireAdvisoryLock(trx: Trx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}
