import { Hono, type Context } from 'hono'
import {
  changeTeamListingRequest,
  deleteTeamListingQuery,
  makeTeamListingRequest,
  teamListingsQuery,
  type ChangedTeamListing,
  type MadeTeamListing,
  type OwnTeamListing,
  type TeamListing,
} from '#contract/team.ts'
import type { Services } from '#server/services/context.ts'
import type { Auth } from '#server/services/sign-in/auth.ts'
import { changeListing } from '#server/services/team-listings/change-listing.ts'
import { deleteListing } from '#server/services/team-listings/delete-listing.ts'
import { findListing } from '#server/services/team-listings/find-listing.ts'
import { listListings } from '#server/services/team-listings/list-listings.ts'
import { listOwnListings } from '#server/services/team-listings/list-own-listings.ts'
import { makeListing } from '#server/services/team-listings/make-listing.ts'
import { hashMakerSecret, newMakerSecret } from '#server/services/team-listings/maker.ts'
import {
  presentOwnListing,
  presentTeamListing,
} from '#server/services/team-listings/present-listing.ts'
import { renewListing } from '#server/services/team-listings/renew-listing.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { jsonFile } from '#server/http/json-file.ts'
import { limitCalls } from '#server/http/middleware/limit-calls.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { sendFile } from '#server/http/pages/send-file.ts'
import { readJson } from '#server/http/read-json.ts'
import { readMaker, readMakerSecret } from '#server/http/read-maker.ts'
import { readQuery } from '#server/http/read-query.ts'
import { readUuid } from '#server/http/read-uuid.ts'

const path = '/api/team-listings'
/** Not below `path`: beside its `:id` Hono would leave its fast router, for all routes. */
const ownPath = '/api/own-team-listings'

/** The team finder: read by everybody, each listing changed by its maker alone. */
export function teamListingRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const making = rateLimit(services, { name: 'make-listing', requests: 10, windowSeconds: 600 })
  const changing = rateLimit(services, { name: 'change-listing', requests: 60, windowSeconds: 600 })
  // Searching costs the database more than anything else that anybody may ask for.
  const searching = limitCalls(services, { burst: 120, perSecond: 5 })
  return new Hono<HttpEnvironment>()
    .get(path, searching, async (context) => {
      const { listings, total, nextCursor } = await listListings(
        services,
        readQuery(context, teamListingsQuery),
      )
      context.header('cache-control', 'no-cache')
      context.header('x-total-count', String(total))
      if (nextCursor !== null) context.header('link', linkToNext(context, nextCursor))
      // A page reads the list again whenever it begins to hear of changes; mostly there were none.
      const answer: readonly TeamListing[] = listings.map(presentTeamListing)
      return sendFile(context, jsonFile(answer))
    })
    .post(path, making, async (context) => {
      const request = await readJson(context, makeTeamListingRequest)
      const secret = readMakerSecret(context) ?? newMakerSecret()
      const { userId } = await readMaker(context, auth)
      const maker = { secretHash: hashMakerSecret(secret), userId }
      const { listing, isNew } = await makeListing(services, maker, request)
      context.header('cache-control', 'no-store')
      context.header('location', `${path}/${listing.id}`)
      return context.json<MadeTeamListing>(
        { ...presentTeamListing(listing), secret },
        isNew ? 201 : 200,
      )
    })
    .get(ownPath, async (context) => {
      const listings = await listOwnListings(services, await readMaker(context, auth))
      const now = services.clock()
      context.header('cache-control', 'no-store')
      return context.json<OwnTeamListing[]>(
        listings.map((listing) => presentOwnListing(listing, now)),
      )
    })
    .get(`${path}/:id`, async (context) => {
      const listing = await findListing(services, listingId(context))
      context.header('cache-control', 'no-cache')
      return context.json<TeamListing>(presentTeamListing(listing))
    })
    .patch(`${path}/:id`, changing, async (context) => {
      const id = listingId(context)
      const request = await readJson(context, changeTeamListingRequest)
      const maker = await readMaker(context, auth)
      const { listing, overtook } = await changeListing(services, maker, id, request)
      return context.json<ChangedTeamListing>({ ...presentTeamListing(listing), overtook })
    })
    .delete(`${path}/:id`, changing, async (context) => {
      const id = listingId(context)
      const basis = readQuery(context, deleteTeamListingQuery)
      await deleteListing(services, await readMaker(context, auth), id, basis)
      return context.body(null, 204)
    })
    .post(`${path}/:id/renewal`, changing, async (context) => {
      const maker = await readMaker(context, auth)
      const listing = await renewListing(services, maker, listingId(context))
      return context.json<TeamListing>(presentTeamListing(listing))
    })
}

function listingId(context: Context): string {
  return readUuid(context.req.param('id') ?? '', 'listing_not_found')
}

/** The same list from there on, RFC 8288. */
function linkToNext({ req }: Context, cursor: string): string {
  const query = new URLSearchParams(req.query())
  query.set('cursor', cursor)
  return `<${path}?${query.toString()}>; rel="next"`
}
