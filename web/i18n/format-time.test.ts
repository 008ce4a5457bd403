import { afterEach, expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'
import { formatAge } from './format-time.ts'
import { setLanguage } from './runtime.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const plain = (text: string): string => text.replaceAll(/\s/g, ' ')

afterEach(() => setLanguage('fr'))

test('what is left is told in the two largest units that say something', () => {
  expect(plain(formatDuration(72 * minuteMs))).toBe('1 h 12 min')
  expect(plain(formatDuration(2 * hourMs))).toBe('2 h')
  expect(plain(formatDuration(52 * hourMs + 59 * minuteMs))).toBe('2 j 4 h')
})

test('the last minute is never told as none', () => {
  expect(plain(formatDuration(1))).toBe('1 min')
  expect(plain(formatDuration(60 * minuteMs - 1))).toBe('1 h')
})

test('what is left is told in the language of the page', () => {
  setLanguage('ru')
  expect(plain(formatDuration(72 * minuteMs))).toBe('1 ч 12 мин')
  setLanguage('en')
  expect(plain(formatDuration(26 * hourMs))).toBe('1 day 2 hrs')
})

test('an age is told in its largest unit, and as a minute at least', () => {
  expect(plain(formatAge(0))).toBe('il y a 1 min')
  expect(plain(formatAge(3.9 * minuteMs))).toBe('il y a 3 min')
  expect(plain(formatAge(119 * minuteMs))).toBe('il y a 1 h')
  expect(plain(formatAge(50 * hourMs))).toBe('il y a 2 j')
})
