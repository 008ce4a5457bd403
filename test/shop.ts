import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { startSandbox } from '#sandbox/server.ts'
import { findFreePort } from '#test/free-port.ts'
import type { SiteSections } from '#contract/site-sections.ts'
import { playedGameServer } from '#scripts/product/sandbox-command.ts'
import { readConfig, type Config } from '#server/app/config.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { createLog } from '#server/app/logging.ts'
import { readTextFiles } from '#server/services/documents/content-files.ts'
import { startProduct } from '#server/app/product.ts'
import type { MakePages } from '#server/http/pages/page-routes.ts'
import type { Services } from '#server/services/context.ts'
import { cleanUpLater } from './cleanups.ts'
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { replace } from './replace.ts'
import { toDecimal } from '#domain/money.ts'
import { catalogue } from './factories/site.ts'

// Many tests wait for messages to the staff, whose queue pg-boss reads every two seconds. It is the
// only one with options.
replace(PgBoss.prototype, 'work', ([name, options, ...rest]) => [
  name,
  typeof options === 'object' ? { ...options, pollingIntervalSeconds: 0.5 } : options,
  ...rest,
])

/** The product without its pages, with its sandbox, in this process: real HTTP, real database. */
export interface TestShop {
  readonly origin: string
  readonly services: Services
  readonly sandbox: SandboxControl
  /** Its log, line by line: errors only, unless LOG_LEVEL says otherwise. */
  readLog(): readonly string[]
  /** The errors among them. */
  readErrors(): readonly string[]
  /** A new visitor with their own browser. */
  visitor(): Visitor
  /** Advances the product's clock. */
  advanceClock(milliseconds: number): void
  /**
   * Advances the product's clock to the start of the next window of this length, so that no window
   * ends in the middle of a count.
   */
  beginWindow(seconds: number): void
  /**
   * Lets no job run any more but those of a queue, and waits for those under way: none takes what a test
   * passes to the same job.
   */
  stopJobs(except?: 'send-message'): Promise<void>
  /** Stops the product before its suite ends; its sandbox keeps running, as the providers would. */
  stop(): Promise<void>
}

export const noPages: MakePages = () => ({
  routes: new Hono(),
  endAlarms: () => Promise.resolve(),
})

/**
 * Starts a shop that stops with its suite, by default without pages. `settings` are environment
 * variables; `site` replaces the site's own files, and `change` what no setting can say. Without GAME_SERVER_SOURCE the game server is not polled, and without
 * PRIORITY_FILE_FORMAT nothing is delivered to the sandbox's game.
 */
export async function openShop(
  location: DatabaseLocation,
  settings: Readonly<Record<string, string>> = {},
  site?: SiteSections,
  makePages: MakePages = noPages,
  change: (config: Config) => Config = (config) => config,
): Promise<TestShop> {
  const port = Number(settings['PORT'] ?? (await findFreePort()))
  const origin = `http://127.0.0.1:${port}`
  const sandbox = await startSandbox({
    port: 0,
    productOrigin: settings['PUBLIC_ORIGIN'] ?? origin,
    hostedButtons,
    gameServer: playedGameServer,
    messagesPerWindow: 1000,
  })
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: new URL(sandbox.origin).port,
    DEMO_DATA: 'false',
    ...(location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATA_DIR: location.directory }),
    ...settings,
    // Its port is known only now.
    ...Object.fromEntries(
      keys
        .filter(([key]) => settings[key] && settings['NODE_ENV'] !== 'production')
        .map(([, address]) => [address, sandbox.origin]),
    ),
  }
  const read = readConfig(environment, site)
  const config = change({
    ...read,
    // Status events would otherwise appear among the events of every suite.
    ...(!settings['GAME_SERVER_SOURCE'] && { gameServer: null }),
    // Perks would be delivered in the background of every suite.
    ...(!settings['PRIORITY_FILE_FORMAT'] && {
      priorityFile: null,
      site: { ...read.site, products: { ...read.site.products, discordRoles: [] } },
      ...(!settings['LB_CORE_TOKEN'] && { lbCore: null }),
    }),
  })
  const lines: string[] = []
  let clockOffsetMilliseconds = 0
  const readClock = (): Date => new Date(Date.now() + clockOffsetMilliseconds)
  const product = await startProduct({
    config,
    log: createLog(settings['LOG_LEVEL'] ?? 'error', { write: (line) => void lines.push(line) }),
    clock: readClock,
    texts: readTextFiles(),
    pages: makePages,
  })
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= product.stop({ rest: 30_000 }))
  cleanUpLater(async () => {
    await stop()
    await sandbox.close()
  })
  return {
    origin,
    services: product.services,
    readLog: () => lines,
    readErrors: () => lines.filter((line) => /"level":[56]0/.test(line)),
    sandbox: createSandboxControl(sandbox.origin),
    visitor: () => createVisitor(origin, config.publicOrigin),
    advanceClock: (milliseconds) => (clockOffsetMilliseconds += milliseconds),
    beginWindow: (seconds) => {
      const windowMilliseconds = seconds * 1000
      clockOffsetMilliseconds += windowMilliseconds - (readClock().getTime() % windowMilliseconds)
    },
    stopJobs: (except) => stopJobs(product.services, except),
    stop,
  }
}

async function stopJobs(
  { database: { db } }: Pick<Services, 'database'>,
  except: string | null = null,
): Promise<void> {
  const isStopped = (name: string) => sql`${sql.ref(name)} is distinct from ${sql.lit(except)}`
  await sql`delete from jobs.schedule`.execute(db)
  await sql`create or replace function jobs.never_due() returns trigger language plpgsql as
    $$ begin new.start_after = 'infinity'; return new; end $$`.execute(db)
  await sql`create or replace trigger never_due before insert on jobs.job
    for each row when (${isStopped('new.name')}) execute function jobs.never_due()`.execute(db)
  const countActive = async () => {
    const stopped = isStopped('name')
    await sql`delete from jobs.job where state < 'active' and ${stopped}`.execute(db)
    const active = sql`select from jobs.job where state = 'active' and ${stopped}`
    return (await active.execute(db)).rows.length
  }
  while ((await countActive()) > 0) await sleep(50)
}

/** With keys of its own, a provider also needs its address; production takes none on this machine. */
const keys = [
  ['CFTOOLS_APPLICATION_ID', 'CFTOOLS_BASE_URL'],
  ['DISCORD_CLIENT_ID', 'DISCORD_BASE_URL'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_BASE_URL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_BASE_URL'],
] as const

const hostedButtons = catalogue.offers.flatMap(({ name, priceCents, hostedButtonId }) =>
  hostedButtonId ? [{ hostedButtonId, name, valueEuros: toDecimal(priceCents) }] : [],
)
