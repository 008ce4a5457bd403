import { expect, test } from 'vitest'
import { kryptoPacks } from '#site/packs.ts'
import { createPacks, validatePacks, packPicture, totalKr } from './packs.ts'

const pack = { amount: 100, bonus: 0, priceDollars: 0.99, priceId: 'price_a' }
const other = { amount: 500, bonus: 50, priceDollars: 4.99, priceId: 'price_b' }

test('packs keep the order of the site’s list, with prices in cents', () => {
  expect(createPacks([pack, other])).toEqual([
    { amount: 100, bonus: 0, priceCents: 99, priceId: 'price_a' },
    { amount: 500, bonus: 50, priceCents: 499, priceId: 'price_b' },
  ])
})

test('a pack credits its amount and its bonus', () => {
  expect(createPacks([pack, other]).map(totalKr)).toEqual([100, 550])
})

test.each([
  [10_000, 10_000],
  [10, 100],
  [300, 100],
  [750_000, 10_000],
])('a pack of %d Kr shows the picture of %d', (amount, drawn) => {
  expect(packPicture(amount)).toBe(`/packs/${drawn}.svg`)
})

test('the packs of the site are valid', () => {
  expect(validatePacks(kryptoPacks)).toEqual([])
})

test.each([
  ['no amount', { amount: 0 }, /0 has no whole amount/],
  ['half a Kr', { amount: 1.5 }, /1.5 has no whole/],
  ['a negative bonus', { bonus: -1 }, /bonus/],
  ['no price', { priceDollars: 0 }, /100 has no price of at least 0.5 \$/],
  ['less than Stripe charges', { priceDollars: 0.49 }, /no price of at least/],
  ['half a cent', { priceDollars: 0.999 }, /no price/],
  ['no price id', { priceId: '' }, /the pack of 100 has no price id/],
  ['the amount of another', { amount: 500 }, /two packs have 500 Kr/],
  ['the price id of another', { priceId: 'price_b' }, /price_b is used for two packs/],
])('a pack with %s is named', (_name, changes, fault) => {
  const terms = [{ ...pack, ...changes }, other]
  expect(validatePacks(terms)).toEqual([expect.stringMatching(fault)])
  expect(() => createPacks(terms)).toThrow(fault)
})
