import { expect, test } from 'vitest'
import type { ListingFields } from '#domain/team.ts'
import { listingFields } from '#test/factories/listing-answers.ts'
import { secondsLater, settle, useTeamWorld } from '#test/team-tab.ts'

const fields = listingFields
const edited: ListingFields = { ...fields, description: 'Builds by day' }

const { world, openTab, openTabWithListing, served, onlyId, stopLater, stopAll } =
  useTeamWorld('2026-03-01T20:00:00Z')

test('a posted listing is stored in the specified shape, with an id and author id of this browser', async () => {
  const tab = await openTab()
  expect(await tab.makeListing(fields)).toEqual({ kind: 'sent' })
  const userId = world.browser.kept.get('userId')
  expect(userId).toMatch(/^[0-9a-f-]{36}$/)
  expect(world.browser.kept.get('userSecret')).toMatch(/^[\w-]{43}$/)
  expect(world.browser.readJson('teamListings')).toMatchObject([
    {
      ...fields,
      id: onlyId(),
      creatorId: userId,
      createdAt: '2026-03-01T20:00:00.000Z',
      revision: 1,
    },
  ])
  expect(world.browser.readJson('teamOutbox')).toEqual([])
  expect(tab.own()).toMatchObject([{ isOwn: true, state: 'live', sending: 'sent' }])
})

test('without a network a listing is stored, survives a reload and is sent when the network is back', async () => {
  const tab = await openTab()
  world.browser.goOffline()
  expect(await tab.makeListing(fields)).toEqual({ kind: 'waiting' })
  expect(world.server.asked).toEqual([])
  const reloaded = await openTab()
  expect(reloaded.own()).toMatchObject([{ ...fields, sending: 'waiting' }])
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Raids at night'])
  expect(reloaded.own()).toMatchObject([{ sending: 'sent', revision: 1 }])
})

test('a closed page sends nothing when the network is back', async () => {
  const tab = await openTab()
  world.browser.goOffline()
  await tab.makeListing(fields)
  stopAll()
  world.browser.goOnline()
  await settle()
  expect(world.server.asked).toEqual([])
})

test('two tabs send a change once', async () => {
  const first = await openTab()
  const second = await openTab()
  world.browser.goOffline()
  await first.makeListing(fields)
  world.browser.goOnline()
  await settle()
  expect(world.server.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1)
  expect(first.own()).toEqual(second.own())
  expect(second.own()).toMatchObject([{ sending: 'sent' }])
})

test.each(['made', 'edited'] as const)(
  'a change that another tab overwrites at the same moment is written again and sent: %s',
  async (kind) => {
    const tab = await openTab()
    if (kind === 'edited') await tab.makeListing(fields)
    const before = ['teamListings', 'teamOutbox'].map(
      (key) => [key, world.browser.kept.get(key) ?? '[]'] as const,
    )
    const saving = kind === 'made' ? tab.makeListing(fields) : tab.changeListing(onlyId(), edited)
    // Tabs see each other's writes with a short delay.
    for (const [key, list] of before) world.browser.kept.set(key, list)
    expect(await saving).toEqual({ kind: 'sent' })
    expect(served()).toEqual([kind === 'made' ? fields.description : edited.description])
    expect(tab.own()).toMatchObject([{ sending: 'sent', revision: kind === 'made' ? 1 : 2 }])
  },
)

test.each(['unreachable', 'rate_limited', 'database_unavailable', 'internal_error'] as const)(
  'a change is retried after a temporary failure (%s), with growing pauses',
  async (trouble) => {
    const tab = await openTab()
    world.server.faults.push(trouble, trouble)
    expect(await tab.makeListing(fields)).toMatchObject({ kind: 'waiting' })
    expect(tab.own()).toMatchObject([{ sending: 'waiting' }])
    await secondsLater(300)
    expect(served()).toEqual(['Raids at night'])
  },
)

test('a Retry-After of the server is respected', async () => {
  const tab = await openTab()
  world.server.faults.push('rate_limited')
  await tab.makeListing(fields)
  world.server.asked.length = 0
  await secondsLater(30)
  // From the form to the list: one team page closes, and another one opens.
  stopAll()
  const { startTeamSync } = await import('./team-sync.ts')
  stopLater(startTeamSync())
  await secondsLater(29)
  expect(world.server.asked.filter((asked) => asked.startsWith('POST'))).toEqual([])
  await secondsLater(1)
  expect(served()).toEqual(['Raids at night'])
})

test('one listing that causes a server error does not block the others', async () => {
  const tab = await openTab()
  world.browser.goOffline()
  await tab.makeListing(fields)
  await tab.makeListing(edited)
  world.server.faults.push('internal_error')
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Builds by day'])
})

test('a listing edited before it was sent is made with the newer text; a deleted one is not sent', async () => {
  const tab = await openTab()
  world.browser.goOffline()
  await tab.makeListing(fields)
  await tab.makeListing({ ...fields, description: 'Never to be seen' })
  const [unwanted, wanted] = tab
    .own()
    .toSorted((a) => (a.description === fields.description ? 1 : -1))
  if (!unwanted || !wanted) throw new Error('two listings wait')
  await tab.changeListing(wanted.id, edited)
  expect(await tab.deleteListing(unwanted.id)).toEqual({ kind: 'sent' })
  expect(tab.own()).toHaveLength(1)
  world.browser.goOnline()
  await settle()
  expect(world.server.asked.filter((asked) => !asked.startsWith('GET'))).toEqual([
    'POST /api/team-listings',
  ])
  expect(served()).toEqual(['Builds by day'])
})

test('a listing that is edited and then deleted is deleted', async () => {
  const tab = await openTabWithListing()
  world.browser.goOffline()
  await tab.changeListing(tab.id, edited)
  await tab.deleteListing(tab.id)
  expect(tab.own()).toEqual([])
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual([])
  expect(world.browser.readJson('teamListings')).toEqual([])
})

test('a listing that is edited and renewed gets both changes', async () => {
  const tab = await openTabWithListing()
  world.browser.goOffline()
  await tab.renewListing(tab.id)
  await tab.changeListing(tab.id, edited)
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Builds by day'])
  expect(tab.own()).toMatchObject([{ expiresAt: '2026-03-15T21:00:00.000Z', sending: 'sent' }])
})

test('a rejection at the form reverts the copy, and the form keeps its text', async () => {
  const tab = await openTab()
  world.server.faults.push('too_many_listings')
  expect(await tab.makeListing(fields)).toMatchObject({
    kind: 'refused',
    problem: { code: 'too_many_listings', status: 409 },
  })
  expect(tab.own()).toEqual([])
  expect(await tab.makeListing(fields)).toEqual({ kind: 'sent' })
  world.server.faults.push('validation_failed')
  expect(await tab.changeListing(onlyId(), edited)).toMatchObject({ kind: 'refused' })
  world.server.faults.push('forbidden')
  expect(await tab.deleteListing(onlyId())).toMatchObject({ kind: 'refused' })
  expect(tab.own()).toMatchObject([{ ...fields, sending: 'sent' }])
  expect(tab.toasts()).toEqual([])
})

/** A tab whose listing, made offline, was refused later. */
async function openTabWithRefusedListing() {
  const tab = await openTab()
  world.browser.goOffline()
  await tab.makeListing(fields)
  world.server.faults.push('too_many_listings')
  world.browser.goOnline()
  await settle()
  return tab
}

test('a change that is rejected later keeps its text and error until it is edited', async () => {
  const tab = await openTabWithRefusedListing()
  expect(tab.toasts()).toHaveLength(1)
  const [refused] = (await openTab()).own()
  expect(refused).toMatchObject({ ...fields, sending: 'refused', refusal: 'too_many_listings' })
  expect(served()).toEqual([])
  expect(await tab.changeListing(refused?.id ?? '', edited)).toEqual({ kind: 'sent' })
  expect(tab.own()).toMatchObject([{ ...edited, sending: 'sent', refusal: null }])
})

test('a listing that the server refused to make is deleted without a request', async () => {
  const tab = await openTabWithRefusedListing()
  world.server.asked.length = 0
  expect(await tab.deleteListing(tab.own()[0]?.id ?? '')).toEqual({ kind: 'sent' })
  expect(world.server.asked).toEqual([])
  expect(tab.own()).toEqual([])
})

test('a deletion that is rejected later restores the listing, with a toast', async () => {
  const tab = await openTabWithListing()
  world.browser.goOffline()
  await tab.deleteListing(tab.id)
  world.server.faults.push('forbidden')
  world.browser.goOnline()
  await settle()
  expect(tab.own()).toMatchObject([{ id: tab.id, sending: 'sent' }])
  expect(tab.toasts()).toHaveLength(1)
})

test('an older edit is dropped for a newer one made elsewhere, with a toast', async () => {
  const tab = await openTabWithListing()
  world.browser.goOffline()
  await tab.changeListing(tab.id, edited)
  await secondsLater(60)
  const elsewhere = { description: 'Edited on the phone', updatedAt: new Date().toISOString() }
  world.server.change(tab.id, elsewhere)
  await secondsLater(60)
  world.browser.goOnline()
  await settle()
  expect(tab.own()).toMatchObject([{ ...elsewhere, sending: 'sent', revision: 2 }])
  expect(tab.toasts()).toHaveLength(1)
})

test('a newer edit replaces one made elsewhere, with a toast', async () => {
  const tab = await openTabWithListing()
  world.browser.goOffline()
  world.server.change(tab.id, {
    description: 'Edited on the phone',
    updatedAt: new Date().toISOString(),
  })
  await secondsLater(60)
  await tab.changeListing(tab.id, edited)
  world.browser.goOnline()
  await settle()
  expect(served()).toEqual(['Builds by day'])
  expect(tab.toasts()).toHaveLength(1)
})

test('an edit of an older revision reports that it replaced a newer one, also at the form', async () => {
  const tab = await openTabWithListing()
  world.server.change(tab.id, { description: 'Edited on the phone' })
  expect(await tab.changeListing(tab.id, edited, 1)).toEqual({ kind: 'overtook' })
  expect(tab.toasts()).toHaveLength(1)
})

test('a listing deleted elsewhere is removed, with a toast about its pending edit', async () => {
  const tab = await openTabWithListing()
  world.browser.goOffline()
  await tab.changeListing(tab.id, edited)
  world.server.delete(tab.id)
  world.browser.goOnline()
  await settle()
  expect(tab.own()).toEqual([])
  expect(tab.toasts()).toHaveLength(1)
})

test('at the form, a listing deleted elsewhere is rejected and removed', async () => {
  const tab = await openTabWithListing()
  world.server.delete(tab.id)
  expect(await tab.changeListing(tab.id, edited)).toMatchObject({
    kind: 'refused',
    problem: { code: 'listing_not_found' },
  })
  expect(tab.own()).toEqual([])
  expect(await tab.changeListing(tab.id, edited)).toMatchObject({ kind: 'refused' })
})

test('deleting a listing that is already deleted succeeds', async () => {
  const tab = await openTabWithListing()
  world.server.delete(tab.id)
  expect(await tab.deleteListing(tab.id)).toEqual({ kind: 'sent' })
  expect(tab.own()).toEqual([])
})

test('editing a listing that the staff removed shows the reason', async () => {
  const tab = await openTabWithListing()
  world.server.change(tab.id, { state: 'removed', removalReason: 'Insults' })
  expect(await tab.changeListing(tab.id, edited)).toMatchObject({ kind: 'refused' })
  expect(tab.own()).toMatchObject([
    {
      description: fields.description,
      state: 'removed',
      removalReason: 'Insults',
      sending: 'sent',
    },
  ])
})

test('an edit during a request is sent after it', async () => {
  const tab = await openTabWithListing()
  const first = tab.changeListing(tab.id, { ...fields, description: 'First thought' })
  const second = tab.changeListing(tab.id, edited)
  expect([await first, await second]).toEqual([{ kind: 'sent' }, { kind: 'sent' }])
  expect(served()).toEqual(['Builds by day'])
  expect(tab.own()).toMatchObject([{ ...edited, sending: 'sent' }])
  expect(tab.toasts()).toEqual([])
})

test('a second visit fetches the own listings, and removes those that the server no longer has', async () => {
  const tab = await openTabWithListing()
  const { id: _, ...other } = world.server.put(fields, {
    secret: world.browser.kept.get('userSecret') ?? '',
  })
  world.server.delete(tab.id)
  const later = await openTab()
  expect(later.own()).toMatchObject([{ createdAt: other.createdAt, isOwn: true }])
})

test('without a secret and an account nothing is requested and nothing is stored', async () => {
  await openTab()
  expect(world.server.asked).toEqual([])
  expect([...world.browser.kept.keys()]).toEqual([])
})
