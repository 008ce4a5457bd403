import { expect, test } from 'vitest'
import { teamListing, whole } from '#test/factories/listing-answers.ts'
import type { ListingPage } from './team-api.ts'
import { mergeChange, type PendingChange, type ChangeKind } from './outbox.ts'
import { showCopies, showOwn, showPages, type DeviceView } from './shown-listings.ts'
import { storedOf, type StoredListing } from './stored-listing.ts'

const userId = teamListing(1).creatorId
const mine = storedOf(teamListing(1), true)
const unsent: StoredListing = {
  ...storedOf(teamListing(2, { creatorId: userId }), true),
  revision: null,
  expiresAt: null,
}
const other = storedOf(teamListing(3), false)
const pages: ListingPage = {
  listings: [teamListing(3), teamListing(1)],
  total: 2,
  nextAddress: null,
  answeredAt: Date.parse('2026-03-02T11:00:00Z'),
}

function device(given: Partial<DeviceView> = {}): DeviceView {
  return {
    copies: [mine, unsent, other],
    changes: [],
    userId,
    now: Date.parse('2026-03-02T12:00:00Z'),
    ...given,
  }
}

function change(
  kind: ChangeKind,
  { id, revision }: StoredListing,
  refusal?: PendingChange['refusal'],
): PendingChange {
  const made = mergeChange(undefined, kind, { id, revision })
  if (made === null) throw new Error('a first change is one')
  return { ...made, refusal: refusal ?? null }
}

const idsOf = (listings: readonly { readonly id: string }[]): string[] =>
  listings.map(({ id }) => id)

test('all own listings are there, newest first, with the state of their changes', () => {
  const changes = [change('made', unsent), change('edited', mine, 'validation_failed')]
  expect(showOwn(device({ changes }))).toMatchObject([
    { id: unsent.id, isOwn: true, sending: 'waiting', refusal: null, revision: null },
    { id: mine.id, isOwn: true, sending: 'refused', refusal: 'validation_failed', revision: 1 },
  ])
})

test('the copy shows all listings except unsent ones', () => {
  expect(idsOf(showCopies(device(), whole).listings)).toEqual([other.id, mine.id])
})

test('the copy is filtered like the list', () => {
  const builder = { ...other, description: 'Строю дома' }
  const copies = [mine, builder]
  expect(
    idsOf(showCopies(device({ copies }), { ...whole, search: 'СТРОЮ  дома' }).listings),
  ).toEqual([builder.id])
  expect(showCopies(device({ copies }), { ...whole, type: 'LFT' }).listings).toEqual([])
})

test('a pending edit is shown in the list if it still matches', () => {
  const changed = { ...mine, description: 'Builds by day' }
  const view = device({ copies: [changed, other], changes: [change('edited', changed)] })
  expect(showPages(pages, view, whole)).toMatchObject({
    total: 2,
    listings: [{ id: other.id }, { id: mine.id, description: 'Builds by day', sending: 'waiting' }],
  })
  const found = showPages(pages, view, { ...whole, search: 'night' })
  expect(idsOf(found.listings)).toEqual([other.id])
  expect(found.total).toBe(1)
})

test('a listing without a copy on this device is not an own one', () => {
  expect(showPages(pages, device({ copies: [] }), whole).listings).toMatchObject([
    { id: other.id, isOwn: false },
    { id: mine.id, isOwn: false },
  ])
})

test('a listing with a pending deletion is neither shown nor counted', () => {
  const view = device({ changes: [change('deleted', mine)] })
  expect(idsOf(showOwn(view))).toEqual([unsent.id])
  expect(idsOf(showCopies(view, whole).listings)).toEqual([other.id])
  expect(showPages(pages, view, whole)).toMatchObject({ total: 1, listings: [{ id: other.id }] })
})

test('an expired listing disappears for others, and is marked as ended for its author', () => {
  const view = device({ now: Date.parse(teamListing(1).expiresAt) })
  expect(showOwn(view)).toMatchObject([{ id: unsent.id, state: 'live' }, { state: 'ended' }])
  expect(showPages(pages, view, whole)).toMatchObject({ total: 1, listings: [{ id: other.id }] })
})

test('a listing that the server has just returned has not ended, whatever a wrong clock says', () => {
  const aYearAhead = Date.parse('2027-03-02T12:00:00Z')
  const answered = { ...pages, answeredAt: aYearAhead }
  const view = device({ now: aYearAhead })
  expect(showPages(answered, view, whole)).toMatchObject({
    total: 2,
    listings: [
      { id: other.id, state: 'live' },
      { id: mine.id, state: 'live' },
    ],
  })
})

test('a listing removed by the staff is shown only to its author', () => {
  const removed: StoredListing = { ...mine, state: 'removed', removalReason: 'Insults' }
  const view = device({ copies: [removed] })
  expect(showOwn(view)).toMatchObject([{ state: 'removed', removalReason: 'Insults' }])
  expect(showCopies(view, whole).listings).toEqual([])
})

test('the author id makes a listing own that was never sent, and no other', () => {
  expect(showOwn(device({ copies: [{ ...unsent, isMine: false }] }))).toHaveLength(1)
  // Anybody can send another player's id with their listing.
  expect(showOwn(device({ copies: [{ ...mine, isMine: false }] }))).toEqual([])
})
