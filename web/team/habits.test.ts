import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Habits } from '#domain/common-ground.ts'
import { spokenLanguages } from '#domain/team-listings.ts'
import { listingFields } from '#test/factories/listing-answers.ts'
import { finishListing } from './finish-listing.ts'
import { keepHabits, readHabits } from './habits.ts'

const kept = new Map<string, string>()
const warn = vi.fn<typeof console.warn>()

const habits: Habits = {
  languages: ['fr', 'ru'],
  usualHours: { from: 20, to: 2, timeZone: 'Europe/Paris' },
}

beforeEach(() => {
  kept.clear()
  warn.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warn)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('habits last, and are one object as long as they stay the same', () => {
  expect(readHabits()).toBeNull()
  keepHabits(habits)
  expect(readHabits()).toEqual(habits)
  expect(readHabits()).toBe(readHabits())
  keepHabits({ languages: [], usualHours: null })
  expect(readHabits()).toEqual({ languages: [], usualHours: null })
  expect(warn).not.toHaveBeenCalled()
})

test('only habits are kept of what is handed over', () => {
  const listing = { ...habits, description: 'Looking for friends' }
  keepHabits(listing)
  expect(JSON.parse(kept.get('teamHabits') ?? '')).toEqual(habits)
})

test('what a listing says of languages and hours is kept, unless its player said something before', () => {
  const listing = { ...listingFields, ...habits }
  finishListing('new', { ...listing, languages: [], usualHours: null }, readHabits())
  expect(readHabits()).toBeNull()
  finishListing('new', listing, readHabits())
  expect(readHabits()).toEqual(habits)
  finishListing('new', { ...listing, languages: ['es'] }, readHabits())
  expect(readHabits()).toEqual(habits)
})

test.each([
  ['no JSON', '{"languages":'],
  ['nothing of habits', '[1]'],
  ['a list that is none', '{"languages":"fr","usualHours":null}'],
  [
    'hours that do not exist',
    JSON.stringify({ ...habits, usualHours: { from: 20, to: 24, timeZone: 'UTC' } }),
  ],
  [
    'hours without a length',
    JSON.stringify({ ...habits, usualHours: { from: 20, to: 20, timeZone: 'UTC' } }),
  ],
  ['hours without a place', JSON.stringify({ ...habits, usualHours: { from: 20, to: 23 } })],
])('ignores and tells once of %s', (_, text) => {
  kept.set('teamHabits', text)
  expect(readHabits()).toBeNull()
  expect(readHabits()).toBeNull()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('languages that are not offered any more are left out', () => {
  kept.set('teamHabits', '{"languages":["tlh","ru",7],"usualHours":null}')
  expect(readHabits()).toEqual({ languages: ['ru'], usualHours: null })
})

const anyValue = fc.oneof(fc.jsonValue(), fc.array(fc.constantFrom(...spokenLanguages, 'tlh')))
const anyText = fc.oneof(
  fc.string(),
  fc.json(),
  fc.record({ languages: anyValue, usualHours: anyValue }).map((value) => JSON.stringify(value)),
)

test('whatever is kept, only languages that there are come out of it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      kept.set('teamHabits', text)
      const languages = readHabits()?.languages ?? []
      expect(languages.every((language) => spokenLanguages.includes(language))).toBe(true)
    }),
  )
})
