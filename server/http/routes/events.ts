import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { streamEvents, type EventPayloads } from '#contract/events.ts'
import type { Tally } from '#server/app/metrics.ts'
import { createConnectionLimiter } from '#server/http/connection-limiter.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { isOutdated, type FindAnswer } from '#server/http/response-cache.ts'
import { serve } from '#server/http/serve.ts'
import type { EventHub, Subscriber } from '#server/realtime/event-hub.ts'
import type { HubEvent } from '#server/realtime/event-memory.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'

/** Enough for the open pages of a household or a school. */
const streamsPerNetwork = 20
/** What one process can bear without its other visitors noticing. */
const streamsInTotal = 10_000
const retryAfterRefusalSeconds = 30

interface EventParts {
  readonly hub: EventHub
  readonly readNetworks: (context: Context<HttpEnvironment>) => ClientNetworks
  /** The audiences of the visitor: their browser, their account, and the staff for those who belong to it. */
  readonly readAudiences: (context: Context<HttpEnvironment>) => Promise<readonly string[]>
  readonly findAnswer: FindAnswer
  readonly open: Tally
}

/**
 * Server-sent events. `Last-Event-ID` resumes after a lost connection. A stream may follow any
 * balance, since `GET /api/krypto-balance` shows it to anybody too; a balance that no page follows
 * is sent to none.
 */
export function eventRoutes({
  hub,
  readNetworks,
  readAudiences,
  findAnswer,
  open,
}: EventParts): Hono<HttpEnvironment> {
  const acquireSlot = createConnectionLimiter({
    perNetwork: streamsPerNetwork,
    total: streamsInTotal,
  })
  const schedule = createScheduler()
  const app = new Hono<HttpEnvironment>()
  serve(app, streamEvents, async ({ context, query: { steamId, versions } }) => {
    const releaseSlot = acquireSlot(readNetworks(context))
    if (!releaseSlot) {
      return problem(context, 'rate_limited', { retryAfterSeconds: retryAfterRefusalSeconds })
    }
    const own = await readAudiences(context).catch((error: unknown) => {
      releaseSlot()
      throw error
    })
    const audiences = steamId === undefined ? own : [...own, steamId]
    const lastEventId = readEventId(context.req.header('last-event-id'))
    context.header('content-type', 'text/event-stream')
    context.header('x-accel-buffering', 'no')
    const listen: Listen = ({ send, end }) => {
      const sendAddressed = (event: HubEvent): void => {
        // Their session was ended for them.
        if (event.name === 'signed-out') end()
        else send(addressTo(audiences, event))
      }
      const stop = hub.subscribe(
        { audiences, send: sendAddressed, sendHere: send, end },
        lastEventId,
      )
      // Only after `subscribe`, or a change in between would be missed. A stream that opens again needs
      // it no more: its page asks for everything.
      if (versions && lastEventId === null) void sendOutdated(versions.split(','), findAnswer, send)
      return stop
    }
    open.inc()
    const leave = (): void => {
      open.dec()
      releaseSlot()
    }
    return context.body(openEventStream(listen, schedule, leave))
  })
  return app
}

/** Without an id, which the page would name when it returns. */
async function sendOutdated(
  versions: readonly string[],
  findAnswer: FindAnswer,
  send: (event: SentEvent) => void,
): Promise<void> {
  const marks = await Promise.all(versions.map((version) => isOutdated(version, findAnswer)))
  const data = versions.filter((_, place) => marks[place])
  if (data.length > 0) send({ name: 'outdated', data })
}

const storedPurchase = z.object({
  type: z.string().default(''),
  buyers: z.array(z.string()).default([]),
})

/** Replaces the buyers of a purchase, who stay unknown, by whether it is this page's own. */
function addressTo(audiences: readonly string[], event: HubEvent): HubEvent {
  if (event.name !== 'purchase') return event
  const { type, buyers } = storedPurchase.catch({ type: '', buyers: [] }).parse(event.data)
  const data: EventPayloads['purchase'] = {
    type,
    own: buyers.some((buyer) => audiences.includes(buyer)),
  }
  return { ...event, data }
}

function readEventId(header: string | undefined): number | null {
  const id = Number(header)
  return header && Number.isSafeInteger(id) && id >= 0 ? id : null
}

const encoder = new TextEncoder()
/** Proxies close connections that are silent for a minute. */
const heartbeatMilliseconds = 25_000
/** How long a browser waits before it reconnects. */
const retryMilliseconds = 3000
const maxUnreadBytes = 64 * 1024
const unreadLimit = new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadBytes })

/** As the stream writes it. */
type SentEvent = Pick<HubEvent, 'name' | 'data'> & Partial<Pick<HubEvent, 'id'>>

/** Subscribes a page to events; returns the function that unsubscribes it. */
type Listen = (page: {
  readonly send: (event: SentEvent) => void
  readonly end: Subscriber['end']
}) => () => void

/**
 * The events of one page, as `text/event-stream`. Events that arrive together are written together,
 * when the page's turn comes. A page that reads too slowly is disconnected and can resume later.
 * `onLeft` is called once, whichever side ends the stream.
 */
function openEventStream(
  listen: Listen,
  schedule: ScheduleWork,
  onLeft: () => void,
): ReadableStream<Uint8Array> {
  let stop = nothing
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let hasLeft = false
        let unsent = ''
        const leave = (): void => {
          if (hasLeft) return
          hasLeft = true
          clearInterval(heartbeat)
          unsubscribe()
          onLeft()
        }
        const end = (): void => {
          if (hasLeft) return
          leave()
          controller.close()
        }
        const write = (text: string): void => {
          if (hasLeft) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) <= 0) end()
        }
        const writeUnsent = (): void => {
          const text = unsent
          unsent = ''
          write(text)
        }
        const send = (event: SentEvent): void => {
          if (unsent === '') schedule(writeUnsent)
          unsent += frameOf(event)
          if (unsent.length >= maxUnreadBytes) writeUnsent()
        }
        let unsubscribe = nothing
        const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMilliseconds)
        write(`retry: ${retryMilliseconds}\n\n`)
        unsubscribe = listen({ send, end })
        // The server is stopping and has already ended the stream.
        if (hasLeft) unsubscribe()
        stop = leave
      },
      cancel: () => stop(),
    },
    unreadLimit,
  )
}

function nothing(): void {
  // Runs until the stream ends.
}

function frameOf({ id, name, data }: SentEvent): string {
  const head = id === undefined ? '' : `id: ${id}\n`
  return `${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Does the work in a later turn of the event loop, after earlier work. */
type ScheduleWork = (work: () => void) => void

/** A few milliseconds of work for a thousand pages; other requests are served in between. */
const batchSize = 250

/** Queues work that many pages cause at the same moment, so that no other request waits for all of it. */
export function createScheduler(): ScheduleWork {
  let waiting: (() => void)[] = []
  let isWorking = false

  const runNext = (): void => {
    const turn = waiting.slice(0, batchSize)
    waiting = waiting.slice(batchSize)
    for (const work of turn) work()
    isWorking = waiting.length > 0
    if (isWorking) setImmediate(runNext)
  }
  return (work) => {
    waiting.push(work)
    if (isWorking) return
    isWorking = true
    setImmediate(runNext)
  }
}
