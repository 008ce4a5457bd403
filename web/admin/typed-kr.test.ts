import { expect, test } from 'vitest'
import { readTypedKr } from './typed-kr.ts'

test.each([
  ['1', 1],
  [' 250 ', 250],
  ['0500', 500],
  ['12 000', 12_000],
  ['12\u202F000', 12_000],
  ['1000000', 1_000_000],
])('%j is %d Kr', (text, amount) => {
  expect(readTypedKr(text, 'fr')).toBe(amount)
})

test.each(['', ' ', '0', '-5', '1.5', '1,5', '10 Kr', '1e3', '0x10', '1000001', '9'.repeat(30)])(
  '%j is no amount of Kr',
  (text) => {
    expect(readTypedKr(text, 'fr')).toBeNull()
  },
)

test('thousands may be written as the page itself writes them', () => {
  expect(readTypedKr('1,200', 'en')).toBe(1200)
  expect(readTypedKr('1,000,000', 'en')).toBe(1_000_000)
  expect(readTypedKr('1.200', 'es')).toBe(1200)
  expect(readTypedKr('1\u00A0200', 'ru')).toBe(1200)
  for (const text of ['1,2', '1,20', '1200,000', ',200', '1,', '1.200', '1,,200']) {
    expect(readTypedKr(text, 'en')).toBeNull()
  }
  expect(readTypedKr('1,200', 'fr')).toBeNull()
})
