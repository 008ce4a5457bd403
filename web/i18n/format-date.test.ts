import { afterEach, expect, test } from 'vitest'
import { formatDate, formatDateTime } from './format-date.ts'
import { setLanguage } from './runtime.ts'

afterEach(() => setLanguage('fr'))

// Noon: the same day in every time zone that a test may run in, but for the last two.
const noon = '2025-05-03T12:00:00.000Z'

test('dates follow the language', () => {
  expect(formatDate(noon)).toBe('3 mai 2025')
  setLanguage('en')
  expect(formatDate(noon)).toBe('May 3, 2025')
  setLanguage('ru')
  expect(formatDate(noon)).toBe('3 мая 2025 г.')
  setLanguage('es')
  expect(formatDate(noon)).toBe('3 de mayo de 2025')
})

test('a date with its time shows hours and minutes, without seconds', () => {
  expect(formatDateTime(noon)).toMatch(/^3 mai 2025 à \d{2}:\d{2}$/)
})
