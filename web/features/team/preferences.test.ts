import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TeamPreferences } from '#domain/team-match.ts'
import { spokenLanguages } from '#domain/team.ts'
import { listingFields } from '#test/factories/listing-answers.ts'
import { finishListing } from './form/use-listing-form.ts'
import { savePreferences, readPreferences } from './preferences.ts'

const stored = new Map<string, string>()
const warn = vi.fn<typeof console.warn>()

const preferences: TeamPreferences = {
  languages: ['fr', 'ru'],
  usualHours: { from: 20, to: 2, timeZone: 'Europe/Paris' },
}

beforeEach(() => {
  stored.clear()
  warn.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warn)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('preferences are stored, and are the same object until they change', () => {
  expect(readPreferences()).toBeNull()
  savePreferences(preferences)
  expect(readPreferences()).toEqual(preferences)
  expect(readPreferences()).toBe(readPreferences())
  savePreferences({ languages: [], usualHours: null })
  expect(readPreferences()).toEqual({ languages: [], usualHours: null })
  expect(warn).not.toHaveBeenCalled()
})

test('only the preferences of an object are stored', () => {
  const listing = { ...preferences, description: 'Looking for friends' }
  savePreferences(listing)
  expect(JSON.parse(stored.get('teamHabits') ?? '')).toEqual(preferences)
})

test('a listing’s languages and hours are stored, unless there are preferences already', () => {
  const listing = { ...listingFields, ...preferences }
  finishListing('new', { ...listing, languages: [], usualHours: null })
  expect(readPreferences()).toBeNull()
  finishListing('new', listing)
  expect(readPreferences()).toEqual(preferences)
  finishListing('new', { ...listing, languages: ['es'] })
  expect(readPreferences()).toEqual(preferences)
})

test.each([
  ['invalid JSON', '{"languages":'],
  ['another JSON value', '[1]'],
  ['languages that are not a list', '{"languages":"fr","usualHours":null}'],
  [
    'invalid hours',
    JSON.stringify({ ...preferences, usualHours: { from: 20, to: 24, timeZone: 'UTC' } }),
  ],
  [
    'hours of zero length',
    JSON.stringify({ ...preferences, usualHours: { from: 20, to: 20, timeZone: 'UTC' } }),
  ],
  [
    'hours without a time zone',
    JSON.stringify({ ...preferences, usualHours: { from: 20, to: 23 } }),
  ],
])('ignores %s, with one warning', (_, text) => {
  stored.set('teamHabits', text)
  expect(readPreferences()).toBeNull()
  expect(readPreferences()).toBeNull()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('languages that are no longer offered are left out', () => {
  stored.set('teamHabits', '{"languages":["tlh","ru",7],"usualHours":null}')
  expect(readPreferences()).toEqual({ languages: ['ru'], usualHours: null })
})

const anyValue = fc.oneof(fc.jsonValue(), fc.array(fc.constantFrom(...spokenLanguages, 'tlh')))
const anyText = fc.oneof(
  fc.string(),
  fc.json(),
  fc.record({ languages: anyValue, usualHours: anyValue }).map((value) => JSON.stringify(value)),
)

test('whatever is stored, only known languages are read', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      stored.set('teamHabits', text)
      const languages = readPreferences()?.languages ?? []
      expect(languages.every((language) => spokenLanguages.includes(language))).toBe(true)
    }),
  )
})
