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
import { createPayPalProvider } from './providers/payments/paypal/paypal-provider.ts'
import { startEventHub } from './realtime/event-hub.ts'
import type { Services } from './services/context.ts'
import { createAuth } from './services/sign-in/auth.ts'

export interface ProductParts {
  readonly config: Config
  readonly log: Logger
  readonly clock: () => Date
  readonly pages: Hono<HttpEnvironment>
}

export interface Product {
  readonly services: Services
  /** Finishes the requests and jobs under way, then closes the database. */
  stop(): Promise<void>
}

/** Wires the real parts together and listens. Throws when the database or the port cannot be had. */
export async function startProduct({ config, log, clock, pages }: ProductParts): Promise<Product> {
  const database = await openDatabase(config.database, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  )
  const migrations = await migrate(database.db)
  if (migrations.length > 0) log.info({ migrations }, 'database migrated')
  const jobs = await startJobQueue(database, log)
  const services: Services = {
    config,
    database,
    payments: createPayPalProvider(config.paypal),
    postToStaff: createStaffChannel(config.discord.webhookUrl),
    jobs,
    clock,
    log,
  }
  const hub = await startEventHub(database)
  const discordSignIn = createDiscordSignIn(config.discord)
  const auth = createAuth({ config, database, discordSignIn, log })
  const app = createApp({ services, auth, hub, pages })
  const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  await jobs.work(services)
  return {
    services,
    stop: async () => {
      // Event streams never end by themselves; requests under way may finish.
      await hub.stop()
      await closeServer(server)
      await jobs.stop()
      await database.close()
    },
  }
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
