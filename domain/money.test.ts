import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, parseAmount, sumCents, toDecimal } from './money.ts'

test.each([
  ['25', 2500],
  ['25.00', 2500],
  ['25,00', 2500],
  ['25€', 2500],
  ['25,5 €', 2550],
  ['0.99', 99],
  ['  7 ', 700],
  ['25\u202f€', 2500],
  ['1 500', 150_000],
  ['1\u202f000\u00a0000,50 €', 100_000_050],
])('%j is read as %i cents', (text, expected) => {
  expect(parseAmount(text)).toBe(expected)
})

test.each([
  '',
  '€',
  '-5',
  '1.234',
  '1,000.00',
  '1e3',
  '0x10',
  '12345678',
  '1 50',
  '1500 000',
  '25 $',
  'NaN',
  '٢٥',
])('%j is not an amount', (text) => {
  expect(parseAmount(text)).toBeNull()
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  '%d is refused as cents',
  (amount) => {
    expect(() => cents(amount)).toThrow(RangeError)
  },
)

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [2500, '25.00'],
  [-1050, '-10.50'],
])('%i cents are written %s', (amount, expected) => {
  expect(toDecimal(cents(amount))).toBe(expected)
})

test('the sum of no amounts is zero', () => {
  expect(sumCents([])).toBe(0)
})

const anyAmount = fc.integer({ min: 0, max: 999_999_999 }).map(cents)

test('an amount survives its decimal form', () => {
  fc.assert(fc.property(anyAmount, (amount) => parseAmount(toDecimal(amount)) === amount))
})

test('a sum does not depend on the order', () => {
  fc.assert(
    fc.property(fc.array(anyAmount), (amounts) => {
      expect(sumCents(amounts.toReversed())).toBe(sumCents(amounts))
    }),
  )
})
