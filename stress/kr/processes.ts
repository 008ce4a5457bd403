import type { DatabaseLocation } from '#server/db/database.ts'
import { startProduct, type ProductSettings } from '#test/product.ts'
import { startServerProcesses } from '#test/server-processes.ts'

/** The product as one or more processes on one database, behind one address. */
export interface Processes {
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
