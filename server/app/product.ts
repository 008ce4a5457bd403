import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import { migrate } from '#server/db/migrate.ts'
import { createApp } from '#server/http/app.ts'
import { metricsPort } from '#server/http/routes/operations.ts'
import { closeServer, listen } from '#server/http/server.ts'
import type { MakePages } from '#server/http/pages/page-routes.ts'
import { startJobQueue } from '#server/jobs/job-queue.ts'
import { startEventHub } from '#server/realtime/event-hub.ts'
import { createAuth } from '#server/services/accounts/auth.ts'
import { createFaultRecorder } from '#server/services/connections/connection-faults.ts'
import type { Services } from '#server/services/context.ts'
import { openEdits } from '#server/services/edits/edits.ts'
import type { TextFile } from '#server/services/documents/content-files.ts'
import { openDocuments } from '#server/services/documents/saved-documents.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { warnAboutTestPayments } from '#server/services/payments/test-payments.ts'
import { createLbMailbox } from '#server/services/perks/lb-mailbox.ts'
import { startReconciler } from '#server/services/perks/reconciler.ts'
import { keepListPrices } from '#server/services/site/list-prices.ts'
import { createExporter } from '#server/services/shop-archive/export-shop.ts'
import { openSite } from '#server/services/site/site.ts'
import { startPolling } from '#server/services/server-status/polling.ts'
import { createPurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'
import type { Config } from './config.ts'
import { openConnectionChecks } from './connection-checks.ts'
import { instrumentJobs } from './instrumentation.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openPerkAdapters, openProviders } from './open-providers.ts'

export interface ProductParts {
  readonly config: Config
  readonly log: Logger
  readonly clock: () => Date
  /** Read while the database opens. */
  readonly texts: Promise<readonly TextFile[]>
  readonly pages: MakePages
}

export interface Product {
  readonly services: Services
  /** Resolves with an error that only a restart can fix. */
  readonly failed: Promise<Error>
  /** Tests all connections, soon. */
  checkConnections(): Promise<void>
  /**
   * Reports itself as not ready at once, finishes the requests and jobs under way, then closes the
   * database. Rejects after closing everything when a part did not close properly.
   */
  stop(timeouts?: Partial<ShutdownTimeouts>): Promise<void>
}

/**
 * How long each step of stopping may take, in milliseconds; 22 seconds together while the database
 * is reachable.
 */
interface ShutdownTimeouts {
  /** Visitors are still served: a proxy needs this long to notice and send them elsewhere. */
  readonly visitors: number
  /** Requests under way: a provider may take ten seconds to answer. */
  readonly requests: number
  readonly jobs: number
  /** Steps that end at once as long as the database is reachable. */
  readonly rest: number
}

const defaultTimeouts: ShutdownTimeouts = { visitors: 0, requests: 12_000, jobs: 5000, rest: 2000 }

/** Wires the real parts together and listens. Throws when the database or the port is unavailable. */
export async function startProduct(parts: ProductParts): Promise<Product> {
  const opened: ((timeouts: ShutdownTimeouts) => Opened)[] = []
  let stopping = false
  const stop = async (timeouts: Partial<ShutdownTimeouts> = {}): Promise<void> => {
    stopping = true
    const steps = opened.toReversed()
    await shutDown(steps.map((step) => step({ ...defaultTimeouts, ...timeouts })))
  }
  try {
    const running = await openParts(parts, {
      onShutdown: (name, close, extra) =>
        void opened.push((timeouts) => ({
          name,
          close: () => close(timeouts),
          timeoutMilliseconds: timeouts.rest + (extra ? timeouts[extra] : 0),
        })),
      isStopping: () => stopping,
    })
    return { ...running, stop }
  } catch (error) {
    // The reason for the failed start matters more than a part that does not close.
    await stop().catch((err: unknown) => parts.log.warn({ err }, 'could not close all'))
    throw error
  }
}

/** The transaction of the demo data holds the embedded database's only connection. */
const noteNothing = () => Promise.resolve()

interface Lifetime {
  /** `extra` names what the part may take beyond `rest`. */
  readonly onShutdown: (
    name: string,
    close: (timeouts: ShutdownTimeouts) => Promise<unknown>,
    extra?: Exclude<keyof ShutdownTimeouts, 'rest'>,
  ) => void
  readonly isStopping: () => boolean
}

async function openParts(
  { config, log, clock, texts, pages }: ProductParts,
  { onShutdown, isStopping }: Lifetime,
): Promise<Omit<Product, 'stop'>> {
  const staffTexts = readMessageTexts(config.staffLanguage)
  // Errors while the database opens are not counted: they end the start.
  let metrics: Metrics | null = null
  const database = await openDatabase(
    config.database,
    (error) => {
      log.warn({ err: error }, 'database connection lost')
      metrics?.countDatabaseError('connection')
    },
    (error) => metrics?.countDatabaseError(isDatabaseUnavailable(error) ? 'unavailable' : 'query'),
  )
  onShutdown('the database', () => database.close())
  let delivering: Pick<Services, 'perkAdapters' | 'site'> | null = null
  metrics = createMetrics(database, version, () => delivering)
  const migrations = await migrate(database.withoutStatementTimeout)
  if (migrations.length > 0) log.info({ migrations }, 'database migrated')
  const edits = await openEdits(database)
  onShutdown('what the owner changes', () => Promise.resolve(edits.stop()))
  const site = await openSite({ database, edits, clock }, config.site)
  await database.transaction(async (trx) => keepListPrices(trx, await site.hold(trx), clock()))
  const jobs = await startJobQueue(database, log, instrumentJobs(log, metrics))
  onShutdown('the job queue', (timeouts) => jobs.stop(timeouts.jobs), 'jobs')
  const noteConnection = createFaultRecorder({ database, jobs, clock, log })
  const {
    discordSignIn,
    discordBot: bot,
    discordCalls,
    cftoolsCalls,
    ...providers
  } = openProviders(config, log, metrics, noteConnection)
  const { countWrongCode } = metrics
  const lbMailbox = createLbMailbox({ database, clock })
  const { game } = lbMailbox
  const perkAdapters = openPerkAdapters(
    config,
    { database, clock, site },
    { game, bot, cftoolsCalls },
  )
  delivering = { perkAdapters, site }
  const services: Services = {
    config,
    database,
    ...providers,
    perkAdapters,
    connectionChecks: openConnectionChecks({
      config,
      ...providers,
      discordCalls,
      discordBot: bot,
      perkAdapters,
      readRoles: () => site.current().discordRoles,
      registersCommands: true,
      database,
      clock,
    }),
    staffTexts,
    edits,
    documents: openDocuments({ edits, site, clock }, await texts),
    site,
    jobs,
    clock,
    log,
    countWrongCode,
    noteConnection,
  }
  await warnAboutTestPayments(services)
  // Before anybody visits: an empty shop must not fill up before their eyes.
  if (config.demoData) {
    const { fillWithDemoData } = await import('#server/services/demo/fill.ts')
    // A line for each of its many calls would hide what the first start has to say.
    const quiet = log.child({}, { level: 'warn' })
    const { paypal, stripe } = openProviders(config, quiet, metrics, noteNothing)
    await fillWithDemoData({ ...services, paypal, stripe })
  }
  const hub = await startEventHub(database, reportListening(services))
  const refresh = ({ name }: { readonly name: string }): void => {
    if (name === 'site' || name === 'documents') void edits.refresh()
  }
  // Before the caches, which then read what is new.
  hub.subscribe({ audiences: [], send: refresh, end: () => undefined }, null)
  const auth = createAuth({ config, database, discordSignIn, log })
  const announce = createPurchaseAnnouncer(services)
  // Closes after the server, so that the last purchases still reach the pages of other processes.
  onShutdown('the announcements', () => announce.stop())
  const app = createApp({
    services,
    auth,
    hub,
    announce,
    lbMailbox,
    exportShop: createExporter(services, { version, isStopping }),
    pages,
    metrics,
    isStopping,
  })
  // Before the server listens: an error here ends the process, and an open shop must outlive a
  // restart of its database.
  await jobs.work(services)
  if (config.metricsPort !== null) {
    const ownPort = { ...config, host: '127.0.0.1', port: config.metricsPort }
    const figures = await listen(metricsPort(metrics), ownPort)
    onShutdown('the metrics’ port', () => closeServer(figures, 0))
  }
  const server = await listen(app, config)
  onShutdown('the server', ({ requests }) => closeServer(server, requests), 'requests')
  // Closes before the server, which waits for what is held.
  onShutdown('the game’s requests', () => Promise.resolve(lbMailbox.stop()))
  onShutdown('the visitors', ({ visitors }) => sleep(visitors), 'visitors')
  // Closes before the server: event streams never end by themselves, requests under way do.
  onShutdown('the events', () => hub.stop())
  const polling = startPolling(services)
  onShutdown('the game server’s status', () => polling.stop())
  const reconciler = startReconciler(services)
  onShutdown('the delivery of perks', () => reconciler.stop(), 'jobs')
  onShutdown('the metrics', () => Promise.resolve(metrics.markStopping()))
  return { services, failed: database.lost, checkConnections: () => jobs.checkConnections() }
}

/** Reports whether the database's notifications reach us, at the start and after each lost connection. */
function reportListening({ log, noteConnection }: Services): (arrives: boolean) => void {
  const lost = {
    outcome: 'failed',
    fault: 'notifications_lost',
    detail: 'LISTEN, NOTIFY',
  } as const
  // One after the other: the end of a fault that is not recorded yet would be lost.
  let noted = Promise.resolve()
  return (arrives) => {
    if (!arrives) {
      log.warn(
        'DATABASE_URL leads to a pooler of connections in transaction mode, which loses notifications, so open pages get no live updates: use the database’s direct address, or session mode',
      )
    }
    const result = arrives ? { outcome: 'ok' } : lost
    noted = noted.then(() => noteConnection('database', 'listen', result))
  }
}

/** An opened part that has to be closed. */
interface Opened {
  readonly name: string
  readonly close: () => Promise<unknown>
  /** After this time the other parts are closed regardless. */
  readonly timeoutMilliseconds: number
}

/**
 * Closes the parts one after the other, in the order given. A part that fails or hangs, for example
 * because its database is unreachable, does not block the others; the rejection names it.
 */
async function shutDown(opened: readonly Opened[]): Promise<void> {
  const faults: Error[] = []
  for (const one of opened) {
    try {
      await closeInTime(one)
    } catch (error) {
      faults.push(new Error(`${one.name} did not close properly`, { cause: error }))
    }
  }
  if (faults.length > 0) {
    throw new AggregateError(faults, faults.map(({ message }) => message).join('; '))
  }
}

async function closeInTime({ close, timeoutMilliseconds }: Opened): Promise<void> {
  // The timer keeps the process: a part that hangs may be the last thing that does.
  const { promise: isLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, timeoutMilliseconds, true)
  try {
    if (await Promise.race([close().then(() => false), isLate])) {
      throw new Error(`not within ${timeoutMilliseconds} ms`)
    }
  } finally {
    clearTimeout(timer)
  }
}

const packageFile = path.resolve(import.meta.dirname, '../../package.json')

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')))
