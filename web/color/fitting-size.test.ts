import { expect, test } from 'vitest'
import { fittingSize } from './fitting-size.ts'

test('a short text has the largest size, and so has none at all', () => {
  expect(fittingSize('Sokol', 160, 16)).toBe(16)
  expect(fittingSize('', 160, 16)).toBe(16)
})

test('a text of twice the length is half as large', () => {
  const once = fittingSize('a'.repeat(40), 160, 16)
  expect(once).toBeLessThan(16)
  expect(fittingSize('a'.repeat(80), 160, 16)).toBeCloseTo(once / 2)
})

test('wide letters take more room than narrow ones, in every script', () => {
  const sizes = ['i', 'a', 'K', 'W'].map((letter) => fittingSize(letter.repeat(60), 160, 16))
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  expect(new Set(sizes).size).toBe(sizes.length)
  expect(fittingSize('Щ'.repeat(24), 160, 16)).toBe(fittingSize('W'.repeat(24), 160, 16))
  expect(fittingSize('狼'.repeat(24), 160, 16)).toBe(fittingSize('W'.repeat(24), 160, 16))
})
