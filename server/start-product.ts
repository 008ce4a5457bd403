import { serve, type ServerType } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import type { HttpEnvironment } from './http/environment.ts'
import { startJobQueue } from './jobs/job-queue.ts'
import { createDiscordSignIn } from './providers/discord/sign-in.ts'
import { createStaffChannel } from './providers/discord/staff-channel.ts'
import { createGameServer } from './providers/game-server/create-game-server.ts'
import { createPayPalProvider } from './providers/payments/paypal/paypal-provider.ts'
import { createStripeCheckout } from './providers/payments/stripe/stripe-checkout.ts'
import { createSteam } from './providers/steam/create-steam.ts'
import { startEventHub } from './realtime/event-hub.ts'
import type { Services } from './services/context.ts'
import { startPolling } from './services/server-status/start-polling.ts'
import { createAuth } from './services/sign-in/auth.ts'

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
  /** Finishes the requests and jobs under way, then closes the database. */
  stop(): Promise<void>
}

/** Wires the real parts together and listens. Throws when the database or the port cannot be had. */
export async function startProduct(parts: ProductParts): Promise<Product> {
  const opened: Close[] = []
  const stop = async (): Promise<void> => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    const { services, failed } = await openParts(parts, (close) => void opened.push(close))
    return { services, failed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Close = () => Promise<void>

async function openParts(
  { config, log, clock, pages }: ProductParts,
  closeLater: (close: Close) => void,
): Promise<{ services: Services; failed: Promise<Error> }> {
  const database = await openDatabase(config.database, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  )
  closeLater(() => database.close())
  const migrations = await migrate(database.unhurried)
  if (migrations.length > 0) log.info({ migrations }, 'database migrated')
  const jobs = await startJobQueue(database, log)
  closeLater(() => jobs.stop())
  const services: Services = {
    config,
    database,
    payments: createPayPalProvider(config.paypal),
    cards: createStripeCheckout(config.stripe),
    postToStaff: createStaffChannel(config.discord.webhookUrl),
    steam: createSteam(config.steam),
    gameServer: config.gameServer && createGameServer(config.gameServer),
    jobs,
    clock,
    log,
  }
  const hub = await startEventHub(database)
  const discordSignIn = createDiscordSignIn(config.discord)
  const auth = createAuth({ config, database, discordSignIn, log })
  const app = createApp({ services, auth, hub, pages })
  // Before we answer anybody: what goes wrong here ends the process, and a shop that is open must
  // outlive a restart of its database.
  await jobs.work(services)
  const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host })
  closeLater(() => closeServer(server))
  // Before the server: event streams never end by themselves, requests under way do.
  closeLater(() => hub.stop())
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  const polling = startPolling(services)
  closeLater(() => polling.stop())
  return { services, failed: database.lost }
}

/** How long requests under way may take once we are asked to stop. */
const patienceMilliseconds = 3000

async function closeServer(server: ServerType): Promise<void> {
  const closed = Promise.withResolvers<undefined>()
  server.close(() => closed.resolve(undefined))
  const patience = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
  }, patienceMilliseconds)
  await closed.promise
  clearTimeout(patience)
}
