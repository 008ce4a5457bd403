import { z } from 'zod'

/** Increases with every change that an older product could not read. */
export const archiveFormat = 1

export const manifestName = 'manifest.json'

/** What an archive begins with, whatever its format. */
export const manifestHead = z.object({
  archive: z.literal('kryptonique-shop'),
  format: z.number(),
  /** Of the product that wrote it. */
  version: z.string(),
})

export const manifestSchema = manifestHead.extend({
  writtenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In the order in which they can be filled. */
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      /** As `fingerprint` counts it, of what is in the archive. */
      sum: z.string(),
    }),
  ),
  /** The last number that each gave away. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), given: z.boolean() })),
  /** For people: what the shop's money and Kr add up to. */
  sums: z.record(z.string(), z.string()),
  /** For people: what is not in the archive. */
  leftOut: z.array(z.string()),
})
export type Manifest = z.output<typeof manifestSchema>

/** What is over in minutes, and what would let somebody in: everybody signs in again. */
const tablesLeftOut: ReadonlySet<string> = new Set([
  'sessions',
  'admin_sessions',
  'verifications',
  'steam_nonces',
])

/** Keys to what people have at Discord. */
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  accounts: ['access_token', 'refresh_token', 'id_token', 'password'],
}

/** For the manifest. */
export const leftOut: readonly string[] = [
  'sessions, admin_sessions, verifications, steam_nonces: everybody signs in again',
  'rate_limits: counters of the last minutes',
  'accounts: access_token, refresh_token, id_token, password',
  'the job queue: unsent messages are queued again within the hour',
  'settings (.env) and the files of content/: they are copied with the folder of the product',
]

export function isArchived(table: string): boolean {
  return !tablesLeftOut.has(table)
}

/** The columns of a table that are not in the archive at all. */
export function secretsOf(table: string): readonly string[] {
  return secretColumns[table] ?? []
}

/** Pictures are files of their own, named by the key of their row. */
interface PictureColumn {
  readonly key: string
  readonly column: string
}

const pictureColumns: Readonly<Record<string, PictureColumn>> = {
  images: { key: 'hash', column: 'bytes' },
  order_messages: { key: 'id', column: 'picture' },
}

export function pictureOf(table: string): PictureColumn | undefined {
  return pictureColumns[table]
}

/** The columns of a table that are not among its rows. */
export function columnsElsewhere(table: string): readonly string[] {
  const picture = pictureColumns[table]
  return picture ? [...secretsOf(table), picture.column] : secretsOf(table)
}

export function tableFile(table: string): string {
  return `tables/${table}.jsonl`
}

export function pictureFile(table: string, key: string): string {
  return `pictures/${table}/${key}.webp`
}
