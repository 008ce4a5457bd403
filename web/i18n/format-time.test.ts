import { afterEach, expect, test } from 'vitest'
import { formatAge, formatDate, formatDateTime, formatDay, formatLongDay } from './format-time.ts'
import { formatDuration } from './format.ts'
import { setLanguage } from './runtime.ts'

afterEach(() => setLanguage('fr'))

// Noon is on the same day in every time zone that a test may run in, except the last two.
const noon = '2025-05-03T12:00:00.000Z'

test('dates follow the language', () => {
  expect(formatDate(noon)).toBe('3 mai 2025')
  setLanguage('en')
  expect(formatDate(noon)).toBe('3 May 2025')
  setLanguage('ru')
  expect(formatDate(noon)).toBe('3 мая 2025 г.')
  setLanguage('es')
  expect(formatDate(noon)).toBe('3 de mayo de 2025')
})

test('French writes the first day of a month as “1er”, and no other day', () => {
  expect(formatDate('2025-05-01T12:00:00.000Z')).toBe('1er mai 2025')
  expect(formatDateTime('2025-05-01T12:00:00.000Z')).toMatch(/^1er mai 2025 à /)
  expect(formatLongDay('2025-05-01')).toBe('1er mai 2025')
  expect(formatLongDay('2025-05-11')).toBe('11 mai 2025')
  setLanguage('en')
  expect(formatLongDay('2025-05-01')).toBe('1 May 2025')
})

test('a date with its time shows hours and minutes, without seconds', () => {
  expect(formatDateTime(noon)).toMatch(/^3 mai 2025 à \d{2}:\d{2}$/)
})

test('a day is the same in every time zone, in the order of the language', () => {
  const inLanguages = (['fr', 'en', 'ru', 'es'] as const).map((language) => {
    setLanguage(language)
    return formatDay('2025-05-31')
  })
  expect(inLanguages).toEqual(['31/05/2025', '31/05/2025', '31.05.2025', '31/05/2025'])
})

test('a day in words is the same day in every language', () => {
  expect(formatLongDay('2026-11-21')).toBe('21 novembre 2026')
  setLanguage('ru')
  expect(formatLongDay('2026-11-21')).toBe('21 ноября 2026 г.')
})

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const plain = (text: string): string => text.replaceAll(/\s/g, ' ')

afterEach(() => setLanguage('fr'))

test('a duration uses its two largest units that are not zero', () => {
  expect(plain(formatDuration(72 * minuteMs))).toBe('1 h 12 min')
  expect(plain(formatDuration(2 * hourMs))).toBe('2 h')
  expect(plain(formatDuration(52 * hourMs + 59 * minuteMs))).toBe('2 j 4 h')
})

test('the last minute is never shown as zero', () => {
  expect(plain(formatDuration(1))).toBe('1 min')
  expect(plain(formatDuration(60 * minuteMs - 1))).toBe('1 h')
})

test('a duration is written in the language of the page', () => {
  setLanguage('ru')
  expect(plain(formatDuration(72 * minuteMs))).toBe('1 ч 12 мин')
  setLanguage('en')
  expect(plain(formatDuration(26 * hourMs))).toBe('1 day 2 hrs')
})

test('an age is shown in its largest unit, and is at least a minute', () => {
  expect(plain(formatAge(0))).toBe('il y a 1 min')
  expect(plain(formatAge(3.9 * minuteMs))).toBe('il y a 3 min')
  expect(plain(formatAge(119 * minuteMs))).toBe('il y a 1 h')
  expect(plain(formatAge(50 * hourMs))).toBe('il y a 2 j')
})
