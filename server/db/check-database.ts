import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Finding } from '#domain/connection-faults.ts'
import type { Database } from './database.ts'
import { listPending } from './migrate.ts'

/** Whether the database answers, with all of our migrations. */
export async function checkDatabase(database: Database): Promise<readonly Finding[]> {
  await sql`select`.execute(database.db)
  const pending = await listPending(database.db)
  return pending.length === 0
    ? []
    : [{ level: 'warning', code: 'not_migrated', detail: pending.join(', ') }]
}

const megabyte = 1024 * 1024

/** Whether the disk has room: a full one stops the embedded database. */
export async function checkDisk(
  directory: string,
  { neededBytes = 200 * megabyte, comfortableBytes = 1024 * megabyte } = {},
): Promise<readonly Finding[]> {
  const { bavail, bsize } = await statfs(directory)
  const freeBytes = bavail * bsize
  if (freeBytes >= comfortableBytes) return []
  const detail = `${Math.floor(freeBytes / megabyte)} MB in ${directory}`
  return [{ level: freeBytes < neededBytes ? 'fault' : 'warning', code: 'disk_low', detail }]
}
