import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TeamListing, TeamListingEvent } from '#contract/team.ts'
import { matchesFilter, type ListingFilter } from '#domain/team.ts'
import { teamListing, whole } from '#test/factories/listing-answers.ts'
import { byNewest } from '#web/features/team/store/stored-listing.ts'
import type { ListingPage } from '#web/features/team/store/team-api.ts'
import { withEvent, withNextPage } from './team-list.ts'

const groups: ListingFilter = { ...whole, type: 'LFG' }

function allOf(listings: readonly TeamListing[]): ListingPage {
  return {
    listings: listings.toSorted(byNewest),
    total: listings.length,
    nextAddress: null,
    answeredAt: 0,
  }
}

/** The first page of ten listings in total. */
const firstPage: ListingPage = {
  listings: [teamListing(9), teamListing(8), teamListing(7)],
  total: 10,
  nextAddress: '/api/team-listings?cursor=7',
  answeredAt: 0,
}

const numbers = ({ listings }: ListingPage): number[] =>
  listings.map(({ id }) => Number(id.slice(-12)))

test('a new listing that matches is added at the top and counted, once', () => {
  const event: TeamListingEvent = { change: 'made', listing: teamListing(10) }
  const after = withEvent(firstPage, event, groups)
  expect(numbers(after)).toEqual([10, 9, 8, 7])
  expect(after.total).toBe(11)
  expect(withEvent(after, event, groups)).toEqual(after)
})

test('a new listing that does not match changes nothing', () => {
  const listing = teamListing(10, { type: 'LFT' })
  expect(withEvent(firstPage, { change: 'made', listing }, groups)).toBe(firstPage)
})

test('a changed listing stays in its place, or is removed when it no longer matches', () => {
  const changed = teamListing(8, { description: 'Builds', revision: 2 })
  const after = withEvent(firstPage, { change: 'changed', listing: changed }, groups)
  expect(after.listings[1]).toEqual(changed)
  expect(after.total).toBe(10)
  const listing = teamListing(8, { type: 'LFT', revision: 3 })
  const gone = withEvent(after, { change: 'changed', listing }, groups)
  expect(numbers(gone)).toEqual([9, 7])
  expect(gone.total).toBe(9)
})

test('outdated events change nothing', () => {
  const known = withEvent(
    firstPage,
    { change: 'changed', listing: teamListing(8, { revision: 3 }) },
    whole,
  )
  const listing = teamListing(8, { description: 'Older', revision: 2 })
  expect(withEvent(known, { change: 'changed', listing }, whole)).toBe(known)
})

test('listings of pages that are not loaded yet are not added', () => {
  const event: TeamListingEvent = { change: 'changed', listing: teamListing(3, { revision: 2 }) }
  expect(withEvent(firstPage, event, whole)).toBe(firstPage)
  expect(withEvent(firstPage, { change: 'gone', id: teamListing(3).id }, whole)).toBe(firstPage)
})

test('a next page adds no listing twice and keeps the updated total', () => {
  const next: ListingPage = {
    listings: [teamListing(7), teamListing(6)],
    total: 12,
    nextAddress: '/api/team-listings?cursor=6',
    answeredAt: 0,
  }
  const both = withNextPage(firstPage, next)
  expect(numbers(both)).toEqual([9, 8, 7, 6])
  expect(both.total).toBe(10)
  expect(both.nextAddress).toBe(next.nextAddress)
})

test('the total of a fully loaded list is the number of its listings, because some may have been removed unnoticed', () => {
  const next: ListingPage = {
    listings: [teamListing(6)],
    total: 4,
    nextAddress: null,
    answeredAt: 0,
  }
  const read = withNextPage(firstPage, next)
  expect(read.total).toBe(4)
  expect(read.nextAddress).toBeNull()
})

test('a fully loaded list is, after any events, what the server would return', () => {
  const step = fc.record({
    number: fc.integer({ min: 1, max: 6 }),
    type: fc.constantFrom('LFG', 'LFT'),
    isGone: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const server = new Map<string, TeamListing>()
      let revision = 1
      let pages = allOf([])
      for (const { number, type, isGone } of steps) {
        revision += 1
        const listing = teamListing(number, { type, revision })
        const event: TeamListingEvent = isGone
          ? { change: 'gone', id: listing.id }
          : { change: server.has(listing.id) ? 'changed' : 'made', listing }
        if (isGone) server.delete(listing.id)
        else server.set(listing.id, listing)
        pages = withEvent(pages, event, groups)
      }
      const found = [...server.values()].filter((listing) => matchesFilter(listing, groups))
      expect(pages).toEqual(allOf(found))
    }),
  )
})
