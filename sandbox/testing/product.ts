import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly eventType: string
  readonly event: { readonly id: string; readonly resource: unknown; readonly data: unknown }
}

/** A server in the product's place. */
export interface FakeProduct {
  readonly origin: string
  readonly webhooks: ReceivedWebhook[]
  /** Statuses of the next answers; the last one repeats. */
  answerWith(...statuses: number[]): void
  received(eventType: string): ReceivedWebhook[]
  /** Waits for the first event of a type. */
  waitFor(eventType: string): Promise<ReceivedWebhook>
  close(): Promise<void>
}

export async function startFakeProduct(): Promise<FakeProduct> {
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
