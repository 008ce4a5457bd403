import { createServer } from 'node:http'
import { pino } from 'pino'
import { startSandbox } from '#sandbox/server.ts'
import { readConfig } from '#server/app/config.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startJobQueue } from '#server/jobs/job-queue.ts'
import { createMetrics } from '#server/app/metrics.ts'
import { openProviders } from '#server/app/open-providers.ts'
import type { WebhookEvent } from '#server/providers/payment-provider.ts'
import type { StripeSubject } from '#server/providers/stripe/webhook.ts'
import type { Services } from '#server/services/context.ts'
import { openDocuments } from '#server/services/documents/saved-documents.ts'
import { createAccountQueue, type PurchaseParts } from '#server/services/skins/skin-shop.ts'
import { createPurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'
import { instrumentJobs } from '#server/app/instrumentation.ts'
import { openEdits } from '#server/services/edits/edits.ts'
import { openSite } from '#server/services/site/site.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { createSandboxControl, type SandboxControl } from '#test/sandbox-control.ts'

export type StripeEvent = WebhookEvent<StripeSubject>

/** The product's own services on a real database, with Stripe played by the sandbox. */
export interface World {
  readonly services: Services
  readonly counter: PurchaseParts
  readonly sandbox: SandboxControl
  /** Stripe's events so far; the model decides when, how often and in which order they arrive. */
  readonly events: StripeEvent[]
  /** Advances the product's clock. */
  advanceClock(milliseconds: number): void
  stop(): Promise<void>
}

const noteNothing = () => Promise.resolve()

/** No job runs by itself: everything that happens is a step of the model. */
export async function openWorld(location: DatabaseLocation): Promise<World> {
  const events: StripeEvent[] = []
  const mailbox = createServer()
  const mailboxOrigin = await listen(mailbox)
  const sandbox = await startSandbox({ port: 0, productOrigin: mailboxOrigin })
  const config = readConfig({ SANDBOX_PORT: new URL(sandbox.origin).port })
  const log = pino({ level: 'silent' })
  const database = await openDatabase(location, () => undefined)
  await migrate(database.withoutStatementTimeout)
  const metrics = createMetrics(database, 'test')
  const jobs = await startJobQueue(database, log, instrumentJobs(log, metrics))
  const edits = await openEdits(database)
  let aheadMilliseconds = 0
  const clock = () => new Date(Date.now() + aheadMilliseconds)
  const site = await openSite({ database, edits, clock }, config.site)
  const services: Services = {
    config,
    database,
    ...openProviders(config, log, metrics, noteNothing),
    gameServer: null,
    perkAdapters: [],
    connectionChecks: [],
    staffTexts: readMessageTexts(config.staffLanguage),
    edits,
    documents: openDocuments({ edits, site, clock }, []),
    site,
    jobs,
    clock,
    log,
    countWrongCode: metrics.countWrongCode,
    noteConnection: noteNothing,
  }
  mailbox.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = new Headers({
        'stripe-signature': String(request.headers['stripe-signature']),
      })
      void services.stripe.readWebhook(headers, Buffer.concat(chunks)).then((read) => {
        if (read.outcome === 'verified') events.push(read.event)
        response.writeHead(204).end()
      })
    })
  })
  return {
    services,
    counter: { queue: createAccountQueue(), announce: createPurchaseAnnouncer(services) },
    sandbox: createSandboxControl(sandbox.origin),
    events,
    advanceClock: (milliseconds) => (aheadMilliseconds += milliseconds),
    stop: async () => {
      edits.stop()
      await jobs.stop(5000)
      await database.close()
      await sandbox.close()
      mailbox.close()
    },
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}
