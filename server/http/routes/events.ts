import { Hono } from 'hono'
import { eventsQuery } from '../../../contract/events.ts'
import type { EventHub, Subscriber } from '../../realtime/event-hub.ts'
import type { HubEvent } from '../../realtime/hub-event.ts'
import type { ReadClientNetwork } from '../client-address.ts'
import type { HttpEnvironment } from '../environment.ts'
import { createPlaces } from '../open-streams.ts'
import { problem } from '../problem.ts'
import { readQuery } from '../read-query.ts'

const encoder = new TextEncoder()
/** Proxies close connections that are silent for a minute. */
const heartbeatMilliseconds = 25_000
/** A browser waits this long before it connects again. */
const retryMilliseconds = 3000
const mostUnreadBytes = 64 * 1024

/** A household or a school has its share of pages open; nobody has this many. */
const streamsPerNetwork = 20
/** What one process bears with its other visitors noticing nothing. */
const streamsInTotal = 10_000
const retryAfterRefusalSeconds = 30

/**
 * Server-sent events. `Last-Event-ID` resumes after a lost connection. Anybody may ask for any
 * balance, as `GET /api/krypto-balance` answers it; what nobody asks for is sent to nobody.
 */
export function eventRoutes(hub: EventHub, readNetwork: ReadClientNetwork): Hono<HttpEnvironment> {
  const takePlace = createPlaces({ perNetwork: streamsPerNetwork, total: streamsInTotal })
  return new Hono<HttpEnvironment>().get('/api/events', (context) => {
    const { steamId = null } = readQuery(context, eventsQuery)
    const giveBack = takePlace(readNetwork(context))
    if (!giveBack) {
      return problem(context, 'rate_limited', { retryAfterSeconds: retryAfterRefusalSeconds })
    }
    const lastEventId = readEventId(context.req.header('last-event-id'))
    context.header('content-type', 'text/event-stream')
    context.header('cache-control', 'no-store')
    context.header('x-accel-buffering', 'no')
    const listen: Listen = (page) => hub.subscribe({ ...page, audience: steamId }, lastEventId)
    return context.body(openStream(listen, giveBack))
  })
}

function readEventId(header: string | undefined): number | null {
  const id = Number(header)
  return header && Number.isSafeInteger(id) && id >= 0 ? id : null
}

/** Hands events to a page; answers the function that stops it. */
type Listen = (page: Omit<Subscriber, 'audience'>) => () => void

function openStream(listen: Listen, onLeft: () => void): ReadableStream<Uint8Array> {
  const left = new AbortController()
  left.signal.addEventListener('abort', onLeft)
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (): void => {
          if (left.signal.aborted) return
          left.abort()
          controller.close()
        }
        const write = (text: string): void => {
          if (left.signal.aborted) return
          controller.enqueue(encoder.encode(text))
          // It reads slower than things happen; it can resume when it likes.
          if ((controller.desiredSize ?? 0) <= 0) end()
        }
        write(`retry: ${retryMilliseconds}\n\n`)
        const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMilliseconds)
        left.signal.addEventListener('abort', () => clearInterval(heartbeat))
        const send = (event: HubEvent): void => write(frame(event))
        const unsubscribe = listen({ send, end })
        // What it missed may have been more than it takes.
        if (left.signal.aborted) unsubscribe()
        else left.signal.addEventListener('abort', unsubscribe)
      },
      cancel: () => left.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostUnreadBytes }),
  )
}

function frame({ id, name, data }: HubEvent): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
