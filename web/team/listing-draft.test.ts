import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListingFields } from '#domain/team-listings.ts'
import { draftOf, emptyDraft, isSameListing, parseDraft, settledFields } from './listing-draft.ts'

const listing: ListingFields = {
  type: 'LFT',
  gameHours: 1200,
  age: 31,
  hasMicrophone: false,
  description: 'Deux joueurs, le soir.',
  discordUsername: 'sokol',
  languages: ['fr', 'ru'],
  playStyles: ['pvp', 'raiding'],
  usualHours: { from: 20, to: 23, timeZone: 'Europe/Paris' },
}

test('a new listing is LFG, with 0 hours, 18 years and a microphone', () => {
  const { type, gameHours, age, hasMicrophone } = settledFields(emptyDraft)
  expect({ type, gameHours, age, hasMicrophone }).toEqual({
    type: 'LFG',
    gameHours: 0,
    age: 18,
    hasMicrophone: true,
  })
})

test('a listing that is opened and sent as it was is the same listing', () => {
  expect(settledFields(draftOf(listing))).toEqual(listing)
})

test('numbers are brought within their limits, and texts lose the spaces around them', () => {
  const draft = {
    ...draftOf(listing),
    gameHours: 'beaucoup',
    age: '7',
    description: ' \r\nLe soir\r\n',
    discordUsername: ' sokol ',
  }
  expect(settledFields(draft)).toEqual({
    ...listing,
    gameHours: 0,
    age: 13,
    description: 'Le soir',
    discordUsername: 'sokol',
  })
})

test('the known Discord name stands as long as nobody types one, and not after somebody empties it', () => {
  expect(settledFields(emptyDraft, 'sokol').discordUsername).toBe('sokol')
  expect(settledFields({ ...emptyDraft, discordUsername: '' }, 'sokol').discordUsername).toBe('')
})

test('neither spaces nor the order of choices nor the way of typing a number make another listing', () => {
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

test('a kept draft comes back as it was', () => {
  const draft = { ...draftOf(listing), gameHours: '12h', age: '', discordUsername: null }
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test('of a spoiled draft, what is readable comes back', () => {
  const spoiled = { ...draftOf(listing), type: 'LFX', age: 7, languages: ['fr', 'xx', 'fr'] }
  expect(parseDraft(spoiled)).toEqual({
    ...draftOf(listing),
    type: 'LFG',
    age: '18',
    languages: ['fr'],
  })
})

test('any JSON as a draft leaves a form that can be sent', () => {
  const spoiledDraft = fc.record(
    Object.fromEntries(Object.keys(emptyDraft).map((field) => [field, fc.jsonValue()])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), spoiledDraft), (value) => {
      const draft = parseDraft(value)
      if (draft === null) return
      const fields = settledFields(draft)
      expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
      expect(Number.isInteger(fields.age) && Number.isInteger(fields.gameHours)).toBe(true)
      expect(fields.description.length).toBeLessThanOrEqual(500)
    }),
  )
})
