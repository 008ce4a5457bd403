import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListingFields } from '#domain/team.ts'
import {
  clampNumber,
  draftOf,
  emptyDraft,
  fieldsOfDraft,
  removeDraft,
  isSameListing,
  storeDraft,
  listingDraft,
  readStoredDraft,
} from './listing-draft.ts'

const listing: ListingFields = {
  type: 'LFT',
  gameHours: 1200,
  age: 31,
  hasMicrophone: false,
  groupSize: 2,
  description: 'Deux joueurs, le soir.',
  discordUsername: 'sokol',
  languages: ['fr', 'ru'],
  playStyles: ['pvp', 'raiding'],
  usualHours: { from: 20, to: 23, timeZone: 'Europe/Paris' },
}

test('a new listing is LFG, with 0 hours, 18 years and a microphone', () => {
  const { type, gameHours, age, hasMicrophone } = fieldsOfDraft(emptyDraft)
  expect({ type, gameHours, age, hasMicrophone }).toEqual({
    type: 'LFG',
    gameHours: 0,
    age: 18,
    hasMicrophone: true,
  })
})

test('a draft of a listing converts back to the same listing', () => {
  expect(fieldsOfDraft(draftOf(listing))).toEqual(listing)
})

test('numbers are clamped, and texts are trimmed', () => {
  const draft = {
    ...draftOf(listing),
    gameHours: 'beaucoup',
    age: '7',
    description: ' \r\nLe soir,\r\naprès 20 h\r\n',
    discordUsername: ' sokol ',
  }
  expect(fieldsOfDraft(draft)).toEqual({
    ...listing,
    gameHours: 0,
    age: 13,
    description: 'Le soir,\naprès 20 h',
    discordUsername: 'sokol',
  })
})

test('the known Discord name is used until the field is edited, even if it is then emptied', () => {
  expect(fieldsOfDraft(emptyDraft, 'sokol').discordUsername).toBe('sokol')
  expect(fieldsOfDraft({ ...emptyDraft, discordUsername: '' }, 'sokol').discordUsername).toBe('')
})

test('spaces, the order of choices and the format of numbers do not make a different listing', () => {
  const draft = draftOf(listing)
  const retyped = {
    ...draft,
    gameHours: '1 200',
    description: `${draft.description}\n`,
    languages: draft.languages.toReversed(),
    playStyles: draft.playStyles.toReversed(),
  }
  expect(isSameListing(draft, retyped)).toBe(true)
  for (const change of [
    { type: 'LFG' as const },
    { age: '32' },
    { hasMicrophone: true },
    { description: 'Deux joueurs.' },
    { discordUsername: 'Sokol' },
    { languages: [] },
    { playStyles: ['pvp'] as const },
    { usualHours: null },
  ]) {
    expect(isSameListing(draft, { ...draft, ...change })).toBe(false)
  }
})

test('a stored draft is parsed unchanged', () => {
  const draft = { ...draftOf(listing), gameHours: '12h', age: '', discordUsername: null }
  expect(listingDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test('the valid parts of a damaged draft are parsed', () => {
  const spoiled = { ...draftOf(listing), type: 'LFX', age: 7, languages: ['fr', 'xx', 'fr'] }
  expect(listingDraft.parse(spoiled)).toEqual({
    ...draftOf(listing),
    type: 'LFG',
    age: '18',
    languages: ['fr'],
  })
})

test('any stored JSON gives a form that can be sent', () => {
  const spoiledDraft = fc.record(
    Object.fromEntries(Object.keys(emptyDraft).map((field) => [field, fc.jsonValue()])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), spoiledDraft), (value) => {
      const { data: draft } = listingDraft.safeParse(value)
      if (draft === undefined) return
      const fields = fieldsOfDraft(draft)
      expect(listingDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
      expect(Number.isInteger(fields.age) && Number.isInteger(fields.gameHours)).toBe(true)
      expect(fields.description.length).toBeLessThanOrEqual(500)
    }),
  )
})

const age = { min: 13, max: 99, otherwise: 18 }
const hours = { min: 0, max: 100_000, otherwise: 0 }

test.each(['', '   ', 'abc', '-', '.5', 'NaN', 'Infinity', '十八'])(
  '%j is not a number',
  (text) => {
    expect(clampNumber(text, age)).toBe(18)
    expect(clampNumber(text, hours)).toBe(0)
  },
)

test.each([
  ['12', 13],
  ['13', 13],
  ['99', 99],
  ['100', 99],
  ['-20', 13],
  ['−20', 13],
  ['9'.repeat(400), 99],
])('an age of %s is clamped', (text, value) => {
  expect(clampNumber(text, age)).toBe(value)
})

test.each([
  ['0', 0],
  ['007', 7],
  [' 450 ', 450],
  ['1 200', 1200],
  ['1\u202F200', 1200],
  ['1,200', 1200],
  ['1.200', 1200],
  ["12'500", 12_500],
  ['1,5', 1],
  ['2.75', 2],
  ['1200h', 1200],
  ['1e5', 1],
  ['١٢', 0],
  ['１２', 12],
  ['250000', 100_000],
])('%s hours become %i', (text, value) => {
  expect(clampNumber(text, hours)).toBe(value)
})

test('any typed text becomes an integer within the limits, and clamping it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = clampNumber(text, age)
      expect(Number.isInteger(value) && value >= age.min && value <= age.max).toBe(true)
      expect(clampNumber(String(value), age)).toBe(value)
    }),
  )
})

function sessionHolding(entries: Readonly<Record<string, string>>): void {
  const stored = new Map(Object.entries(entries))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('each form has its own draft until it is removed', () => {
  sessionHolding({})
  const stored = { draft: { ...emptyDraft, age: '30' }, basis: emptyDraft, basisRevision: 7 }
  storeDraft('new', { ...stored, basisRevision: null })
  storeDraft('a', stored)
  expect(readStoredDraft('new')).toEqual({ ...stored, basisRevision: null })
  expect(readStoredDraft('a')).toEqual(stored)
  expect(readStoredDraft('b')).toBeNull()
  removeDraft('a')
  expect(readStoredDraft('a')).toBeNull()
  expect(readStoredDraft('new')).not.toBeNull()
})

test.each(['{', '7', 'null', '[]', '{"draft":{}}', '{"draft":[],"basis":"x"}'])(
  'any other stored value, such as %s, is not a draft',
  (text) => {
    sessionHolding({ 'listingDraft:new': text })
    expect(readStoredDraft('new')).toBeNull()
  },
)

test('works without browser storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeDraft('new', { draft: emptyDraft, basis: emptyDraft, basisRevision: null })
  expect(readStoredDraft('new')).toBeNull()
  removeDraft('new')
})
