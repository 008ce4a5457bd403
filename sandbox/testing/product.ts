import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { startSandbox } from '#sandbox/server.ts'

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly eventType: string
  readonly event: { readonly id: string; readonly resource: unknown; readonly data: unknown }
}

/** A server in the product's place. */
interface FakeProduct {
  readonly origin: string
  readonly webhooks: ReceivedWebhook[]
  /** Statuses of the next answers; the last one repeats. */
  answerWith(...statuses: number[]): void
  received(eventType: string): ReceivedWebhook[]
  /** Waits for the first event of a type. */
  waitFor(eventType: string): Promise<ReceivedWebhook>
  close(): Promise<void>
}

async function startFakeProduct(): Promise<FakeProduct> {
  const webhooks: ReceivedWebhook[] = []
  let statuses = [200]
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const event = JSON.parse(body)
      const eventType = event.event_type ?? event.type
      webhooks.push({ headers: request.headers, body, eventType, event })
      response.statusCode = statuses[0] ?? 200
      if (statuses.length > 1) statuses = statuses.slice(1)
      response.end()
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const received = (eventType: string): ReceivedWebhook[] =>
    webhooks.filter((webhook) => webhook.eventType === eventType)
  return {
    origin: `http://127.0.0.1:${address.port}`,
    webhooks,
    received,
    answerWith(...next) {
      statuses = next
    },
    waitFor: (eventType) =>
      vi.waitFor(() => {
        const [webhook] = received(eventType)
        if (!webhook) throw new Error(`no ${eventType} yet`)
        return webhook
      }),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export interface Fixture {
  readonly origin: string
  readonly product: FakeProduct
  /** Calls `/_sandbox/…` with a JSON body. */
  readonly control: (call: string, body: object) => Promise<Response>
}

/** A sandbox for one test, with a receiver of its webhooks. */
export async function startFixture(): Promise<Fixture> {
  const product = await startFakeProduct()
  const sandbox = await startSandbox({ port: 0, productOrigin: product.origin })
  onTestFinished(async () => {
    await sandbox.close()
    await product.close()
  })
  return {
    origin: sandbox.origin,
    product,
    control: (call, body) =>
      fetch(`${sandbox.origin}/_sandbox/${call}`, { method: 'POST', body: JSON.stringify(body) }),
  }
}
