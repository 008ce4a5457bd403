import type { Donor } from '#contract/donors.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { rankDonors } from '#server/services/donors/donors.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'

/** A refund changes it without an event. */
const keptMilliseconds = 1000

/** The donor ranking. */
export function cacheDonors(services: Services, hub: EventHub): CachedResponse {
  const { database, paypal, site } = services
  const rank = (): Promise<readonly Donor[]> =>
    rankDonors(database, paypal.mode, site.current().ranks)
  return cacheResponse(rank, {
    milliseconds: keptMilliseconds,
    changedBy: { hub, event: 'purchase' },
  })
}
