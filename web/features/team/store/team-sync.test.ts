import { expect, test, vi } from 'vitest'
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

function hearGone(id: string): void {
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('team-listing', { data: JSON.stringify({ change: 'gone', id }) }),
  )
}

test('an account brings the listings that it made elsewhere, and takes them along when it leaves', async () => {
  const { id } = world.server.put(listingFields, { secret: account })
  world.server.account = account
  const page = await openPage()
  expect(world.server.asked).toEqual([])
  page.applySession('player')
  expect(page.readOwnListingsStatus()).toBe('reading')
  await settle()
  expect(page.readOwnListingsStatus()).toBe('read')
  expect(page.ownIds()).toEqual([id])
  world.server.account = null
  page.applySession('visitor')
  await settle()
  expect(page.ownIds()).toEqual([])
})

test('an account that was left elsewhere, or has run out, takes its listings along', async () => {
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

test('a secret and an account are asked for at once', async () => {
  await (await openPage()).makeListing(listingFields)
  vi.resetModules()
  world.server.asked.length = 0
  const page = await openPage()
  page.applySession('player')
  await settle()
  expect(world.server.asked).toEqual([own])
})

test('when the server does not answer, what is known stays', async () => {
  await (await openPage()).makeListing(listingFields)
  vi.resetModules()
  world.server.faults.push('database_unavailable')
  const page = await openPage()
  expect(page.readOwnListingsStatus()).toBe('failed')
  expect(page.ownIds()).toHaveLength(1)
})

test('a listing of one’s own that goes is asked for: the staff may have removed it', async () => {
  const page = await openPage()
  await page.makeListing(listingFields)
  const [id = ''] = page.ownIds()
  world.server.change(id, { state: 'removed', removalReason: 'Insults' })
  hearGone(id)
  await settle()
  expect(page.copies.find(id)).toMatchObject({ state: 'removed', removalReason: 'Insults' })
  world.server.delete(id)
  hearGone(id)
  await settle()
  expect(page.copies.find(id)).toBeUndefined()
})

test('what waits to be sent is kept, whatever the server says of the rest', async () => {
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

test('somebody else’s listing with one’s own maker id is not one’s own', async () => {
  const page = await openPage()
  await page.makeListing(listingFields)
  await page.refreshOwnListings()
  const listing = world.server.put(listingFields, {
    creatorId: world.browser.kept.get('userId') ?? '',
  })
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('team-listing', { data: JSON.stringify({ change: 'made', listing }) }),
  )
  expect(page.copies.find(listing.id)).toBeDefined()
  expect(page.ownIds()).not.toContain(listing.id)
})
