import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { teamListing } from '#test/factories/listing-answers.ts'
import { useOwnListing } from '#web/features/team/form/edit-listing-page.tsx'
import { nextEndMs, useOwnListings } from '#web/features/team/store/shown-listings.ts'
import { storedOf } from '#web/features/team/store/stored-listing.ts'
import { useTeamListings } from './team-list.ts'

const filter = { search: '', type: null, hasMicrophone: null, language: null, playStyle: null }

function Page() {
  const { listings, total, status } = useTeamListings(filter)
  const own = useOwnListings()
  const edited = useOwnListing(teamListing(1).id)
  return <>{JSON.stringify({ listings, total, status, own, edited })}</>
}

function render(): string {
  return renderToStaticMarkup(<Page />).replaceAll('&quot;', '"')
}

afterEach(() => {
  vi.unstubAllGlobals()
})

// A render without a browser is the same as the first one in hydration.
test('a prerendered page has no data, whatever the building machine has stored', () => {
  const neutral =
    '{"listings":[],"total":null,"status":"loading","own":{"listings":[],"isLoaded":false},"edited":"loading"}'
  expect(render()).toBe(neutral)
  const stored = JSON.stringify([storedOf(teamListing(1), true)])
  vi.stubGlobal('localStorage', { getItem: () => stored })
  expect(render()).toBe(neutral)
})

test('the next expiry is that of the first listing that has not expired', () => {
  const listings = [teamListing(3), { expiresAt: null }, teamListing(1), teamListing(2)]
  const firstEnd = Date.parse(teamListing(1).expiresAt)
  expect(nextEndMs(listings, 0)).toBe(firstEnd)
  expect(nextEndMs(listings, firstEnd)).toBe(Date.parse(teamListing(2).expiresAt))
  expect(nextEndMs(listings, Date.parse(teamListing(3).expiresAt))).toBeNull()
  expect(nextEndMs([], 0)).toBeNull()
})
