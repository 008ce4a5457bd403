import { Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js'
import { sql } from 'kysely'
import {
  fingerprint,
  listTables,
  readMigrations,
  readRows,
  readSequences,
  useUtc,
} from '#server/db/table-rows.ts'
import type { Trx } from '#server/services/context.ts'
import {
  archiveFormat,
  columnsElsewhere,
  isArchived,
  leftOut,
  manifestName,
  pictureFile,
  pictureOf,
  secretsOf,
  tableFile,
  type Manifest,
} from './format.ts'
import { hasSpreadsheet, spreadsheetFile, writeSpreadsheet } from './spreadsheets.ts'
import { readSums } from './sums.ts'

const rowsAtOnce = 100
/** A picture can have a megabyte. */
const picturesAtOnce = 4

export interface Writing {
  readonly version: string
  readonly now: Date
  /** Called again and again with the share that is written; what it throws ends the writing. */
  readonly onProgress: (share: number) => void
}

/**
 * Writes all that a shop has as one ZIP. The transaction must see one moment of the database: its
 * isolation is `repeatable read`.
 */
export async function writeArchive(
  trx: Trx,
  output: WritableStream<Uint8Array>,
  { version, now, onProgress }: Writing,
): Promise<Manifest> {
  await useUtc(trx)
  const manifest = await readManifest(trx, { version, now, onProgress })
  const total = manifest.tables.reduce(
    (sum, { name, rows }) => sum + (hasSpreadsheet(name) ? 2 : 1) * rows,
    0,
  )
  let done = 0
  const count = (rows: number): void => {
    done += rows
    onProgress(total === 0 ? 1 : Math.min(done / total, 1))
  }
  const zip = new ZipWriter(output, { useWebWorkers: false, lastModDate: now })
  const add = (name: string, parts: AsyncGenerator<Uint8Array>) => zip.add(name, streamOf(parts))
  await add(manifestName, encoded([{ text: `${JSON.stringify(manifest, null, 2)}\n`, rows: 0 }]))
  for (const { name } of manifest.tables) {
    await add(tableFile(name), encoded(writeRows(trx, name), count))
    if (hasSpreadsheet(name)) {
      await add(spreadsheetFile(name), encoded(writeSpreadsheet(trx, name, rowsAtOnce), count))
    }
    for await (const { key, bytes } of readPictures(trx, name)) {
      count(0)
      await zip.add(pictureFile(name, key), new Uint8ArrayReader(bytes), { level: 0 })
    }
  }
  await zip.close()
  return manifest
}

async function readManifest(trx: Trx, { version, now, onProgress }: Writing): Promise<Manifest> {
  const tables: Manifest['tables'] = []
  const sequences: Manifest['sequences'] = []
  for (const name of (await listTables(trx)).filter(isArchived)) {
    onProgress(0)
    tables.push({ name, ...(await fingerprint(trx, name, secretsOf(name))) })
    sequences.push(...(await readSequences(trx, name)))
  }
  return {
    archive: 'kryptonique-shop',
    format: archiveFormat,
    version,
    writtenAt: now.toISOString(),
    migrations: [...(await readMigrations(trx))],
    sums: await readSums(trx),
    tables,
    sequences,
    leftOut: [...leftOut],
  }
}

interface Part {
  readonly text: string
  readonly rows: number
}

async function* writeRows(trx: Trx, table: string): AsyncGenerator<Part> {
  const without = columnsElsewhere(table)
  for await (const rows of readRows(trx, table, { rowsAtOnce, without })) {
    yield { text: rows.map((row) => `${row}\n`).join(''), rows: rows.length }
  }
}

const encoder = new TextEncoder()

async function* encoded(
  parts: AsyncIterable<Part> | Iterable<Part>,
  count: (rows: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  for await (const { text, rows } of parts) {
    yield encoder.encode(text)
    count(rows)
  }
}

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await parts.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
}

interface Picture {
  readonly key: string
  readonly bytes: Uint8Array
}

async function* readPictures(trx: Trx, table: string): AsyncGenerator<Picture> {
  const picture = pictureOf(table)
  if (!picture) return
  const column = sql.ref(picture.column)
  await sql`
    declare pictures no scroll cursor for
    select ${sql.ref(picture.key)}::text as key, ${column} as bytes
    from ${sql.table(table)} where ${column} is not null`.execute(trx)
  for (;;) {
    const { rows } = await sql<Picture>`
      fetch ${sql.lit(picturesAtOnce)} from pictures`.execute(trx)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close pictures`.execute(trx)
}
