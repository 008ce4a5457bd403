import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { formatCents, formatDollars, formatKr, formatNumber } from './format.ts'
import { setLanguage } from './runtime.ts'

afterEach(() => setLanguage('fr'))

// Intl decides which kind of space a language groups with; these tests do not.
const withPlainSpaces = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ')

test('prices follow the language and show cents only if they are not zero', () => {
  setLanguage('fr')
  expect(withPlainSpaces(formatCents(cents(2500)))).toBe('25 €')
  expect(withPlainSpaces(formatCents(cents(123_450)))).toBe('1 234,50 €')
  setLanguage('en')
  expect(formatCents(cents(123_450))).toBe('€1,234.50')
  setLanguage('ru')
  expect(withPlainSpaces(formatCents(cents(9000)))).toBe('90 €')
})

test('Kr keep their unit on the same line', () => {
  expect(formatKr(0)).toBe('0\u00A0Kr')
  setLanguage('en')
  expect(formatKr(11_200)).toBe('11,200\u00A0Kr')
})

test('a negative balance has a real minus sign, and no line breaks after it', () => {
  for (const language of ['fr', 'en', 'ru', 'es'] as const) {
    setLanguage(language)
    expect(formatKr(-950)).toBe('\u2212950\u00A0Kr')
  }
})

test('nothing spent has no minus', () => {
  expect(formatKr(-0)).toBe('0\u00A0Kr')
})

test('numbers follow the language', () => {
  setLanguage('es')
  expect(formatNumber(250_000)).toBe('250.000')
  setLanguage('ru')
  expect(withPlainSpaces(formatNumber(250_000))).toBe('250 000')
})

afterEach(() => setLanguage('fr'))

test('dollars follow the language and show only the dollar sign', () => {
  setLanguage('fr')
  expect(withPlainSpaces(formatDollars(cents(499)))).toBe('4,99 $')
  setLanguage('en')
  expect(formatDollars(cents(9999))).toBe('$99.99')
  setLanguage('ru')
  expect(withPlainSpaces(formatDollars(cents(99)))).toBe('0,99 $')
})
