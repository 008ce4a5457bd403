import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import {
  fingerprint,
  hasRows,
  insertRows,
  listTables,
  readMigrations,
  readRows,
  readSequences,
  setSequence,
  useUtc,
  withoutTriggers,
} from './table-rows.ts'

/** The migrations themselves fill these. */
const tablesFilledByMigrations: ReadonlySet<string> = new Set(['access_code', 'game_server_status'])

/** Pictures are the largest rows, of a megabyte at most. */
const rowsAtOnce = 20

export interface CopiedTable {
  readonly table: string
  readonly rows: number
}

type Trx = Transaction<Schema>

/**
 * Copies every row of one database into an empty one with the same tables, in one transaction, and
 * compares each table with its original. The job queue is not copied: it is created anew, and unsent
 * messages are queued again within the hour.
 * @throws when the migrations differ, when `to` has rows, or when a table differs.
 */
export async function copyDatabase(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
): Promise<readonly CopiedTable[]> {
  return from.transaction().execute((source) =>
    to.transaction().execute(async (target) => {
      for (const side of [source, target]) await useUtc(side)
      await compareMigrations(source, target)
      const tables = await listTables(target)
      for (const table of tables) await requireEmpty(target, table)
      const copied: CopiedTable[] = []
      for (const table of tables) {
        await copyTable(source, target, table)
        copied.push({ table, rows: await compareTables(source, target, table) })
      }
      return copied
    }),
  )
}

async function compareMigrations(source: Trx, target: Trx): Promise<void> {
  const [old, own] = [await readMigrations(source), await readMigrations(target)]
  if (old.join(' ') === own.join(' ')) return
  throw new Error('The old database is of another version: start the product on it once.')
}

async function requireEmpty(target: Trx, table: string): Promise<void> {
  if (tablesFilledByMigrations.has(table)) {
    await sql`delete from ${sql.table(table)}`.execute(target)
    return
  }
  if (await hasRows(target, table)) {
    throw new Error(`The new database is in use: ${table} has rows.`)
  }
}

async function copyTable(source: Trx, target: Trx, name: string): Promise<void> {
  await withoutTriggers(target, name, async () => {
    for await (const rows of readRows(source, name, { rowsAtOnce })) {
      await insertRows(target, name, rows)
    }
  })
  for (const sequence of await readSequences(source, name)) await setSequence(target, sequence)
}

/** Returns the number of rows. */
async function compareTables(source: Trx, target: Trx, name: string): Promise<number> {
  const [before, after] = [await fingerprint(source, name), await fingerprint(target, name)]
  if (before.rows === after.rows && before.sum === after.sum) return after.rows
  throw new Error(`${name} differs: ${before.rows} rows became ${after.rows}, or one has changed.`)
}
