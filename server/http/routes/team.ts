import type { Context } from 'hono'
import { addressOf } from '#contract/endpoint.ts'
import * as contract from '#contract/team.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import type { App } from '#server/http/environment.ts'
import { limitCalls, rateLimit } from '#server/http/middleware/rate-limit.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { fileOf, sendFile } from '#server/http/send-file.ts'
import { serve } from '#server/http/serve.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { invalidField } from '#server/services/service-error.ts'
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
import {
  lifecycleOf,
  presentMakersListing,
  presentOwnListing,
  presentTeamListing,
} from '#server/services/team/listing-records.ts'
import { reportListing } from '#server/services/team/report-listing.ts'

/** In case the event of a change is missed, and until a listing that ends has left. */
const newestKeptMilliseconds = 10_000

/** The first page of the whole list, for the page that the server renders. */
export function cacheNewestListings(services: Services, hub: EventHub): CachedResponse {
  const query = contract.listListings.query.parse({})
  return cacheResponse(
    async () => (await listListings(services, query)).listings.map(presentTeamListing),
    { milliseconds: newestKeptMilliseconds, changedBy: { hub, event: 'team-listing' } },
  )
}

/** The team finder: everybody reads it and reports listings to the staff, and only its maker changes a listing. */
export function teamListingRoutes(app: App, services: Services, auth: Auth): void {
  const making = rateLimit(services, { name: 'make-listing', requests: 10, windowSeconds: 600 })
  const changing = rateLimit(services, { name: 'change-listing', requests: 60, windowSeconds: 600 })
  const reporting = rateLimit(services, {
    name: 'team-listing-reports',
    requests: 10,
    windowSeconds: 60 * 60,
  })
  // Searching costs the database more than any other public call.
  const searching = limitCalls(services, { burst: 120, perSecond: 5 })
  serve(app, contract.listListings, [searching], async ({ context, query }) => {
    const { listings, total, nextCursor } = await listListings(services, query)
    context.header('cache-control', 'no-cache')
    context.header('x-total-count', String(total))
    if (nextCursor !== null) context.header('link', linkToNext(context, nextCursor))
    // A page refetches the list whenever it opens its event stream; mostly nothing has changed.
    const answer: readonly contract.TeamListing[] = listings.map(presentTeamListing)
    return sendFile(context, fileOf(JSON.stringify(answer), 'application/json'))
  })
  serve(app, contract.makeListing, [making], async ({ context, body }) => {
    const secret = readMakerSecret(context) ?? newMakerSecret()
    const { userId } = await readMaker(context, auth)
    const maker = { secretHash: hashMakerSecret(secret), userId }
    const { listing, isNew } = await makeListing(services, maker, body)
    context.header('location', addressOf(contract.readListing, { params: { id: listing.id } }))
    const made: contract.MadeTeamListing = { ...presentMakersListing(listing), secret }
    return isNew ? made : context.json(made, 200)
  })
  serve(app, contract.listOwnListings, async ({ context }) => {
    const listings = await listOwnListings(services, await readMaker(context, auth))
    const now = services.clock()
    return listings.map((listing) => presentOwnListing(listing, now))
  })
  serve(app, contract.readListing, async ({ context, params }) => {
    const listing = await findListing(services, params.id)
    context.header('cache-control', 'no-cache')
    return presentTeamListing(listing)
  })
  serve(app, contract.changeListing, [changing], async ({ context, params, body }) => {
    const maker = await readMaker(context, auth)
    const { listing, overtook } = await changeListing(services, maker, params.id, body)
    return { ...presentMakersListing(listing), overtook }
  })
  serve(app, contract.deleteListing, [changing], async ({ context, params, query }) =>
    deleteListing(services, await readMaker(context, auth), params.id, query),
  )
  serve(app, contract.renewListing, [changing], async ({ context, params }) =>
    presentMakersListing(await renewListing(services, await readMaker(context, auth), params.id)),
  )
  serve(app, contract.reportListing, [reporting], ({ context, params, body }) => {
    const networks = readClientNetworks(services.config, context)
    return reportListing(services, { ...body, listingId: params.id, networks })
  })
}

/** The link to the next page of the list, RFC 8288. */
function linkToNext({ req }: Context, cursor: string): string {
  const query = new URLSearchParams(req.query())
  query.set('cursor', cursor)
  return `<${contract.listListings.path}?${query.toString()}>; rel="next"`
}

export function adminTeamListingRoutes(app: App, services: Services): void {
  const { clock } = services
  serve(app, contract.searchListings, async ({ query }) => {
    const { rows, nextCursor } = await listTeamListings(services, query)
    return { listings: rows.map((row) => presentAdminTeamListing(row, clock())), nextCursor }
  })
  serve(app, contract.moderateListing, async ({ staff, params, body }) => {
    const listing = await moderateTeamListing(services, staff, params.id, body)
    return presentAdminTeamListing(listing, clock())
  })
  serve(app, contract.closeReports, async ({ staff, params, query }) => {
    const until = new Date(query.until)
    const listing = await handleTeamListingReports(services, staff, params.id, until)
    return presentAdminTeamListing(listing, clock())
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
  const secret = contract.makerSecret.safeParse(rest.join(' '))
  if (secret.success) return secret.data
  const message =
    'After “Bearer”: the 43 characters that making the listing answered as its secret.'
  throw invalidField('Authorization', 'invalid_format', message)
}

export function presentAdminTeamListing(
  { listing, reports, steamIds }: ModeratedListing,
  now: Date,
): contract.AdminTeamListing {
  return {
    ...presentTeamListing(listing),
    ...lifecycleOf(listing, now),
    removedAt: listing.removed_at?.toISOString() ?? null,
    steamIds,
    reports: reports.map(({ reason, note, reported_at: reportedAt }) => ({
      reason,
      note,
      reportedAt: reportedAt.toISOString(),
    })),
  }
}
