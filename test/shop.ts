import { Hono } from 'hono'
import { pino } from 'pino'
import { startSandbox } from '../sandbox/server.ts'
import { findFreePort } from '../scripts/product/free-port.ts'
import { playedGameServer, stripePrices } from '../scripts/product/sandbox-command.ts'
import { readConfig } from '../server/config.ts'
import type { SiteSettings } from '../server/config/site-faults.ts'
import type { DatabaseLocation } from '../server/db/database.ts'
import { startProduct } from '../server/start-product.ts'
import type { Services } from '../server/services/context.ts'
import { cleanUpLater } from './cleanups.ts'
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { catalogue } from '../catalogue.ts'
import { toDecimalEuros } from '../domain/money.ts'

/** The product without its pages, with its sandbox, in this process: real HTTP, real database. */
export interface TestShop {
  readonly origin: string
  readonly services: Services
  readonly sandbox: SandboxControl
  /** Another person with another browser. */
  visitor(): Visitor
  /** Lets the product's clock run ahead of the real one. */
  advanceClock(milliseconds: number): void
}

/**
 * Starts a shop that ends with its suite on a database. `settings` are environment variables; `site`
 * takes the place of what the site's own files sell. Without GAME_SERVER_SOURCE it asks nobody for
 * the game server's status.
 */
export async function openShop(
  location: DatabaseLocation,
  settings: Readonly<Record<string, string>> = {},
  site?: SiteSettings,
): Promise<TestShop> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const sandbox = await startSandbox({
    port: 0,
    productOrigin: settings['PUBLIC_ORIGIN'] ?? origin,
    hostedButtons,
    prices: stripePrices,
    gameServer: playedGameServer,
  })
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: new URL(sandbox.origin).port,
    ...(location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATA_DIR: location.directory }),
    ...settings,
  }
  const read = readConfig(environment, site)
  // What the game server tells would stand among the events of every suite.
  const config = settings['GAME_SERVER_SOURCE'] ? read : { ...read, gameServer: null }
  let clockOffsetMilliseconds = 0
  const product = await startProduct({
    config,
    log: pino({ level: 'silent' }),
    clock: () => new Date(Date.now() + clockOffsetMilliseconds),
    pages: new Hono(),
  })
  cleanUpLater(async () => {
    await product.stop()
    await sandbox.close()
  })
  return {
    origin,
    services: product.services,
    sandbox: createSandboxControl(sandbox.origin),
    visitor: () => createVisitor(origin, config.publicOrigin),
    advanceClock: (milliseconds) => (clockOffsetMilliseconds += milliseconds),
  }
}

const hostedButtons = catalogue.offers.flatMap(({ name, priceCents, hostedButtonId }) =>
  hostedButtonId ? [{ hostedButtonId, name, valueEuros: toDecimalEuros(priceCents) }] : [],
)
