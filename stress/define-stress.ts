import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onPostgres as runOnPostgres } from '#bench/on-postgres.ts'
import { under } from '#bench/report.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { cleanUp } from '#test/cleanups.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { type ProductSettings, startProduct } from '#test/product.ts'
import { startServerProcesses } from '#test/server-processes.ts'
import { openShop, type TestShop } from '#test/shop.ts'

/** A stress run, by the name that `npm run stress -- <name>` takes. */
export interface StressRun {
  /** The options `--name=number`, with their defaults. */
  readonly options: Readonly<Record<string, number>>
  /** Reports its figures beside their goals. False when a goal was missed. */
  readonly run: (settings: ReadonlyMap<string, number>) => Promise<boolean>
}

/** `run` reads its settings by their names. */
export function defineStress<Name extends string>(
  options: Readonly<Record<Name, number>>,
  run: (setting: (name: Name) => number) => Promise<boolean>,
): StressRun {
  return { options, run: (settings) => run((name) => settings.get(name) ?? options[name]) }
}

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
  return (await runOnPostgres(run)) ?? true
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

/** The product as one or more processes on one database, behind one address. */
interface Processes {
  readonly origin: string
  readonly sandboxOrigin: string
  readonly stop: () => Promise<void>
}

/** Gives players different networks; otherwise the product would count them as one. */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' } as const

export function databaseSettings(location: DatabaseLocation): ProductSettings {
  return location.kind === 'postgres'
    ? { DATABASE_URL: location.url }
    : { DATA_DIR: location.directory }
}

/** The embedded database always gets one process. */
export function startProcesses(location: DatabaseLocation, count: number): Promise<Processes> {
  const settings = { ...databaseSettings(location), ...behindProxy }
  return location.kind === 'embedded' || count === 1
    ? startProduct(settings)
    : startServerProcesses(count, settings)
}
