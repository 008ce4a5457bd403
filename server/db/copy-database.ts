import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Counters of the last minutes, not worth copying. */
const skippedTables: ReadonlySet<string> = new Set(['rate_limits'])
/** The migrations themselves fill these. */
const tablesFilledByMigrations: ReadonlySet<string> = new Set(['access_code', 'game_server_status'])

/** Pictures are the largest rows, of a megabyte at most. */
const rowsPerBatch = 20

export interface CopiedTable {
  readonly table: string
  readonly rows: number
}

type Trx = Transaction<Schema>

/**
 * Copies every row of one database into an empty one with the same tables, in one transaction. Rows
 * travel as the database's own text, so that no conversion of ours can change them, and each table
 * is compared with its original. The job queue is not copied: it is created anew, and unsent
 * messages are queued again within the hour.
 * @throws when the migrations differ, when `to` has rows, or when a table differs.
 */
export async function copyDatabase(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
): Promise<readonly CopiedTable[]> {
  return from.transaction().execute((source) =>
    to.transaction().execute(async (target) => {
      // The text of a time depends on the connection's time zone.
      for (const side of [source, target]) await sql`set local time zone 'UTC'`.execute(side)
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
  if ((await readMigrations(source)) === (await readMigrations(target))) return
  throw new Error('The old database is of another version: start the product on it once.')
}

async function readMigrations(trx: Trx): Promise<string | undefined> {
  const { rows } = await sql<{ names: string }>`
    select coalesce(string_agg(name, ' ' order by name), '') as names
    from kysely_migration`.execute(trx)
  return rows[0]?.names
}

/** Ordered so that referenced tables come before those that refer to them. */
async function listTables(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select c.relname as name,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f') as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not like 'kysely%'`.execute(trx)
  const waiting = rows.filter(({ name }) => !skippedTables.has(name))
  const ordered: string[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refersTo }) => refersTo.every((to) => ordered.includes(to)))
    if (next === -1) throw new Error('tables refer to each other in a circle')
    ordered.push(...waiting.splice(next, 1).map(({ name }) => name))
  }
  return ordered
}

async function requireEmpty(target: Trx, table: string): Promise<void> {
  if (tablesFilledByMigrations.has(table)) {
    await sql`delete from ${sql.table(table)}`.execute(target)
    return
  }
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(target)
  if (rows.length > 0) throw new Error(`The new database is in use: ${table} has rows.`)
}

async function copyTable(source: Trx, target: Trx, name: string): Promise<void> {
  const table = sql.table(name)
  // Triggers would count the balances twice and announce old purchases again.
  await sql`alter table ${table} disable trigger user`.execute(target)
  await sql`
    declare copied no scroll cursor for
    select to_jsonb(t)::text as row from ${table} t`.execute(source)
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.lit(rowsPerBatch)} from copied`.execute(source)
    if (rows.length === 0) break
    await sql`
      insert into ${table} overriding system value
      select * from jsonb_populate_recordset(
        null::${table}, ${`[${rows.map(({ row }) => row).join(',')}]`}::jsonb)`.execute(target)
  }
  await sql`close copied`.execute(source)
  await sql`alter table ${table} enable trigger user`.execute(target)
  await copySequences(source, target, name)
}

/** Continues the sequences, so that no id is ever used twice, even that of a deleted row. */
async function copySequences(source: Trx, target: Trx, name: string): Promise<void> {
  const { rows } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(${name}, attname) as sequence from pg_attribute
    where attrelid = ${name}::regclass and attidentity <> ''`.execute(source)
  for (const { sequence } of rows) {
    if (sequence === null) continue
    const last = await sql<{ value: string; given: boolean }>`
      select last_value::text as value, is_called as given from ${sql.raw(sequence)}`.execute(
      source,
    )
    for (const { value, given } of last.rows) {
      await sql`select setval(${sequence}, ${value}::bigint, ${given})`.execute(target)
    }
  }
}

/** Returns the number of rows. */
async function compareTables(source: Trx, target: Trx, name: string): Promise<number> {
  const [before, after] = [await fingerprint(source, name), await fingerprint(target, name)]
  if (before.rows === after.rows && before.sum === after.sum) return Number(after.rows)
  throw new Error(`${name} differs: ${before.rows} rows became ${after.rows}, or one has changed.`)
}

async function fingerprint(trx: Trx, name: string): Promise<{ rows: string; sum: string }> {
  // Sums the digests, because a sum does not depend on the order of the rows.
  const { rows } = await sql<{ rows: string; sum: string }>`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint), 0)::text as sum
    from ${sql.table(name)} t`.execute(trx)
  const [found] = rows
  if (!found) throw new Error(`${name} cannot be read`)
  return found
}
