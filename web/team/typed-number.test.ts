import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleNumber } from './typed-number.ts'

const age = { min: 13, max: 99, otherwise: 18 }
const hours = { min: 0, max: 100_000, otherwise: 0 }

test.each(['', '   ', 'abc', '-', '.5', 'NaN', 'Infinity', '十八'])('%j is no number', (text) => {
  expect(settleNumber(text, age)).toBe(18)
  expect(settleNumber(text, hours)).toBe(0)
})

test.each([
  ['12', 13],
  ['13', 13],
  ['99', 99],
  ['100', 99],
  ['-20', 13],
  ['−20', 13],
  ['9'.repeat(400), 99],
])('an age of %s is brought within its limits', (text, value) => {
  expect(settleNumber(text, age)).toBe(value)
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
])('%s hours are %i', (text, value) => {
  expect(settleNumber(text, hours)).toBe(value)
})

test('whatever is typed becomes a whole number within the limits, and stays what it became', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = settleNumber(text, age)
      expect(Number.isInteger(value) && value >= age.min && value <= age.max).toBe(true)
      expect(settleNumber(String(value), age)).toBe(value)
    }),
  )
})
