import { Hono } from 'hono'
import { reportTeamListingRequest } from '#contract/team.ts'
import type { Services } from '#server/services/context.ts'
import { reportListing } from '#server/services/team-listings/report-listing.ts'
import { createClientNetworksReader } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { readJson } from '#server/http/read-json.ts'
import { readUuid } from '#server/http/read-uuid.ts'

/** Anybody tells the staff of a listing that should not be there. */
export function teamListingReportRoutes(services: Services): Hono<HttpEnvironment> {
  const readNetworks = createClientNetworksReader(services.config)
  const reporting = rateLimit(services, {
    name: 'team-listing-reports',
    requests: 10,
    windowSeconds: 60 * 60,
  })
  return new Hono<HttpEnvironment>().post(
    '/api/team-listings/:id/reports',
    reporting,
    async (context) => {
      const listingId = readUuid(context.req.param('id'), 'listing_not_found')
      const report = await readJson(context, reportTeamListingRequest)
      await reportListing(services, { ...report, listingId, networks: readNetworks(context) })
      return context.body(null, 204)
    },
  )
}
