import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type DatabaseLocation, openDatabase } from '#server/db/database.ts'
import { migrate, migrationProvider } from '#server/db/migrate.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#test/postgres-databases.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { fixturesByMigration } from './fixtures.ts'

/** A shop at some age, with its whole history until then. */
export interface OldShop {
  /** The newest migration of its age; `empty` before the first one. */
  readonly age: string
  /** Its data after an undisturbed migration. */
  readonly expected: Contents
  /** Makes another copy of it. */
  readonly copy: () => Promise<Copy>
  readonly remove: () => Promise<void>
}

interface Copy {
  readonly location: DatabaseLocation
  readonly remove: () => Promise<void>
}

/** Copies databases of one kind. */
interface Shelf {
  readonly empty: () => Promise<Copy>
  readonly copyOf: (original: Copy) => Promise<Copy>
}

/** Builds a shop through all ages, keeping a copy of each. */
export async function buildOldShops(postgresUrl: string | null, rows: number): Promise<OldShop[]> {
  const shelf = postgresUrl === null ? embeddedShelf() : postgresShelf(postgresUrl)
  const growing = await shelf.empty()
  const shops: OldShop[] = []
  for (const age of ['empty', ...Object.keys(await migrationProvider.getMigrations())]) {
    if (age !== 'empty') await fillShop(growing.location, age, rows)
    shops.push(await keep(shelf, growing, age))
  }
  await growing.remove()
  return shops
}

async function keep(shelf: Shelf, growing: Copy, age: string): Promise<OldShop> {
  const kept = age === 'empty' ? null : await shelf.copyOf(growing)
  const copy = () => (kept ? shelf.copyOf(kept) : shelf.empty())
  const reference = await copy()
  const database = await openDatabase(reference.location, () => undefined)
  await migrate(database.withoutStatementTimeout)
  await database.close()
  const expected = await readContents(reference.location)
  await reference.remove()
  return { age, expected, copy, remove: async () => kept?.remove() }
}

async function fillShop(location: DatabaseLocation, age: string, rows: number): Promise<void> {
  const { withoutStatementTimeout, close } = await openDatabase(location, () => undefined)
  const migrator = new Migrator({ db: withoutStatementTimeout, provider: migrationProvider })
  const { error } = await migrator.migrateTo(age)
  if (error) throw error
  const fixtures = fixturesByMigration(rows)[age]
  if (!fixtures) throw new Error(`no fixtures of a shop after ${age}: see fixtures.ts`)
  for (const statement of fixtures) await statement.execute(withoutStatementTimeout)
  await close()
}

function postgresShelf(serverUrl: string): Shelf {
  const create = async (template?: string): Promise<Copy & { readonly name: string }> => {
    const { name, url } = await createPostgresDatabase(serverUrl, template)
    return {
      name,
      location: { kind: 'postgres', url },
      remove: () => dropPostgresDatabase(serverUrl, name),
    }
  }
  return {
    empty: () => create(),
    copyOf: ({ location }) =>
      create(location.kind === 'postgres' ? new URL(location.url).pathname.slice(1) : undefined),
  }
}

function embeddedShelf(): Shelf {
  return {
    empty: () => Promise.resolve(createFolder()),
    copyOf: async ({ location }) => {
      const copy = createFolder()
      if (location.kind === 'embedded') {
        await cp(location.directory, copy.directory, { recursive: true })
      }
      return copy
    },
  }
}

function createFolder(): Copy & { readonly directory: string } {
  const folder = makeTemporaryFolder('kryptonique-old-shop-')
  const directory = path.join(folder, 'data')
  return {
    directory,
    location: { kind: 'embedded', directory },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** All data of a shop in a comparable form, without what a running server writes by itself. */
interface Contents {
  /** By table: how many rows, and a digest of all of them. */
  readonly rows: ReadonlyMap<string, string>
  /** Of tables, constraints, indexes, functions and triggers. */
  readonly schema: string
  readonly migrations: readonly string[]
  /** The differences that the product's own check of the ledger finds. */
  readonly differences: readonly string[]
}

/** Counters that a crash may empty, times of migrations, and what a running server writes by itself. */
const living: ReadonlySet<string> = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'rate_limits',
  'game_server_status',
  'game_server_samples',
  'list_prices',
  'perk_adapters',
  'perk_attempts',
  'lb_requests',
  'lb_polls',
  'priority_pulls',
])

const schema = sql<{ digest: string }>`
  select md5(string_agg(line, e'\n' order by line)) as digest from (
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable,
      column_default) as line
    from information_schema.columns where table_schema = 'public'
    union all select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
    union all select format('constraint %s on %s %s', conname, conrelid::regclass,
      pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
      join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
  ) lines`

/** Opens the database; an embedded one must not be open elsewhere. */
export async function readContents(location: DatabaseLocation): Promise<Contents> {
  const database = await openDatabase(location, () => undefined)
  const { withoutStatementTimeout } = database
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' order by 1`.execute(withoutStatementTimeout)
    const rows = new Map<string, string>()
    for (const { name } of tables.filter((table) => !living.has(table.name))) {
      // When a provider is asked again; a running server moves it on.
      const kept = name === 'events' ? sql`where name <> 'server-status'` : sql``
      const { rows: digests } = await sql<{ words: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(d, '' order by d)), '') as words
        from (select md5((to_jsonb(t) - 'next_check_at')::text) as d from ${sql.table(name)} t ${kept}) digests`.execute(
        withoutStatementTimeout,
      )
      rows.set(name, digests[0]?.words ?? '')
    }
    const { rows: digests } = await schema.execute(withoutStatementTimeout)
    const { rows: migrations } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(withoutStatementTimeout)
    return {
      rows,
      schema: digests[0]?.digest ?? '',
      migrations: migrations.map(({ name }) => name),
      differences: (await verifyLedger(database)).differences,
    }
  } finally {
    await database.close()
  }
}

/** The differences, in words. */
export function compareContents(found: Contents, expected: Contents): string[] {
  const tables = new Set([...found.rows.keys(), ...expected.rows.keys()])
  const changed = [...tables].filter((name) => found.rows.get(name) !== expected.rows.get(name))
  return [
    ...changed.map(
      (name) => `${name}: ${found.rows.get(name)} instead of ${expected.rows.get(name)}`,
    ),
    ...(found.schema === expected.schema ? [] : ['another schema']),
    ...(found.migrations.join() === expected.migrations.join()
      ? []
      : [`migrated to ${found.migrations.at(-1)}`]),
    ...found.differences,
  ]
}
