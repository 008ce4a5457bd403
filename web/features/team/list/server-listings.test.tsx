import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { teamListing } from '#test/factories/listing-answers.ts'
import { useOwnListing } from '#web/features/team/form/edit-listing-page.tsx'
import { useOwnListings } from '#web/features/team/store/shown-listings.ts'
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
test('the server renders without data, whatever that machine has stored', () => {
  const neutral =
    '{"listings":[],"total":null,"status":"loading","own":{"listings":[],"isLoaded":false},"edited":"loading"}'
  expect(render()).toBe(neutral)
  const stored = JSON.stringify([storedOf(teamListing(1), true)])
  vi.stubGlobal('localStorage', { getItem: () => stored })
  expect(render()).toBe(neutral)
})
