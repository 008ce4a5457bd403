import { sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

// Rows as the database's own text, so that no conversion of ours can change what is moved. The text of
// a time depends on the connection's time zone: `useUtc` comes first.

type Trx = Transaction<Schema>

/** Counters of the last minutes, not worth moving. */
const skippedTables: ReadonlySet<string> = new Set(['rate_limits'])

export async function useUtc(trx: Trx): Promise<void> {
  await sql`set local time zone 'UTC'`.execute(trx)
}

export async function readMigrations(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Ordered so that referenced tables come before those that refer to them. */
export async function listTables(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select c.relname as name,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f') as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not like 'kysely%'
    order by c.relname`.execute(trx)
  const waiting = rows.filter(({ name }) => !skippedTables.has(name))
  const ordered: string[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refersTo }) => refersTo.every((to) => ordered.includes(to)))
    if (next === -1) throw new Error('tables refer to each other in a circle')
    ordered.push(...waiting.splice(next, 1).map(({ name }) => name))
  }
  return ordered
}

export async function hasRows(trx: Trx, table: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(trx)
  return rows.length > 0
}

interface Reading {
  readonly rowsAtOnce: number
  readonly without?: readonly string[]
}

/** The rows of a table as JSON, a few at a time; `without` names columns that are left out. */
export async function* readRows(
  trx: Trx,
  table: string,
  { rowsAtOnce, without = [] }: Reading,
): AsyncGenerator<readonly string[]> {
  await sql`
    declare moved no scroll cursor for
    select (to_jsonb(t) - ${columnList(without)})::text as row
    from ${sql.table(table)} t`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.lit(rowsAtOnce)} from moved`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await sql`close moved`.execute(trx)
}

/**
 * What `work` does with a table, without its triggers: they would count the balances twice and
 * announce old purchases again.
 */
export async function withoutTriggers(
  trx: Trx,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const table = sql.table(name)
  await sql`alter table ${table} disable trigger user`.execute(trx)
  await work()
  await sql`alter table ${table} enable trigger user`.execute(trx)
}

/** Adds rows that `readRows` has read; without triggers. */
export async function insertRows(trx: Trx, name: string, rows: readonly string[]): Promise<void> {
  const table = sql.table(name)
  await sql`
    insert into ${table} overriding system value
    select * from jsonb_populate_recordset(
      null::${table}, ${`[${rows.join(',')}]`}::jsonb)`.execute(trx)
}

export interface Fingerprint {
  readonly rows: number
  /** Of the digests, because a sum does not depend on the order of the rows. */
  readonly sum: string
}

export async function fingerprint(
  trx: Trx,
  name: string,
  without: readonly string[] = [],
): Promise<Fingerprint> {
  const text = sql`(to_jsonb(t) - ${columnList(without)})::text`
  const { rows } = await sql<{ rows: string; sum: string }>`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(${text}), 15))::bit(60)::bigint), 0)::text as sum
    from ${sql.table(name)} t`.execute(trx)
  const [found] = rows
  if (!found) throw new Error(`${name} cannot be read`)
  return { rows: Number(found.rows), sum: found.sum }
}

// A cursor takes no parameters.
function columnList(names: readonly string[]) {
  return sql`${sql.lit(`{${names.join(',')}}`)}::text[]`
}

export interface Sequence {
  readonly name: string
  readonly value: string
  /** Whether `value` has been given away. */
  readonly given: boolean
}

/** Those that number the rows of a table. */
export async function readSequences(trx: Trx, table: string): Promise<readonly Sequence[]> {
  const { rows } = await sql<{ name: string | null }>`
    select pg_get_serial_sequence(${table}, attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attidentity <> ''`.execute(trx)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    if (name === null) continue
    const { rows: found } = await sql<Omit<Sequence, 'name'>>`
      select last_value::text as value, is_called as given from ${sql.raw(name)}`.execute(trx)
    for (const state of found) sequences.push({ name, ...state })
  }
  return sequences
}

/** Continues a sequence, so that no id is ever used twice, even that of a deleted row. */
export async function setSequence(trx: Trx, { name, value, given }: Sequence): Promise<void> {
  await sql`select setval(${name}, ${value}::bigint, ${given})`.execute(trx)
}
