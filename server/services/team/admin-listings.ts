import { sql, type Kysely } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/team.ts'
import { searchable } from '#domain/team.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Row, Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import {
  beginningWith,
  containing,
  invalidCursor,
  isAfterCursor,
  microsecondsOf,
  newestFirst,
  rowsToFetch,
  toPage,
  writeTimeCursor,
  type Page,
} from '#server/services/list-queries.ts'
import { isLive, readListing, selectListings, type ListingRecord } from './listing-records.ts'

export type OpenReport = Pick<
  Row<'team_listing_reports'>,
  'listing_id' | 'reason' | 'note' | 'reported_at'
>

/** A listing with its open reports, the newest first. */
export interface ModeratedListing {
  readonly listing: ListingRecord
  readonly reports: readonly OpenReport[]
  /** Those that its maker's account has linked. */
  readonly steamIds: readonly string[]
}

type ListingSearch = QueryOf<typeof contract.searchListings>

/**
 * A page of the listings for the staff: reported ones with the most reports first, the others by
 * the time of posting or removal, the latest first. Refuses an invalid cursor with
 * `validation_failed`.
 */
export async function listTeamListings(
  services: Services,
  { search, shown, cursor }: ListingSearch,
): Promise<Page<ModeratedListing>> {
  const { db } = services.database
  const { rows, nextCursor } =
    shown === 'reported'
      ? await listReported(db, search, cursor)
      : await listByTime(services, shown, search, cursor)
  return { rows: await describe(db, rows), nextCursor }
}

/** The newest listings of an account, also ended and removed ones. */
export async function listListingsOf(
  { database: { db } }: Pick<Services, 'database'>,
  userId: string,
): Promise<readonly ModeratedListing[]> {
  const listings = selectListings(db).where('team_listings.user_id', '=', userId)
  const found = await newestFirst(
    listings,
    ['team_listings.created_at', 'team_listings.id'],
    undefined,
  )
  return describe(db, toPage(found, writeTimeCursor).rows)
}

async function describe(
  db: Kysely<Schema>,
  listings: readonly ListingRecord[],
): Promise<ModeratedListing[]> {
  const ids = listings.map(({ id }) => id)
  const reports = await readOpenReports(db, ids)
  const makers = await db
    .selectFrom('team_listings')
    .innerJoin('steam_claims', 'steam_claims.user_id', 'team_listings.user_id')
    .select(['team_listings.id', 'steam_claims.steam_id'])
    .where('team_listings.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('steam_claims.steam_id')
    .execute()
  return listings.map((listing) => ({
    listing,
    reports: reports.filter(({ listing_id: id }) => id === listing.id),
    steamIds: makers.flatMap(({ id, steam_id: steamId }) => (id === listing.id ? [steamId] : [])),
  }))
}

/** Refuses with `listing_not_found`. */
export async function readModeratedListing(
  db: Kysely<Schema>,
  id: string,
): Promise<ModeratedListing> {
  const [described] = await describe(db, [await readListing(db, id)])
  if (!described) throw new ServiceError('listing_not_found')
  return described
}

/** Listings with open reports, except deleted and removed ones. */
export function selectReported(db: Kysely<Schema>) {
  return selectListings(db)
    .innerJoin(
      (join) =>
        join
          .selectFrom('team_listing_reports')
          .select(({ fn }) => [
            'listing_id',
            fn.countAll<number>().as('count'),
            fn.min('reported_at').as('since'),
          ])
          .where('handled_at', 'is', null)
          .groupBy('listing_id')
          .as('open_reports'),
      (join) => join.onRef('open_reports.listing_id', '=', 'team_listings.id'),
    )
    .where('team_listings.removed_at', 'is', null)
}

async function listReported(db: Kysely<Schema>, search: string, cursor: string | undefined) {
  let query = selectReported(db)
    .select('open_reports.count as reports')
    .select(microsecondsOf('team_listings.created_at').as('microseconds'))
  if (search !== '') query = query.where(matchesSearch(search))
  if (cursor !== undefined) query = query.where(isAfterReported(cursor))
  const found = await query
    .orderBy('open_reports.count', 'desc')
    .orderBy('team_listings.created_at', 'desc')
    .orderBy('team_listings.id', 'desc')
    .limit(rowsToFetch)
    .execute()
  return toPage(found, ({ reports, ...last }) => `${reports}.${writeTimeCursor(last)}`)
}

function isAfterReported(cursor: string) {
  const [, reports, place] = /^(\d{1,9})\.(.+)$/.exec(cursor) ?? []
  if (reports === undefined || place === undefined) throw invalidCursor()
  const isAfter = isAfterCursor('team_listings.created_at', 'team_listings.id', place)
  return sql<boolean>`(
    open_reports.count < ${Number(reports)}::bigint
    or (open_reports.count = ${Number(reports)}::bigint and ${isAfter})
  )`
}

async function listByTime(
  { database, clock }: Services,
  shown: 'live' | 'removed',
  search: string,
  cursor: string | undefined,
) {
  const time = shown === 'live' ? 'team_listings.created_at' : 'team_listings.removed_at'
  let query = selectListings(database.db)
  // A whole id, as from the log, finds its listing in any state.
  if (!isUuid(search)) {
    query =
      shown === 'live'
        ? query.where(isLive(clock()))
        : query.where('team_listings.removed_at', 'is not', null)
  }
  if (search !== '') query = query.where(matchesSearch(search))
  return toPage(await newestFirst(query, [time, 'team_listings.id'], cursor), writeTimeCursor)
}

/** Matches a part of the description or the Discord name, or the beginning of the id. */
function matchesSearch(search: string) {
  const isText = sql<boolean>`team_listings.search_text like ${containing(searchable(search))}`
  // Shorter texts are usually words, and random ids would match them.
  if (!/^[0-9a-f-]{4,36}$/i.test(search)) return isText
  const start = beginningWith(search.toLowerCase())
  return sql<boolean>`(${isText} or team_listings.id::text like ${start})`
}

function readOpenReports(db: Kysely<Schema>, listingIds: readonly string[]): Promise<OpenReport[]> {
  return db
    .selectFrom('team_listing_reports')
    .select(['listing_id', 'reason', 'note', 'reported_at'])
    .where('listing_id', '=', sql<string>`any(${listingIds}::uuid[])`)
    .where('handled_at', 'is', null)
    .orderBy('reported_at', 'desc')
    .orderBy('reporter_hash')
    .execute()
}
