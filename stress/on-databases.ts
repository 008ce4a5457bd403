import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DatabaseLocation } from '#server/db/database.ts'
import { note, under } from '#bench/report.ts'
import { cleanUp } from '#test/cleanups.ts'
import { startPostgres, type PostgresServer } from '#test/postgres.ts'
import { openShop, type TestShop } from '#test/shop.ts'

type OnDatabase = (location: DatabaseLocation, postgres: PostgresServer | null) => Promise<boolean>

/** Runs on the embedded database and, where one can be started, on its own Postgres. False when one failed. */
export async function onDatabases(run: OnDatabase): Promise<boolean> {
  const embedded = await under('embedded', () => onEmbedded(run))
  const postgres = await under('Postgres', () =>
    onPostgres((server) => run({ kind: 'postgres', url: server.url }, server)),
  )
  return embedded && postgres
}

/** Runs against a shop on each database, which trusts this machine as a proxy: people come from many networks. */
export function onShops(run: (shop: TestShop) => Promise<boolean>): Promise<boolean> {
  return onDatabases(async (location) => {
    try {
      return await run(await openShop(location, { TRUSTED_PROXIES: '127.0.0.1' }))
    } finally {
      await cleanUp()
    }
  })
}

/** Runs on its own Postgres. Without one it prints why, which is not a failure. */
export async function onPostgres(
  run: (server: PostgresServer) => Promise<boolean>,
): Promise<boolean> {
  const postgres = await startPostgres(process.env)
  if (!postgres.available) {
    note(`not run: ${postgres.reason}`)
    return true
  }
  const { server } = postgres
  try {
    return await run(server)
  } finally {
    await server.remove()
  }
}

/** Runs on the embedded database only, when the database makes no difference. */
export async function onEmbedded(run: OnDatabase): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kryptonique-stress-'))
  try {
    return await run({ kind: 'embedded', directory: path.join(folder, 'data') }, null)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
