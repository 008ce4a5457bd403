import { Hono } from 'hono'
import {
  adminTeamListingsQuery,
  moderateTeamListingRequest,
  type AdminTeamListing,
  type AdminTeamListingPage,
} from '#contract/admin-team.ts'
import { handleTeamListingReports } from '#server/services/admin/handle-team-listing-reports.ts'
import { listTeamListings } from '#server/services/admin/list-team-listings.ts'
import { moderateTeamListing } from '#server/services/admin/moderate-team-listing.ts'
import type { Services } from '#server/services/context.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import { presentAdminTeamListing } from '#server/http/present/admin-team-listing.ts'
import { readJson } from '#server/http/read-json.ts'
import { readQuery } from '#server/http/read-query.ts'
import { readUuid } from '#server/http/read-uuid.ts'

/** Players' listings and what was reported of them, for the staff. */
export function adminTeamListingRoutes(services: Services): Hono<HttpEnvironment> {
  const { clock } = services
  return new Hono<HttpEnvironment>()
    .get('/api/admin/team-listings', async (context) => {
      adminOf(context)
      const query = readQuery(context, adminTeamListingsQuery)
      const { rows, nextCursor } = await listTeamListings(services, query)
      const listings = rows.map((row) => presentAdminTeamListing(row, clock()))
      return context.json<AdminTeamListingPage>({ listings, nextCursor })
    })
    .patch('/api/admin/team-listings/:id', async (context) => {
      const admin = adminOf(context)
      const listingId = readUuid(context.req.param('id'), 'listing_not_found')
      const request = await readJson(context, moderateTeamListingRequest)
      const listing = await moderateTeamListing(services, admin, listingId, request)
      return context.json<AdminTeamListing>(presentAdminTeamListing(listing, clock()))
    })
    .delete('/api/admin/team-listings/:id/reports', async (context) => {
      const admin = adminOf(context)
      const listingId = readUuid(context.req.param('id'), 'listing_not_found')
      const listing = await handleTeamListingReports(services, admin, listingId)
      return context.json<AdminTeamListing>(presentAdminTeamListing(listing, clock()))
    })
}
