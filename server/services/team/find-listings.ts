import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/team.ts'
import { searchable } from '#domain/team.ts'
import type { Services } from '#server/services/context.ts'
import { containing, newestFirst, toPage, writeTimeCursor } from '#server/services/list-queries.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isMadeBy, requireProof, type Maker } from './listing-maker.ts'
import { isLive, selectListings, type ListingRecord } from './listing-records.ts'

type ListingsQuery = QueryOf<typeof contract.listListings>

const listingsPerPage = 24

interface ListingPage {
  readonly listings: readonly ListingRecord[]
  /** The number of listings on all pages. */
  readonly total: number
  readonly nextCursor: string | null
}

/** A page of matching live listings, newest first. Refuses an invalid cursor. */
export async function listListings(
  { database: { db }, clock }: Pick<Services, 'database' | 'clock'>,
  query: ListingsQuery,
  size = listingsPerPage,
): Promise<ListingPage> {
  const isFound = matches(query, clock())
  const columns = ['team_listings.created_at', 'team_listings.id'] as const
  const [found, { total }] = await Promise.all([
    newestFirst(selectListings(db).where(isFound), columns, query.cursor, size),
    db
      .selectFrom('team_listings')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(isFound)
      .executeTakeFirstOrThrow(),
  ])
  const { rows: listings, nextCursor } = toPage(found, writeTimeCursor, size)
  return { listings, total, nextCursor }
}

/** The same rule as `matchesFilter`, in SQL. */
function matches(query: ListingsQuery, now: Date): RawBuilder<boolean> {
  const { type, hasMicrophone, language, playStyle } = query
  const part = searchable(query.search)
  const conditions = [
    isLive(now),
    ...(type === undefined ? [] : [sql`team_listings.type = ${type}`]),
    ...(hasMicrophone === undefined ? [] : [sql`team_listings.has_microphone = ${hasMicrophone}`]),
    ...(language === undefined ? [] : [sql`team_listings.languages @> array[${language}]::text[]`]),
    ...(playStyle === undefined
      ? []
      : [sql`team_listings.play_styles @> array[${playStyle}]::text[]`]),
    ...(part === '' ? [] : [sql`team_listings.search_text like ${containing(part)}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** A live listing. Refuses with `listing_not_found`. */
export async function findListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
): Promise<ListingRecord> {
  const listing = await selectListings(database.db)
    .where('team_listings.id', '=', id)
    .where(isLive(clock()))
    .executeTakeFirst()
  if (!listing) throw new ServiceError('listing_not_found')
  return listing
}

const maxOwnListings = 100

/**
 * The listings of a maker, by their secret or account, newest first, including ended and removed
 * ones. Refuses with `unauthenticated`.
 */
export async function listOwnListings(
  { database }: Pick<Services, 'database'>,
  maker: Maker,
): Promise<readonly ListingRecord[]> {
  requireProof(maker)
  return selectListings(database.db)
    .where((eb) => isMadeBy(eb, maker))
    .orderBy('team_listings.created_at', 'desc')
    .orderBy('team_listings.id', 'desc')
    .limit(maxOwnListings)
    .execute()
}

/** Deletes listings that ended or were deleted before `endedBefore`, with their reports. */
export async function forgetListings(
  { db }: Services['database'],
  { endedBefore }: { readonly endedBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('team_listings')
    .where('id', 'in', (ids) =>
      ids
        .selectFrom('team_listings')
        .select('id')
        .where((eb) =>
          eb.or([eb('deleted_at', '<', endedBefore), eb('expires_at', '<', endedBefore)]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
