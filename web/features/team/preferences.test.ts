import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TeamPreferences } from '#domain/team-match.ts'
import { spokenLanguages } from '#domain/team.ts'
import { listingFields } from '#test/factories/listing-answers.ts'
import { finishListing } from './form/use-listing-form.ts'
import { savePreferences, readPreferences } from './preferences.ts'

const kept = new Map<string, string>()
const warn = vi.fn<typeof console.warn>()

const preferences: TeamPreferences = {
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
  expect(JSON.parse(kept.get('teamHabits') ?? '')).toEqual(preferences)
})

test('a listing’s languages and hours are stored, unless there are preferences already', () => {
  const listing = { ...listingFields, ...preferences }
  finishListing('new', { ...listing, languages: [], usualHours: null }, readPreferences())
  expect(readPreferences()).toBeNull()
  finishListing('new', listing, readPreferences())
  expect(readPreferences()).toEqual(preferences)
  finishListing('new', { ...listing, languages: ['es'] }, readPreferences())
  expect(readPreferences()).toEqual(preferences)
})

test.each([
  ['no JSON', '{"languages":'],
  ['nothing of preferences', '[1]'],
  ['a list that is none', '{"languages":"fr","usualHours":null}'],
  [
    'hours that do not exist',
    JSON.stringify({ ...preferences, usualHours: { from: 20, to: 24, timeZone: 'UTC' } }),
  ],
  [
    'hours without a length',
    JSON.stringify({ ...preferences, usualHours: { from: 20, to: 20, timeZone: 'UTC' } }),
  ],
  ['hours without a place', JSON.stringify({ ...preferences, usualHours: { from: 20, to: 23 } })],
])('ignores and tells once of %s', (_, text) => {
  kept.set('teamHabits', text)
  expect(readPreferences()).toBeNull()
  expect(readPreferences()).toBeNull()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('languages that are no longer offered are left out', () => {
  kept.set('teamHabits', '{"languages":["tlh","ru",7],"usualHours":null}')
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
      kept.set('teamHabits', text)
      const languages = readPreferences()?.languages ?? []
      expect(languages.every((language) => spokenLanguages.includes(language))).toBe(true)
    }),
  )
})
