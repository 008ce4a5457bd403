import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { teamListingsQuery } from '#contract/team.ts'
import { searchable } from '#domain/team.ts'
import type { Services } from '#server/services/context.ts'
import { containing } from '#server/services/like-pattern.ts'
import { isAfterCursor, microsecondsOf, writeTimeCursor } from '#server/services/time-cursor.ts'
import { isLive, selectListings, type ListingRecord } from './listing-records.ts'

type ListingsQuery = z.output<typeof teamListingsQuery>

const listingsPerPage = 24

interface ListingPage {
  readonly listings: readonly ListingRecord[]
  /** How many there are on all pages. */
  readonly total: number
  readonly nextCursor: string | null
}

/**
 * A page of the live listings that match, the newest first. Refuses a strange cursor with
 * `validation_failed`.
 */
export async function listListings(
  { database: { db }, clock }: Pick<Services, 'database' | 'clock'>,
  query: ListingsQuery,
): Promise<ListingPage> {
  const isFound = matches(query, clock())
  let page = selectListings(db)
    .select(microsecondsOf('team_listings.created_at').as('created_microseconds'))
    .where(isFound)
  if (query.cursor !== undefined) {
    page = page.where(isAfterCursor('team_listings.created_at', 'team_listings.id', query.cursor))
  }
  const [found, { total }] = await Promise.all([
    page
      .orderBy('team_listings.created_at', 'desc')
      .orderBy('team_listings.id', 'desc')
      .limit(listingsPerPage + 1)
      .execute(),
    db
      .selectFrom('team_listings')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(isFound)
      .executeTakeFirstOrThrow(),
  ])
  const listings = found.slice(0, listingsPerPage)
  const last = listings.at(-1)
  const nextCursor =
    last && found.length > listingsPerPage
      ? writeTimeCursor({ microseconds: last.created_microseconds, id: last.id })
      : null
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
