import { sql } from 'kysely'
import type { Trx } from './context.ts'

/** Whoever names the same key takes turns until the transaction ends, over all processes. */
export async function acquireAdvisoryLock(trx: Trx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}
