import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import * as contract from '#contract/team.ts'
import {
  listingTypes,
  matchesFilter,
  playStyles,
  spokenLanguages,
  type ListingFields,
} from '#domain/team.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { insertListing, listingFields } from '#test/factories/team-listings.ts'
import type { Database } from '#server/db/database.ts'
import { listListings } from './find-listings.ts'

const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

/** Characters with special patterns, cases, accents or notations. */
const pieces = 'a A b % _ \\ " \' - 1 é e\u0301 Ё ё ж Й и İ I ı ß ẞ ss ﬁ fi Σ ς ａ 😀 Ⅷ ǅ'
  .split(' ')
  .concat(' ', '\n', '\u00A0')
const text = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
const fields: fc.Arbitrary<ListingFields> = fc.record({
  type: fc.constantFrom(...listingTypes),
  gameHours: fc.constant(0),
  age: fc.constant(18),
  hasMicrophone: fc.boolean(),
  groupSize: fc.constant(1),
  description: text,
  discordUsername: text,
  languages: fc.uniqueArray(fc.constantFrom(...spokenLanguages.slice(0, 3))),
  playStyles: fc.uniqueArray(fc.constantFrom(...playStyles.slice(0, 3))),
  usualHours: fc.constant(null),
})
const state = fc.constantFrom('live', 'live', 'live', 'live', 'ended', 'removed', 'deleted')
/** Several listings are made at the same time or less than a millisecond apart. */
const madeMicrosecondsAgo = fc.integer({ min: 1, max: 12 }).map((steps) => steps * 300)
const listingToMake = fc.record({ fields, state, madeMicrosecondsAgo })

const query = fc.record({
  parameters: fc.record(
    {
      search: text.map((searched) => searched.replaceAll('\n', ' ')),
      type: fc.constantFrom(...listingTypes),
      hasMicrophone: fc.constantFrom('true', 'false'),
      language: fc.constantFrom(...spokenLanguages.slice(0, 3)),
      playStyle: fc.constantFrom(...playStyles.slice(0, 3)),
    },
    { requiredKeys: [] },
  ),
  /** A part of an existing listing, so that the search finds something. */
  wanted: fc.option(
    fc.record({ listing: fc.nat(), start: fc.nat(), length: fc.integer({ min: 1, max: 4 }) }),
    { nil: undefined },
  ),
})
const noFilter = { type: null, hasMicrophone: null, language: null, playStyle: null }

/** Whole characters, on one line. */
function partOf(listing: ListingFields | undefined, { start, length }: Part): string {
  const characters = Array.from(listing?.description ?? '')
  const first = start % Math.max(1, characters.length)
  return characters
    .slice(first, first + length)
    .join('')
    .replaceAll('\n', ' ')
}

interface Part {
  readonly start: number
  readonly length: number
}

type MadeListing = ListingFields & { readonly id: string; readonly microsecondsAgo: number }

describeOnEachDatabase('the list of listings', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  const services = () => ({ database, clock: () => now })

  async function insert({ fields: said, state: wanted, madeMicrosecondsAgo: ago }: ListingToMake) {
    const isDeleted = wanted === 'deleted'
    const words = isDeleted ? { description: '', discordUsername: '' } : {}
    const id = await insertListing(
      database,
      {
        id: randomUUID(),
        created_at: sql<Date>`${now}::timestamptz - ${ago}::int * interval '1 microsecond'`,
        expires_at: new Date(now.getTime() + (wanted === 'ended' ? 0 : 1)),
        ...(wanted === 'removed' && { removed_at: now, removal_reason: 'spam' }),
        ...(isDeleted && { deleted_at: now, search_text: '' }),
      },
      { ...said, ...words },
    )
    return { ...said, id, microsecondsAgo: ago, isLive: wanted === 'live' }
  }

  async function walk(parameters: object, between: () => Promise<void> = () => Promise.resolve()) {
    const ids: string[] = []
    let total = 0
    let cursor: string | undefined
    do {
      const page = await listListings(
        services(),
        contract.listListings.query.parse({ ...parameters, cursor }),
      )
      ids.push(...page.listings.map(({ id }) => id))
      total = page.total
      cursor = page.nextCursor ?? undefined
      await between()
    } while (cursor !== undefined)
    return { ids, total }
  }

  it('contains exactly the listings that match the filter, on all pages, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(listingToMake, { minLength: 20, maxLength: 60 }),
        fc.array(query, { minLength: 4, maxLength: 4 }),
        async (toMake, queries) => {
          await database.db.deleteFrom('team_listings').execute()
          const made = await Promise.all(toMake.map(insert))
          const live = made.filter(({ isLive }) => isLive).toSorted(newestFirst)
          for (const { wanted, parameters } of queries) {
            const search = wanted && partOf(live[wanted.listing % live.length], wanted)
            const sent = { ...parameters, ...(search !== undefined && { search }) }
            const filter = { ...noFilter, ...contract.listListings.query.parse(sent) }
            const expected = live.filter((one) => matchesFilter(one, filter)).map(({ id }) => id)
            expect(await walk(sent)).toEqual({ ids: expected, total: expected.length })
          }
        },
      ),
      { numRuns: 15 },
    )
  })

  it('shows each permanent listing once, while others are added and deleted', async () => {
    await database.db.deleteFrom('team_listings').execute()
    const made = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        insert({ fields: listingFields, state: 'live', madeMicrosecondsAgo: 1 + (index % 7) }),
      ),
    )
    const ordered = made.toSorted(newestFirst).map(({ id }) => id)
    // The last one of the first page, to which the cursor points, and one of a later page.
    const leaving = [ordered[23], ordered[50]].filter((id) => id !== undefined)
    const { ids } = await walk({}, async () => {
      await insertListing(database, { created_at: now })
      await database.db.deleteFrom('team_listings').where('id', 'in', leaving).execute()
    })
    expect(ids).toEqual(ordered.filter((_, index) => index !== 50))
  })

  it('neither counts nor shows a listing from the moment of its end', async () => {
    await database.db.deleteFrom('team_listings').execute()
    await insertListing(database, { created_at: daysAgo(14), expires_at: now })
    expect(await walk({})).toEqual({ ids: [], total: 0 })
  })
})

type ListingToMake = typeof listingToMake extends fc.Arbitrary<infer Value> ? Value : never

function newestFirst(one: MadeListing, other: MadeListing): number {
  return one.microsecondsAgo - other.microsecondsAgo || (one.id < other.id ? 1 : -1)
}
