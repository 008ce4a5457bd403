import { Hono } from 'hono'
import { eventsQuery } from '#contract/events.ts'
import type { Tally } from '#server/app/metrics.ts'
import type { ReadClientNetworks } from '#server/http/client-address.ts'
import { createConnectionLimiter } from '#server/http/connection-limiter.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { readQuery } from '#server/http/read-request.ts'
import type { EventHub, Subscriber } from '#server/realtime/event-hub.ts'
import type { HubEvent } from '#server/realtime/event-memory.ts'

/** A household or a school has its share of pages open; nobody has this many. */
const streamsPerNetwork = 20
/** What one process bears with its other visitors noticing nothing. */
const streamsInTotal = 10_000
const retryAfterRefusalSeconds = 30

/**
 * Server-sent events. `Last-Event-ID` resumes after a lost connection. Anybody may ask for any
 * balance, as `GET /api/krypto-balance` answers it; what nobody asks for is sent to nobody.
 */
export function eventRoutes(
  hub: EventHub,
  readNetworks: ReadClientNetworks,
  open: Tally,
): Hono<HttpEnvironment> {
  const acquireSlot = createConnectionLimiter({
    perNetwork: streamsPerNetwork,
    total: streamsInTotal,
  })
  const schedule = createScheduler()
  return new Hono<HttpEnvironment>().get('/api/events', (context) => {
    const { steamId = null } = readQuery(context, eventsQuery)
    const releaseSlot = acquireSlot(readNetworks(context))
    if (!releaseSlot) {
      return problem(context, 'rate_limited', { retryAfterSeconds: retryAfterRefusalSeconds })
    }
    const lastEventId = readEventId(context.req.header('last-event-id'))
    context.header('content-type', 'text/event-stream')
    context.header('cache-control', 'no-store')
    context.header('x-accel-buffering', 'no')
    const listen: Listen = (page) => hub.subscribe({ ...page, audience: steamId }, lastEventId)
    open.inc()
    const leave = (): void => {
      open.dec()
      releaseSlot()
    }
    return context.body(openEventStream(listen, schedule, leave))
  })
}

function readEventId(header: string | undefined): number | null {
  const id = Number(header)
  return header && Number.isSafeInteger(id) && id >= 0 ? id : null
}

const encoder = new TextEncoder()
/** Proxies close connections that are silent for a minute. */
const heartbeatMilliseconds = 25_000
/** A browser waits this long before it connects again. */
const retryMilliseconds = 3000
const mostUnreadBytes = 64 * 1024
const readingRoom = new ByteLengthQueuingStrategy({ highWaterMark: mostUnreadBytes })

/** Hands events to a page; answers the function that stops it. */
type Listen = (page: Omit<Subscriber, 'audience'>) => () => void

/**
 * What one page hears, as `text/event-stream`. Events that come at the same moment are written at
 * once, when it is the page's turn. Who reads slower than things happen is ended, and can resume when
 * he likes. `onLeft` is called once, whoever ends it.
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
        const send = (event: HubEvent): void => {
          if (unsent === '') schedule(writeUnsent)
          unsent += frameOf(event)
          if (unsent.length >= mostUnreadBytes) writeUnsent()
        }
        let unsubscribe = nothing
        const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMilliseconds)
        write(`retry: ${retryMilliseconds}\n\n`)
        unsubscribe = listen({ send, end })
        // The server is stopping and has ended it already.
        if (hasLeft) unsubscribe()
        stop = leave
      },
      cancel: () => stop(),
    },
    readingRoom,
  )
}

function nothing(): void {
  // Until there is something to end.
}

/** Every page is told the same: it is written out once. */
const frames = new WeakMap<HubEvent, string>()

function frameOf(event: HubEvent): string {
  const known = frames.get(event)
  if (known !== undefined) return known
  const { id, name, data } = event
  const frame = `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  frames.set(event, frame)
  return frame
}

/** Does the work in one of the next turns of the loop, after what was asked for before. */
type ScheduleWork = (work: () => void) => void

/** Of a thousand pages a few milliseconds each; others are served in between. */
const worksAtOnce = 250

/** Lines up work that many pages cause at the same moment, so that nobody else waits for all of it. */
export function createScheduler(): ScheduleWork {
  let waiting: (() => void)[] = []
  let isWorking = false

  const workOff = (): void => {
    const turn = waiting.slice(0, worksAtOnce)
    waiting = waiting.slice(worksAtOnce)
    for (const work of turn) work()
    isWorking = waiting.length > 0
    if (isWorking) setImmediate(workOff)
  }
  return (work) => {
    waiting.push(work)
    if (isWorking) return
    isWorking = true
    setImmediate(workOff)
  }
}
