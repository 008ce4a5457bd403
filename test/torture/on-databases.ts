import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DatabaseLocation } from '../../server/db/database.ts'
import { startPostgres, type PostgresServer } from '../postgres.ts'

type OnDatabase = (location: DatabaseLocation, postgres: PostgresServer | null) => Promise<boolean>

/**
 * Does it on the embedded database and, where one can be started, on a Postgres of its own. False
 * when one failed.
 */
export async function onDatabases(torture: OnDatabase): Promise<boolean> {
  console.log(' embedded')
  const embedded = await onEmbedded(torture)
  const postgres = await startPostgres(process.env)
  if (!postgres.available) {
    console.log(` Postgres: not tortured, ${postgres.reason}`)
    return embedded
  }
  console.log(' Postgres')
  const { server } = postgres
  try {
    return (await torture({ kind: 'postgres', url: server.url }, server)) && embedded
  } finally {
    await server.remove()
  }
}

async function onEmbedded(torture: OnDatabase): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kryptonique-torture-'))
  try {
    return await torture({ kind: 'embedded', directory: path.join(folder, 'data') }, null)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
