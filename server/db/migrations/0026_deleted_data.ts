import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/** A player who deletes their data takes their name off their lines of the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await applyFunction(db, 'refuse_ledger_change', '10364d06')
  // What a browser bought is found by it, also without an account.
  await sql`create index krypto_orders_of_browser on krypto_orders (buyer_hash)`.execute(db)
}
