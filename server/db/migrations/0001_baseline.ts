import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { addExtension } from '#server/db/add-extension.ts'
import { applyFunction } from '#server/db/functions.ts'

/** Files of `0001_baseline/`; a table comes after those that it refers to. */
const topics = [
  'accounts',
  'orders',
  'kryptonite',
  'skins',
  'team',
  'perks',
  'perk-adapters',
  'staff',
  'server',
]

/** All tables of version 1.0.0. Later migrations change them; this one stays as it was released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // For searches by parts of words. Postgres includes this extension, and any owner of a database may add it.
  await addExtension(db, 'pg_trgm')
  for (const topic of topics) {
    const file = path.join(import.meta.dirname, '0001_baseline', `${topic}.sql`)
    // One by one, as the embedded database needs them. A checkout on Windows may have other line ends.
    const statements = readFileSync(file, 'utf8')
      .trim()
      .split(/;\r?\n/)
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  await applyFunction(db, 'announce_purchase', '40b9110c')
  await applyFunction(db, 'announce_shop_items', 'd83ad698')
  await applyFunction(db, 'announce_skin_purchase', '9dc3edcf')
  await applyFunction(db, 'apply_krypto_transaction', '036396b0')
  await applyFunction(db, 'audit_without_player', '37bd9d04')
  await applyFunction(db, 'buy_skin', '73215921')
  await applyFunction(db, 'move_kr', 'cc2a2010')
  await applyFunction(db, 'order_krypto_transaction', '97c1314c')
  await applyFunction(db, 'refuse_audit_change', '212a086d')
  await applyFunction(db, 'refuse_balance_change', '2e7ee024')
  await applyFunction(db, 'refuse_ledger_change', '10364d06')
  await applyFunction(db, 'refuse_perk_entry_change', 'f634a079')
}
