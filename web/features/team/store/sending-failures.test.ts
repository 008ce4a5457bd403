import { expect, test, vi } from 'vitest'
import type { ListingFields } from '#domain/team.ts'
import { listingFields } from '#test/factories/listing-answers.ts'
import { secondsLater, settle, useTeamWorld } from '#test/team-tab.ts'

const fields = listingFields
const edited: ListingFields = { ...fields, description: 'Builds by day' }

const { world, openTab, openTabWithListing, served, onlyId } = useTeamWorld('2026-03-01T20:00:00Z')

const before = {
  type: fields.type,
  gameHours: fields.gameHours,
  age: fields.age,
  hasMicrophone: fields.hasMicrophone,
  groupSize: fields.groupSize,
  description: fields.description,
  discordUsername: fields.discordUsername,
  id: '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11',
  createdAt: '2026-02-01T10:00:00.000Z',
  creatorId: 'c2b0a1d4-98a7-4e0b-a1c9-4b5d6e7f8a33',
}

function storeEarlierListing(): void {
  world.browser.kept.set('userId', before.creatorId)
  world.browser.kept.set('teamListings', JSON.stringify([before]))
}

test('a listing stored before there was a server is sent', async () => {
  storeEarlierListing()
  const tab = await openTab()
  expect(served()).toEqual(['Raids at night'])
  expect(tab.own()).toMatchObject([{ id: before.id, isOwn: true, sending: 'sent' }])
})

test('such a listing that is edited or renewed offline is sent with the change', async () => {
  storeEarlierListing()
  world.browser.goOffline()
  const tab = await openTab()
  await tab.changeListing(before.id, edited)
  await tab.renewListing(before.id)
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Builds by day'])
  expect(tab.own()).toMatchObject([{ id: before.id, ...edited, sending: 'sent' }])
})

test('such a listing that is deleted offline is never sent', async () => {
  storeEarlierListing()
  world.browser.goOffline()
  const tab = await openTab()
  expect(await tab.deleteListing(before.id)).toEqual({ kind: 'sent' })
  world.browser.goOnline()
  await settle()
  expect(world.server.asked).toEqual([])
  expect(tab.own()).toEqual([])
})

test('a lost response never makes two listings, and later edits are in the one', async () => {
  const tab = await openTab()
  world.server.faults.push('lost')
  expect(await tab.makeListing(fields)).toMatchObject({ kind: 'waiting' })
  world.browser.goOffline()
  await tab.changeListing(onlyId(), edited)
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Builds by day'])
  expect(tab.own()).toMatchObject([{ description: 'Builds by day', sending: 'sent' }])
})

test('a renewal elsewhere does not lose edits made after a lost response', async () => {
  const tab = await openTab()
  world.server.faults.push('lost')
  await tab.makeListing(fields)
  world.browser.goOffline()
  await tab.changeListing(onlyId(), edited)
  world.server.change(onlyId(), { expiresAt: new Date(Date.now() + 1e9).toISOString() })
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Builds by day'])
})

test('a listing cleared from this device is not reported as posted', async () => {
  const tab = await openTab()
  world.browser.goOffline()
  await tab.makeListing(fields)
  world.browser.kept.set('teamListings', '[]')
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual([])
  expect(world.browser.readJson('teamOutbox')).toEqual([])
  expect(tab.toasts()).toEqual(['Cette annonce n’existe plus'])
})

test('without browser storage a listing waits only as long as the page is open, and the visitor learns that', async () => {
  const tab = await openTab()
  world.browser.goOffline()
  expect(tab.areChangesStored()).toBe(true)
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  expect(await tab.makeListing(fields)).toEqual({ kind: 'waiting' })
  expect(tab.areChangesStored()).toBe(false)
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Raids at night'])
})

/** Delays the response to the next request until it is released. */
function holdResponse() {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    vi.stubGlobal('fetch', world.server.fetch)
    const answer = await world.server.fetch(path, init)
    await promise
    return answer
  })
  return async (): Promise<void> => {
    resolve()
    await settle()
  }
}

test('an edit while a listing is being posted is sent as an edit', async () => {
  const tab = await openTab()
  const release = holdResponse()
  const made = tab.makeListing(fields)
  await settle()
  const changed = tab.changeListing(onlyId(), edited)
  await release()
  expect([await made, await changed]).toEqual([{ kind: 'sent' }, { kind: 'sent' }])
  const listings = '/api/team-listings'
  expect(world.server.asked).toEqual([`POST ${listings}`, `PATCH ${listings}/${onlyId()}`])
  expect(served()).toEqual(['Builds by day'])
})

test('a listing cleared from the outbox during its request counts as posted', async () => {
  const tab = await openTab()
  const release = holdResponse()
  const made = tab.makeListing(fields)
  await settle()
  world.browser.writeElsewhere('teamOutbox', [])
  await release()
  expect(await made).toEqual({ kind: 'sent' })
  expect(tab.own()).toMatchObject([{ ...fields, sending: 'sent' }])
})

test.each([
  ['listing_not_found', { kind: 'refused', problem: { code: 'listing_not_found' } }],
  ['validation_failed', { kind: 'refused', problem: { retryAfterSeconds: 60 } }],
  ['listing_changed', { kind: 'overtaken' }],
] as const)(
  'a form gets the outcome of its edit (%s) even if another run has sent it',
  async (fault, outcome) => {
    const tab = await openTabWithListing()
    world.browser.goOffline()
    await tab.makeListing({ ...fields, description: 'Another one' })
    const release = holdResponse()
    world.browser.goOnline()
    await settle()
    const saved = tab.changeListing(tab.id, edited)
    world.server.faults.push(fault)
    await release()
    expect(await saved).toMatchObject(outcome)
  },
)

test('a deletion while an older text is being resent is not lost', async () => {
  const tab = await openTab()
  world.server.faults.push('lost')
  await tab.makeListing(fields)
  world.browser.goOffline()
  await tab.changeListing(onlyId(), edited)
  const release = holdResponse()
  world.browser.goOnline()
  await settle()
  const deleted = tab.deleteListing(onlyId())
  await release()
  expect(await deleted).toEqual({ kind: 'sent' })
  expect(served()).toEqual([])
  expect(tab.own()).toEqual([])
})

test('a listing is deleted on the server even if a later text was rejected', async () => {
  const tab = await openTab()
  world.server.faults.push('lost')
  await tab.makeListing(fields)
  const id = onlyId()
  world.browser.goOffline()
  await tab.changeListing(id, edited)
  const release = holdResponse()
  world.browser.goOnline()
  await settle()
  world.server.faults.push('validation_failed')
  await release()
  expect(tab.own()).toMatchObject([{ ...edited, sending: 'refused' }])
  await tab.deleteListing(id)
  expect(served()).toEqual([])
})

test.each([
  ['a captive portal', () => new Response('<html>Please pay for the wifi')],
  ['a proxy', () => new Response('<html>Forbidden', { status: 403 })],
])(
  'after a response of %s the listing waits, because it is not from our server',
  async (_, answer) => {
    const tab = await openTab()
    vi.stubGlobal('fetch', async () => answer())
    expect(await tab.makeListing(fields)).toMatchObject({ kind: 'waiting' })
    expect(tab.own()).toMatchObject([{ sending: 'waiting' }])
    vi.stubGlobal('fetch', world.server.fetch)
    await secondsLater(60)
    expect(served()).toEqual(['Raids at night'])
  },
)

test('a rejected renewal does not keep an older text', async () => {
  const tab = await openTabWithListing()
  world.browser.goOffline()
  await tab.renewListing(tab.id)
  world.server.faults.push('too_many_listings')
  world.browser.goOnline()
  await settle()
  expect(tab.own()).toMatchObject([{ sending: 'refused' }])
  world.server.change(tab.id, { description: 'Edited on the phone' })
  const later = await openTab()
  expect(later.own()).toMatchObject([{ description: 'Edited on the phone', revision: 2 }])
})
