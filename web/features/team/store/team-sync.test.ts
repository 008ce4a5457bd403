import { expect, test, vi } from 'vitest'
import type { TeamListingEvent } from '#contract/team.ts'
import { listingFields } from '#test/factories/listing-answers.ts'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { settle, useTeamWorld } from '#test/team-tab.ts'

const own = 'GET /api/own-team-listings'
const account = 'the account'

const { world, stopLater } = useTeamWorld('2026-03-01T20:00:00Z')

async function openPage() {
  const [
    { applySession, readOwnListingsStatus, refreshOwnListings, startTeamSync },
    { listenToEvents },
    { copies },
    { isOwn },
    actions,
  ] = await Promise.all([
    import('./team-sync.ts'),
    import('#web/app/events.ts'),
    import('./listing-copies.ts'),
    import('./ownership.ts'),
    import('./own-listings.ts'),
  ])
  stopLater(
    listenToEvents(() => undefined),
    startTeamSync(),
  )
  await settle()
  const ownIds = (): string[] =>
    copies
      .read()
      .filter((copy) => isOwn(copy))
      .map(({ id }) => id)
  const sync = { applySession, readOwnListingsStatus, refreshOwnListings }
  return { ...sync, ...actions, copies, ownIds }
}

async function receiveEvent(event: TeamListingEvent): Promise<void> {
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('team-listing', { data: JSON.stringify(event) }),
  )
  // Its schema is loaded with the first event.
  await vi.dynamicImportSettled()
}

test('signing in loads the account’s listings made elsewhere, and signing out removes them', async () => {
  const { id } = world.server.put(listingFields, { secret: account })
  world.server.account = account
  const page = await openPage()
  expect(world.server.asked).toEqual([])
  page.applySession('player')
  expect(page.readOwnListingsStatus()).toBe('loading')
  await settle()
  expect(page.readOwnListingsStatus()).toBe('loaded')
  expect(page.ownIds()).toEqual([id])
  world.server.account = null
  page.applySession('visitor')
  await settle()
  expect(page.ownIds()).toEqual([])
})

test('the preferences of the newest listing are kept, unless there are some already', async () => {
  world.server.put({ ...listingFields, languages: ['ru'] }, { secret: account })
  world.server.put({ ...listingFields, languages: [], usualHours: null }, { secret: account })
  world.server.account = account
  const page = await openPage()
  page.applySession('player')
  await settle()
  expect(world.browser.kept.get('teamHabits')).toContain('"languages":["ru"]')
  world.browser.kept.set('teamHabits', '{"languages":[],"usualHours":null}')
  await page.refreshOwnListings()
  expect(world.browser.kept.get('teamHabits')).toContain('"languages":[]')
})

test('a session that ended elsewhere, or expired, removes the account’s listings', async () => {
  const { id } = world.server.put(listingFields, { secret: account })
  world.server.account = account
  const page = await openPage()
  page.applySession('player')
  await settle()
  expect(page.ownIds()).toEqual([id])
  vi.resetModules()
  world.server.account = null
  const later = await openPage()
  expect(later.ownIds()).toEqual([id])
  later.applySession('visitor')
  await settle()
  expect(later.ownIds()).toEqual([])
})

test('the listings of a secret and of an account are requested together', async () => {
  await (await openPage()).makeListing(listingFields)
  vi.resetModules()
  world.server.asked.length = 0
  const page = await openPage()
  page.applySession('player')
  await settle()
  expect(world.server.asked).toEqual([own])
})

test('without a response the known listings stay', async () => {
  await (await openPage()).makeListing(listingFields)
  vi.resetModules()
  world.server.faults.push('database_unavailable')
  const page = await openPage()
  expect(page.readOwnListingsStatus()).toBe('failed')
  expect(page.ownIds()).toHaveLength(1)
})

test('an own listing that disappears is fetched, because the staff may have removed it', async () => {
  const page = await openPage()
  await page.makeListing(listingFields)
  const [id = ''] = page.ownIds()
  world.server.change(id, { state: 'removed', removalReason: 'Insults' })
  await receiveEvent({ change: 'gone', id })
  await settle()
  expect(page.copies.find(id)).toMatchObject({ state: 'removed', removalReason: 'Insults' })
  world.server.delete(id)
  await receiveEvent({ change: 'gone', id })
  await settle()
  expect(page.copies.find(id)).toBeUndefined()
})

test('pending changes stay, whatever the server returns', async () => {
  const page = await openPage()
  await page.makeListing(listingFields)
  const [id = ''] = page.ownIds()
  world.browser.goOffline()
  await page.changeListing(id, { ...listingFields, description: 'Builds by day' })
  world.browser.onLine = true
  world.server.change(id, { age: 30, verified: { discord: true, steam: false } })
  await page.refreshOwnListings()
  expect(page.copies.find(id)).toMatchObject({
    description: 'Builds by day',
    age: listingFields.age,
    verified: { discord: true },
    revision: 2,
  })
})

test('a minor’s own listing keeps their age, which public answers hide', async () => {
  const page = await openPage()
  await page.makeListing({ ...listingFields, age: 16 })
  const [id = ''] = page.ownIds()
  const { state: _, removalReason: __, ...renewed } = world.server.change(id, {})
  await receiveEvent({ change: 'changed', listing: { ...renewed, age: null } })
  expect(page.copies.find(id)).toMatchObject({ age: 16, revision: 2 })
})

test('another player’s listing with the own author id is not an own one', async () => {
  const page = await openPage()
  await page.makeListing(listingFields)
  await page.refreshOwnListings()
  const listing = world.server.put(listingFields, {
    creatorId: world.browser.kept.get('userId') ?? '',
  })
  await receiveEvent({ change: 'made', listing })
  expect(page.copies.find(listing.id)).toBeDefined()
  expect(page.ownIds()).not.toContain(listing.id)
})
