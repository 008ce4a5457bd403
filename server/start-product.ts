import { setTimeout as sleep } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { closeInOrder, type Opened } from './close-in-order.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { isDatabaseUnavailable } from './db/errors.ts'
import { migrate } from './db/migrate.ts'
import { closeServer } from './http/close-server.ts'
import type { HttpEnvironment } from './http/environment.ts'
import { listen } from './http/listen.ts'
import { metricsPort } from './http/routes/metrics.ts'
import { startJobQueue } from './jobs/job-queue.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { openProviders } from './open-providers.ts'
import { startEventHub } from './realtime/event-hub.ts'
import type { Services } from './services/context.ts'
import { startPolling } from './services/server-status/start-polling.ts'
import { createAuth } from './services/sign-in/auth.ts'
import { createAnnounce } from './services/wallet/announce.ts'
import { warnOfTestMoney } from './services/warn-of-test-money.ts'
import { version } from './version.ts'
import { watchJobs } from './watch-jobs.ts'

export interface ProductParts {
  readonly config: Config
  readonly log: Logger
  readonly clock: () => Date
  readonly pages: Hono<HttpEnvironment>
}

export interface Product {
  readonly services: Services
  /** Resolves when something broke that only a new start mends. */
  readonly failed: Promise<Error>
  /**
   * Says at once that it is not ready, finishes the requests and jobs under way, then closes the
   * database. Rejects, once all is closed, when something could not be closed properly.
   */
  stop(patience?: Partial<Patience>): Promise<void>
}

/** How long each step of stopping may take, in milliseconds; together 22 seconds while the database is there. */
interface Patience {
  /** Visitors are still answered: a proxy needs as long to hear that it shall send them elsewhere. */
  readonly visitors: number
  /** Requests under way: a provider is given ten seconds for an answer. */
  readonly requests: number
  readonly jobs: number
  /** Whatever closes at once as long as the database is there. */
  readonly rest: number
}

const usualPatience: Patience = { visitors: 0, requests: 12_000, jobs: 5000, rest: 2000 }

/** Wires the real parts together and listens. Throws when the database or the port cannot be had. */
export async function startProduct(parts: ProductParts): Promise<Product> {
  const opened: ((patience: Patience) => Opened)[] = []
  let stopping = false
  const stop = async (patience: Partial<Patience> = {}): Promise<void> => {
    stopping = true
    const steps = opened.toReversed()
    await closeInOrder(steps.map((step) => step({ ...usualPatience, ...patience })))
  }
  try {
    const { services, failed } = await openParts(parts, {
      closeLater: (step) => void opened.push(step),
      isStopping: () => stopping,
    })
    return { services, failed, stop }
  } catch (error) {
    // Why it does not start matters more than what of it cannot be closed.
    await stop().catch((err: unknown) => parts.log.warn({ err }, 'could not close all'))
    throw error
  }
}

interface Lifetime {
  readonly closeLater: (step: (patience: Patience) => Opened) => void
  readonly isStopping: () => boolean
}

async function openParts(
  { config, log, clock, pages }: ProductParts,
  { closeLater, isStopping }: Lifetime,
): Promise<{ services: Services; failed: Promise<Error> }> {
  // Nothing is counted of what happens while the database is opened: then nothing starts.
  let metrics: Metrics | null = null
  const database = await openDatabase(
    config.database,
    (error) => {
      log.warn({ err: error }, 'database connection lost')
      metrics?.countDatabaseError('connection')
    },
    (error) => metrics?.countDatabaseError(isDatabaseUnavailable(error) ? 'unavailable' : 'query'),
  )
  closeLater(({ rest }) => ({
    name: 'the database',
    close: () => database.close(),
    patienceMilliseconds: rest,
  }))
  metrics = createMetrics(database, version)
  const migrations = await migrate(database.unhurried)
  if (migrations.length > 0) log.info({ migrations }, 'database migrated')
  const jobs = await startJobQueue(database, log, watchJobs(log, metrics))
  closeLater((patience) => ({
    name: 'the job queue',
    close: () => jobs.stop(patience.jobs),
    patienceMilliseconds: patience.jobs + patience.rest,
  }))
  const { discordSignIn, ...providers } = openProviders(config, log, metrics)
  const { countWrongCode } = metrics
  const services: Services = {
    config,
    database,
    ...providers,
    jobs,
    clock,
    log,
    countWrongCode,
  }
  await warnOfTestMoney(services)
  const hub = await startEventHub(database)
  const auth = createAuth({ config, database, discordSignIn, log })
  const announce = createAnnounce(services)
  // After the server: what was bought last is told to the pages of other processes.
  closeLater(({ rest }) => ({
    name: 'the announcements',
    close: () => announce.stop(),
    patienceMilliseconds: rest,
  }))
  const app = createApp({ services, auth, hub, announce, pages, metrics, isStopping })
  // Before we answer anybody: what goes wrong here ends the process, and a shop that is open must
  // outlive a restart of its database.
  await jobs.work(services)
  if (config.metricsPort !== null) {
    const ownPort = { ...config, host: '127.0.0.1', port: config.metricsPort }
    const figures = await listen(metricsPort(metrics), ownPort)
    closeLater(({ rest }) => ({
      name: 'the metrics’ port',
      close: () => closeServer(figures, 0),
      patienceMilliseconds: rest,
    }))
  }
  const server = await listen(app, config)
  closeLater(({ requests, rest }) => ({
    name: 'the server',
    close: () => closeServer(server, requests),
    patienceMilliseconds: requests + rest,
  }))
  closeLater(({ visitors, rest }) => ({
    name: 'the visitors',
    close: () => sleep(visitors),
    patienceMilliseconds: visitors + rest,
  }))
  // Before the server: event streams never end by themselves, requests under way do.
  closeLater(({ rest }) => ({
    name: 'the events',
    close: () => hub.stop(),
    patienceMilliseconds: rest,
  }))
  const polling = startPolling(services)
  closeLater(({ rest }) => ({
    name: 'the game server’s status',
    close: () => polling.stop(),
    patienceMilliseconds: rest,
  }))
  closeLater(({ rest }) => ({
    name: 'the metrics',
    close: () => Promise.resolve(metrics.markStopping()),
    patienceMilliseconds: rest,
  }))
  return { services, failed: database.lost }
}
