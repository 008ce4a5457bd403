import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { formatDollars } from './format-dollars.ts'
import { setLanguage } from './runtime.ts'

afterEach(() => setLanguage('fr'))

// Which kind of space a language puts before the sign is not ours to test.
const withPlainSpaces = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ')

test('dollars follow the language and are told by their sign alone', () => {
  setLanguage('fr')
  expect(withPlainSpaces(formatDollars(cents(499)))).toBe('4,99 $')
  setLanguage('en')
  expect(formatDollars(cents(9999))).toBe('$99.99')
  setLanguage('ru')
  expect(withPlainSpaces(formatDollars(cents(99)))).toBe('0,99 $')
})
