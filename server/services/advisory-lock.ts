import { sql } from 'kysely'
import type { Trx } from './context.ts'

/** Locks a key across all processes until the transaction ends. */
export async function acquireAdvisoryLock(
  trx: Trx,
  key: string,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const lock = sql.raw(`pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}`)
  await sql`select ${lock}(hashtextextended(${key}, 0))`.execute(trx)
}
