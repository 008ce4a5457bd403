import { Hono } from 'hono'
import { eventsQuery } from '#contract/events.ts'
import type { Tally } from '#server/metrics/metrics.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { ReadClientNetworks } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { openEventStream, type Listen } from '#server/http/event-stream.ts'
import { createPlaces } from '#server/http/places.ts'
import { problem } from '#server/http/problem.ts'
import { readQuery } from '#server/http/read-query.ts'
import { createLoopTurns } from '#server/http/loop-turns.ts'

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
  const takePlace = createPlaces({ perNetwork: streamsPerNetwork, total: streamsInTotal })
  const takeTurn = createLoopTurns()
  return new Hono<HttpEnvironment>().get('/api/events', (context) => {
    const { steamId = null } = readQuery(context, eventsQuery)
    const giveBack = takePlace(readNetworks(context))
    if (!giveBack) {
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
      giveBack()
    }
    return context.body(openEventStream(listen, takeTurn, leave))
  })
}

function readEventId(header: string | undefined): number | null {
  const id = Number(header)
  return header && Number.isSafeInteger(id) && id >= 0 ? id : null
}
