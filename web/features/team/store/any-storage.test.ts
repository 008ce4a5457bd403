import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listingFields, teamListing } from '#test/factories/listing-answers.ts'
import { FakeBrowser } from '#test/fake-browser.ts'
import { FakeTeamServer } from '#test/fake-team-server.ts'
import { currentToasts, dismiss } from '#web/app/toasts.ts'
import { copies } from './listing-copies.ts'
import { changeListing, deleteListing, makeListing, renewListing } from './own-listings.ts'
import { outbox } from './outbox.ts'
import { readUserId } from './ownership.ts'
import { showOwn } from './shown-listings.ts'
import { storedListing, storedOf } from './stored-listing.ts'
import { startTeamSync } from './team-sync.ts'

const keys = ['teamListings', 'teamOutbox', 'userId', 'userSecret'] as const
const good = storedOf(teamListing(1), true)
const specified = {
  id: good.id,
  type: 'LFT',
  gameHours: 0,
  age: 18,
  hasMicrophone: false,
  description: 'From before',
  discordUsername: 'old#0001',
  createdAt: '2026-01-01T00:00:00.000Z',
  creatorId: good.creatorId,
}

let warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') })
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.clearAllTimers()
  currentToasts().forEach(({ id }) => dismiss(id))
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Listings with one field missing, valid or of a wrong type, so that parsers get beyond the first check. */
const almostListing = fc
  .record({ key: fc.constantFrom(...Object.keys(good)), value: fc.jsonValue() })
  .map(({ key, value }) => ({ ...good, [key]: value }))
const almostChange = fc.record({
  id: fc.oneof(fc.uuid(), fc.constant(good.id), fc.jsonValue()),
  key: fc.oneof(fc.uuid(), fc.jsonValue()),
  kind: fc.oneof(fc.constantFrom('made', 'edited', 'renewed', 'deleted'), fc.jsonValue()),
  at: fc.oneof(fc.constant('2026-03-01T00:00:00Z'), fc.string(), fc.jsonValue()),
  revision: fc.oneof(fc.integer(), fc.jsonValue()),
  refusal: fc.oneof(fc.constant('too_many_listings'), fc.constant('__proto__'), fc.jsonValue()),
})
const anyText = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .array(fc.oneof(almostListing, almostChange, fc.jsonValue()))
    .map((list) => JSON.stringify(list)),
  fc.constantFrom('', 'null', '[]', '{}', '[null]', '{"__proto__":[]}', good.creatorId),
)

test('whatever storage holds, listings can be read, posted, edited, renewed and deleted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record(Object.fromEntries(keys.map((key) => [key, anyText]))),
      async (kept) => {
        const browser = new FakeBrowser()
        browser.install()
        const server = new FakeTeamServer()
        vi.stubGlobal('fetch', server.fetch)
        for (const [key, text] of Object.entries(kept)) browser.kept.set(key, text)
        const stop = startTeamSync()
        await vi.advanceTimersByTimeAsync(0)
        expect(await makeListing({ ...listingFields, description: 'A new one' })).toEqual({
          kind: 'sent',
        })
        const made = showOwn({
          copies: copies.read(),
          changes: outbox.read(),
          userId: readUserId(),
          now: Date.now(),
        }).find(({ description }) => description === 'A new one')
        expect(made).toMatchObject({ isOwn: true, sending: 'sent', state: 'live' })
        const id = made?.id ?? ''
        expect(await changeListing(id, listingFields)).toEqual({ kind: 'sent' })
        expect(server.kept.get(id)?.listing).toMatchObject(listingFields)
        expect(await renewListing(id)).toEqual({ kind: 'sent' })
        expect(await deleteListing(id)).toEqual({ kind: 'sent' })
        expect(copies.find(id)).toBeUndefined()
        stop()
        vi.clearAllTimers()
      },
    ),
    { numRuns: 200 },
  )
})

test('valid listings among invalid entries survive, with one warning', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), (before, after) => {
      const browser = new FakeBrowser()
      browser.install()
      // Otherwise the text of the previous run would be cached, and its warning already logged.
      copies.read()
      browser.kept.set('teamListings', JSON.stringify([...before, good, ...after]))
      warn.mockClear()
      expect(copies.read()).toEqual([good])
      expect(copies.read()).toEqual([good])
      expect(warn).toHaveBeenCalledTimes(before.length + after.length > 0 ? 1 : 0)
    }),
  )
})

test('a listing in the specified shape is parsed, with defaults for newer fields', () => {
  expect(storedListing.parse(specified)).toEqual({
    ...specified,
    groupSize: 1,
    languages: [],
    playStyles: [],
    usualHours: null,
    updatedAt: specified.createdAt,
    expiresAt: null,
    revision: null,
    verified: { discord: false, steam: false },
    isMine: false,
    state: 'live',
    removalReason: null,
  })
})

test('a change without a valid time is not sent', () => {
  const browser = new FakeBrowser()
  browser.install()
  const change = { id: good.id, key: '', kind: 'edited', at: '2026-03-01T00:00:00Z' }
  const others = [
    { ...change, at: 'yesterday' },
    { ...change, at: 2026 },
    { ...change, at: undefined },
  ]
  browser.kept.set('teamOutbox', JSON.stringify([...others, change]))
  expect(outbox.read()).toMatchObject([change])
})

test('ids and times are normalised to the server’s format', () => {
  const stored = {
    ...specified,
    id: specified.id.toUpperCase(),
    creatorId: specified.creatorId.toUpperCase(),
    createdAt: '2026-01-01T01:00:00+01:00',
  }
  expect(storedListing.parse(stored)).toMatchObject({
    id: specified.id,
    creatorId: specified.creatorId,
    createdAt: specified.createdAt,
  })
})

test.each([
  ['an unknown type', { type: 'LFX' }],
  ['hours that are not a number', { gameHours: '12' }],
  ['an age that is not a number', { age: '18' }],
  ['an invalid microphone', { hasMicrophone: 'yes' }],
  ['a blank description', { description: ' ' }],
  ['no Discord name', { discordUsername: undefined }],
  ['no time', { createdAt: 'yesterday' }],
  ['an invalid id', { id: '7' }],
  ['an invalid author id', { creatorId: {} }],
])('a listing with %s is rejected', (_, fault) => {
  expect(storedListing.safeParse({ ...specified, ...fault }).success).toBe(false)
})

test.each([
  ['languages', { languages: ['fr', 'fr', 'xx', 7] }, { languages: ['fr'] }],
  ['play styles', { playStyles: 'pvp' }, { playStyles: [] }],
  [
    'usual hours',
    { usualHours: { from: 20, to: 24, timeZone: 'Europe/Paris' } },
    { usualHours: null },
  ],
  [
    'equal hours',
    { usualHours: { from: 20, to: 20, timeZone: 'Europe/Paris' } },
    { usualHours: null },
  ],
  ['a revision', { revision: -1 }, { revision: null }],
  ['marks', { verified: { discord: 1 } }, { verified: { discord: false, steam: false } }],
  ['a state', { state: 'banned' }, { state: 'live' }],
])('a listing with invalid %s keeps its other fields', (_, fault, read) => {
  expect(storedListing.parse({ ...good, ...fault })).toEqual({ ...good, ...read })
})
