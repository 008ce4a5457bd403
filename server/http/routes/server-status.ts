import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { readHistory, readStatus } from '#server/services/server-status/server-status.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'

/** The time of the last reading changes without an event. */
const statusKeptMilliseconds = 5000
const historyKeptMilliseconds = 60_000

/** The cached status; every process forgets it when the event of a change arrives. */
export function cacheServerStatus(services: Services, hub: EventHub): CachedResponse {
  return cacheResponse(() => readStatus(services), {
    milliseconds: statusKeptMilliseconds,
    changedBy: { hub, event: 'server-status' },
  })
}

/** Its player counts of the last 24 hours. */
export function cachePlayerHistory(services: Services): CachedResponse {
  return cacheResponse(() => readHistory(services), { milliseconds: historyKeptMilliseconds })
}
