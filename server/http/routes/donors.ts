import type { Donor } from '#contract/donors.ts'
import type { Services } from '#server/services/context.ts'
import { rankDonors } from '#server/services/donors/donors.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'

/** The donor ranking, read for every request: it changes by refunds and the staff, too. */
export function cacheDonors(services: Services): CachedResponse {
  const { database, paypal, site } = services
  const rank = (): Promise<readonly Donor[]> =>
    rankDonors(database, paypal.mode, site.current().ranks)
  return cacheResponse(rank, { milliseconds: 0 })
}
