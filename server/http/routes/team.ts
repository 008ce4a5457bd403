import { Hono, type Context } from 'hono'
import {
  adminTeamListingsQuery,
  changeTeamListingRequest,
  deleteTeamListingQuery,
  makeTeamListingRequest,
  makerSecret,
  moderateTeamListingRequest,
  reportTeamListingRequest,
  teamListingsQuery,
  type AdminTeamListing,
  type AdminTeamListingPage,
  type ChangedTeamListing,
  type MadeTeamListing,
  type OwnTeamListing,
  type TeamListing,
} from '#contract/team.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-session.ts'
import { limitCalls, rateLimit } from '#server/http/middleware/rate-limit.ts'
import { readJson, readQuery, readUuid } from '#server/http/read-request.ts'
import { jsonFile, sendFile } from '#server/http/send-file.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { listTeamListings, type ModeratedListing } from '#server/services/team/admin-listings.ts'
import {
  handleTeamListingReports,
  moderateTeamListing,
} from '#server/services/team/admin-moderation.ts'
import {
  changeListing,
  deleteListing,
  makeListing,
  renewListing,
} from '#server/services/team/change-listings.ts'
import { findListing, listListings, listOwnListings } from '#server/services/team/find-listings.ts'
import { hashMakerSecret, newMakerSecret, type Maker } from '#server/services/team/listing-maker.ts'
import { presentOwnListing, presentTeamListing } from '#server/services/team/listing-records.ts'
import { reportListing } from '#server/services/team/report-listing.ts'

const path = '/api/team-listings'
/** Not below `path`: next to its `:id` Hono would drop its fast router for all routes. */
const ownPath = '/api/own-team-listings'

/** The team finder: everybody reads it and reports listings to the staff, and only its maker changes a listing. */
export function teamListingRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const making = rateLimit(services, { name: 'make-listing', requests: 10, windowSeconds: 600 })
  const changing = rateLimit(services, { name: 'change-listing', requests: 60, windowSeconds: 600 })
  const reporting = rateLimit(services, {
    name: 'team-listing-reports',
    requests: 10,
    windowSeconds: 60 * 60,
  })
  // Searching costs the database more than any other public call.
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
      // A page refetches the list whenever it opens its event stream; mostly nothing has changed.
      const answer: readonly TeamListing[] = listings.map(presentTeamListing)
      return sendFile(context, jsonFile(answer))
    })
    .post(path, making, async (context) => {
      const request = await readJson(context, makeTeamListingRequest)
      const secret = readMakerSecret(context) ?? newMakerSecret()
      const { userId } = await readMaker(context, auth)
      const maker = { secretHash: hashMakerSecret(secret), userId }
      const { listing, isNew } = await makeListing(services, maker, request)
      context.header('location', `${path}/${listing.id}`)
      return context.json<MadeTeamListing>(
        { ...presentTeamListing(listing), secret },
        isNew ? 201 : 200,
      )
    })
    .get(ownPath, async (context) => {
      const listings = await listOwnListings(services, await readMaker(context, auth))
      const now = services.clock()
      return context.json<OwnTeamListing[]>(
        listings.map((listing) => presentOwnListing(listing, now)),
      )
    })
    .get(`${path}/:id`, async (context) => {
      const listing = await findListing(services, readListingId(context))
      context.header('cache-control', 'no-cache')
      return context.json<TeamListing>(presentTeamListing(listing))
    })
    .patch(`${path}/:id`, changing, async (context) => {
      const id = readListingId(context)
      const request = await readJson(context, changeTeamListingRequest)
      const maker = await readMaker(context, auth)
      const { listing, overtook } = await changeListing(services, maker, id, request)
      return context.json<ChangedTeamListing>({ ...presentTeamListing(listing), overtook })
    })
    .delete(`${path}/:id`, changing, async (context) => {
      const id = readListingId(context)
      const basis = readQuery(context, deleteTeamListingQuery)
      await deleteListing(services, await readMaker(context, auth), id, basis)
      return context.body(null, 204)
    })
    .post(`${path}/:id/renewal`, changing, async (context) => {
      const maker = await readMaker(context, auth)
      const listing = await renewListing(services, maker, readListingId(context))
      return context.json<TeamListing>(presentTeamListing(listing))
    })
    .post(`${path}/:id/reports`, reporting, async (context) => {
      const listingId = readListingId(context)
      const report = await readJson(context, reportTeamListingRequest)
      const networks = readClientNetworks(services.config, context)
      await reportListing(services, { ...report, listingId, networks })
      return context.body(null, 204)
    })
}

function readListingId(context: Context): string {
  return readUuid(context.req.param('id') ?? '', 'listing_not_found')
}

/** The link to the next page of the list, RFC 8288. */
function linkToNext({ req }: Context, cursor: string): string {
  const query = new URLSearchParams(req.query())
  query.set('cursor', cursor)
  return `<${path}?${query.toString()}>; rel="next"`
}

/** Players' listings and the reports about them, for the staff. */
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
      const listingId = readListingId(context)
      const request = await readJson(context, moderateTeamListingRequest)
      const listing = await moderateTeamListing(services, admin, listingId, request)
      return context.json<AdminTeamListing>(presentAdminTeamListing(listing, clock()))
    })
    .delete('/api/admin/team-listings/:id/reports', async (context) => {
      const admin = adminOf(context)
      const listingId = readListingId(context)
      const listing = await handleTeamListingReports(services, admin, listingId)
      return context.json<AdminTeamListing>(presentAdminTeamListing(listing, clock()))
    })
}

/** The maker: known by the secret in the request, by the signed-in account, or by both. */
export async function readMaker(context: Context, auth: Auth): Promise<Maker> {
  const secret = readMakerSecret(context)
  return {
    secretHash: secret === null ? null : hashMakerSecret(secret),
    userId: await readUserId(auth, context.req.raw.headers),
  }
}

/**
 * The secret of `Authorization: Bearer`; null without one, also where a proxy uses the header for
 * itself. Throws `validation_failed` for text that cannot be a secret: a client that garbles its
 * secret is faulty, and signing in would not help.
 */
function readMakerSecret({ req }: Context): string | null {
  const [scheme = '', ...rest] = (req.header('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') return null
  const secret = makerSecret.safeParse(rest.join(' '))
  if (secret.success) return secret.data
  const message =
    'After “Bearer”: the 43 characters that making the listing answered as its secret.'
  throw new ServiceError('validation_failed', {
    errors: [{ path: 'Authorization', code: 'invalid_format', message }],
  })
}

function presentAdminTeamListing(
  { listing, reports }: ModeratedListing,
  now: Date,
): AdminTeamListing {
  return {
    ...presentOwnListing(listing, now),
    removedAt: listing.removed_at?.toISOString() ?? null,
    reports: reports.map(({ reason, note, reported_at: reportedAt }) => ({
      reason,
      note,
      reportedAt: reportedAt.toISOString(),
    })),
  }
}
