import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#server/db/schema.ts'
import {
  fingerprint,
  hasRows,
  insertRows,
  listTables,
  readMigrations,
  readSequences,
  setSequence,
  useUtc,
  withoutTriggers,
} from '#server/db/table-rows.ts'
import type { Trx } from '#server/services/context.ts'
import {
  isArchived,
  pictureFile,
  pictureOf,
  secretsOf,
  tableFile,
  type Manifest,
} from './format.ts'
import type { Archive } from './read-archive.ts'
import { readSums } from './sums.ts'

/** What a shop writes down by itself when it starts, before it has sold or shown anything. */
const filledByStarting: ReadonlySet<string> = new Set([
  'access_code',
  'connection_faults',
  'connection_tests',
  'events',
  'game_server_samples',
  'game_server_status',
  'lb_polls',
  'lb_requests',
  'list_prices',
  // About connections; one about an order comes with an order.
  'messages',
  'perk_adapters',
  'perk_attempts',
  'priority_pulls',
])

/** With their pictures, which have a megabyte at most. */
const rowsAtOnce = 20

/**
 * Fills an empty shop with an archive, in one transaction, and compares every table and sum with what
 * the archive says. Returns the number of rows of each table.
 * @throws when the versions differ, when the shop is in use, or when something differs.
 */
export async function importArchive(
  db: Kysely<Schema>,
  archive: Archive,
): Promise<Manifest['tables']> {
  const { manifest } = archive
  return db.transaction().execute(async (trx) => {
    await useUtc(trx)
    const tables = await requireSameTables(trx, manifest)
    // Those that refer to others go first.
    for (const table of tables.toReversed()) await requireEmpty(trx, table)
    for (const table of tables) await fillTable(trx, table, archive)
    const differences = await listDifferences(trx, manifest)
    if (differences.length > 0) throw new Error(differences.join('\n'))
    return manifest.tables
  })
}

/** What differs between a shop and an archive, in sentences; nothing when they are equal. */
export async function compareArchive(
  db: Kysely<Schema>,
  { manifest }: Pick<Archive, 'manifest'>,
): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    await useUtc(trx)
    await requireSameTables(trx, manifest)
    return listDifferences(trx, manifest)
  })
}

async function requireSameTables(trx: Trx, manifest: Manifest): Promise<readonly string[]> {
  const tables = (await listTables(trx)).filter(isArchived)
  const named = manifest.tables.map(({ name }) => name)
  const migrations = await readMigrations(trx)
  if (
    migrations.join(' ') === manifest.migrations.join(' ') &&
    tables.join(' ') === named.join(' ')
  )
    return tables
  throw new Error(
    `The archive is of version ${manifest.version}, whose tables are others: import it with that version, and update then.`,
  )
}

async function requireEmpty(trx: Trx, table: string): Promise<void> {
  if (filledByStarting.has(table)) {
    await withoutTriggers(trx, table, async () => {
      await sql`delete from ${sql.table(table)}`.execute(trx)
    })
  } else if (await hasRows(trx, table)) {
    throw new Error(
      `The new shop is in use: ${table} has rows. Nothing was changed; begin with an empty database or folder.`,
    )
  }
}

async function fillTable(trx: Trx, table: string, archive: Archive): Promise<void> {
  await withoutTriggers(trx, table, async () => {
    let rows: string[] = []
    const insert = async (): Promise<void> => {
      if (rows.length > 0) await insertRows(trx, table, rows)
      rows = []
    }
    for await (const row of archive.readLines(tableFile(table))) {
      rows.push(await withPicture(table, row, archive))
      if (rows.length === rowsAtOnce) await insert()
    }
    await insert()
  })
  for (const { name } of await readSequences(trx, table)) {
    const sequence = archive.manifest.sequences.find((one) => one.name === name)
    if (!sequence) throw new Error(`The archive is damaged: ${name} is missing.`)
    await setSequence(trx, sequence)
  }
}

/** The row with the bytes of its picture, as the database writes bytes. */
async function withPicture(table: string, row: string, archive: Archive): Promise<string> {
  const picture = pictureOf(table)
  if (!picture) return row
  const key = z.record(z.string(), z.unknown()).parse(JSON.parse(row))[picture.key]
  const bytes = await archive.readPicture(pictureFile(table, String(key)))
  if (bytes === null) return row
  // Parsing and writing the rest again could change it.
  return `${row.slice(0, -1)},"${picture.column}":"\\\\x${Buffer.from(bytes).toString('hex')}"}`
}

async function listDifferences(trx: Trx, manifest: Manifest): Promise<readonly string[]> {
  const differences: string[] = []
  for (const { name, rows, sum } of manifest.tables) {
    const own = await fingerprint(trx, name, secretsOf(name))
    if (own.rows !== rows)
      differences.push(`${name}: ${rows} rows in the archive, ${own.rows} here.`)
    else if (own.sum !== sum) differences.push(`${name}: a row differs.`)
  }
  const own = await readSums(trx)
  for (const name of new Set([...Object.keys(manifest.sums), ...Object.keys(own)])) {
    const [there, here] = [manifest.sums[name] ?? '0', own[name] ?? '0']
    if (there !== here) differences.push(`${name}: ${there} in the archive, ${here} here.`)
  }
  return differences
}
