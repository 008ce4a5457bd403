import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  hasWebAddress,
  isSameDiscordName,
  matchesFilter,
  nameHasWebAddress,
  previewOf,
  resolveConflict,
  type ListingFields,
  type ListingFilter,
} from './team.ts'

const listing: ListingFields = {
  type: 'LFT',
  gameHours: 1200,
  age: 24,
  hasMicrophone: true,
  groupSize: 2,
  description: 'Équipe calme cherche\nun bâtisseur',
  discordUsername: 'Ёжик_42',
  languages: ['fr', 'ru'],
  playStyles: ['building'],
  usualHours: null,
}
const everything: ListingFilter = {
  search: '',
  type: null,
  hasMicrophone: null,
  language: null,
  playStyle: null,
}

test.each([
  ['', ''],
  ['Joueur calme', 'Joueur calme'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(41), `${'a'.repeat(40)}…`],
  [`${'a'.repeat(39)} b`, `${'a'.repeat(39)}…`],
  ['  two\n\n lines  ', 'two lines'],
  // Characters are counted as a reader sees them.
  ['👨‍👩‍👧'.repeat(40), '👨‍👩‍👧'.repeat(40)],
  ['👨‍👩‍👧'.repeat(41), `${'👨‍👩‍👧'.repeat(40)}…`],
])('%j is shown as %j', (description, preview) => {
  expect(previewOf(description)).toBe(preview)
})

test.each([
  ['equipe', true],
  ['ÉQUIPE', true],
  ['cherche un', true],
  ['  équipe  calme ', true],
  ['ежик', true],
  ['_42', true],
  ['calmecherche', false],
  ['bâtisseur ёжик', false],
  ['%', false],
])('a search for %j finds it: %s', (search, isFound) => {
  expect(matchesFilter(listing, { ...everything, search })).toBe(isFound)
})

test.each<[Partial<ListingFilter>, boolean]>([
  [{ type: 'LFT' }, true],
  [{ type: 'LFG' }, false],
  [{ hasMicrophone: true }, true],
  [{ hasMicrophone: false }, false],
  [{ language: 'ru' }, true],
  [{ language: 'es' }, false],
  [{ playStyle: 'building' }, true],
  [{ playStyle: 'pvp' }, false],
  [{ type: 'LFT', language: 'es' }, false],
])('the filter %j finds it: %s', (narrowed, isFound) => {
  expect(matchesFilter(listing, { ...everything, ...narrowed })).toBe(isFound)
})

test('a listing is found by any part of its description', () => {
  const character = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
  fc.assert(
    fc.property(fc.array(character), fc.nat(20), fc.nat(20), (characters, start, length) => {
      const search = characters.slice(start, start + length).join('')
      const description = characters.join('')
      fc.pre(!/\s/.test(search))
      expect(matchesFilter({ ...listing, description }, { ...everything, search })).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  'https://evil.example',
  'discord.gg/abc',
  'viens sur www.site',
  'free-skins.XYZ/claim',
  'ｄｉｓｃｏｒｄ．ｇｇ',
  'ваш-клан.ru',
  'bit.ly/abc',
  'T.Me/max',
  'evil.quest/max',
  'steam://run/1',
  // A zero-width space, a soft hyphen, and a full stop that address bars accept as a dot.
  'discord\u200B.gg/abc',
  'dis\u00ADcord.gg',
  'discord。gg',
])('%j contains a web address', (text) => {
  expect(hasWebAddress(text)).toBe(true)
})

test.each([
  'Je joue le soir.Avec micro',
  'lvl 2.5, 1.000 h',
  'sokol.dz',
  'v1.27 ok... me too',
  'Ищу группу. Играю вечером',
  'PvP/PvE',
  'PvP // PvE',
  'Je joue le soir.Es-tu chaud ?',
  'On joue à 20h.Me dire si ok',
  'Juego mucho.Es divertido',
  'We are chill.Top squad',
  'Играю с друзьями.РФ',
  'FR.ES.DE',
])('%j contains no web address', (text) => {
  expect(hasWebAddress(text)).toBe(false)
})

test.each([
  ['max.de', false],
  ['sokol.dz#0042', false],
  ['discord.gg/max', true],
  ['https:max', true],
  ['www.max', true],
  ['discord\u200B.gg/max', true],
  ['Max/Leo', false],
])('the name %j has a web address: %s', (name, has) => {
  expect(nameHasWebAddress(name)).toBe(has)
})

const now = new Date('2026-11-21T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const newest = { revision: 3, at: secondsAgo(60) }

it('applies an edit whose editor has seen the newest one, with the time of the edit', () => {
  expect(resolveConflict(newest, { seenRevision: 3, secondsAgo: 10 }, now)).toEqual({
    applies: true,
    at: secondsAgo(10),
    overtook: false,
  })
})

it('applies an edit based on a revision after the newest edit, which only renewals can make', () => {
  const verdict = resolveConflict(newest, { seenRevision: 7, secondsAgo: 10 }, now)
  expect(verdict).toMatchObject({ applies: true, overtook: false })
})

it('lets a later edit replace an unseen one, and reports that', () => {
  expect(resolveConflict(newest, { seenRevision: 2, secondsAgo: 59 }, now)).toEqual({
    applies: true,
    at: secondsAgo(59),
    overtook: true,
  })
})

it('rejects an edit that is older than the newest one and has not seen it', () => {
  const verdict = resolveConflict(newest, { seenRevision: 2, secondsAgo: 61 }, now)
  expect(verdict).toEqual({ applies: false })
})

it('applies an edit without a revision, and never dates it before the one that it replaces', () => {
  expect(resolveConflict(newest, { seenRevision: null, secondsAgo: 3600 }, now)).toEqual({
    applies: true,
    at: newest.at,
    overtook: false,
  })
})

it.each([
  ['sokol', 'sokol'],
  ['Sokol', 'sokol'],
  ['@sokol', 'sokol'],
  ['sokol#0', 'sokol'],
  [' @SOKOL#0 ', 'sokol'],
  ['sokol', '@Sokol'],
  // Accounts with an old name have a number, which is part of the name.
  ['Sokol#1234', 'sokol#1234'],
])('%s names the same account as %s', (one, other) => {
  expect(isSameDiscordName(one, other)).toBe(true)
  expect(isSameDiscordName(other, one)).toBe(true)
})

it.each([
  ['sokol', 'sokol2'],
  ['sokol', 'sokol#1234'],
  ['sokol#00', 'sokol'],
  ['@@sokol', 'sokol'],
  ['so kol', 'sokol'],
  // With a Cyrillic letter that looks the same.
  ['sоkol', 'sokol'],
  ['', ''],
  ['@', '#0'],
])('%j does not name the same account as %j', (one, other) => {
  expect(isSameDiscordName(one, other)).toBe(false)
})
