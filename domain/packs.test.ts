import { expect, test } from 'vitest'
import { kryptoPacks, kryptoPriceIds } from '#site/packs.ts'
import { createPacks, validatePacks, packPicture, totalKr } from './packs.ts'

const terms = [
  { amount: 100, bonus: 0, priceDollars: 0.99 },
  { amount: 500, bonus: 50, priceDollars: 4.99 },
]
const priceIds = { 100: 'price_A', 500: 'price_B' }

test('packs keep the order of the site’s list, with prices in cents and price ids of Stripe', () => {
  expect(createPacks(terms, priceIds)).toEqual([
    { amount: 100, bonus: 0, priceCents: 99, priceId: 'price_A' },
    { amount: 500, bonus: 50, priceCents: 499, priceId: 'price_B' },
  ])
})

test('a pack credits its amount and its bonus', () => {
  expect(createPacks(terms, priceIds).map(totalKr)).toEqual([100, 550])
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
  expect(validatePacks(kryptoPacks, kryptoPriceIds)).toEqual([])
})

test('two packs must not share a price id', () => {
  const shared = { 100: 'price_A', 500: 'price_A' }
  expect(validatePacks(terms, shared)).toEqual(['the price id price_A is used for two packs'])
  expect(() => createPacks(terms, shared)).toThrow('the price id price_A is used for two packs')
})

test.each([
  [
    'no amount',
    [{ amount: 0, bonus: 0, priceDollars: 1 }],
    { 0: 'price_A' },
    /0 has no whole amount/,
  ],
  [
    'half a Kr',
    [{ amount: 1.5, bonus: 0, priceDollars: 1 }],
    { 1.5: 'price_A' },
    /1.5 has no whole/,
  ],
  ['a negative bonus', [{ amount: 1, bonus: -1, priceDollars: 1 }], { 1: 'price_A' }, /bonus/],
  ['no price', [{ amount: 1, bonus: 0, priceDollars: 0 }], { 1: 'price_A' }, /no price above 0/],
  ['half a cent', [{ amount: 1, bonus: 0, priceDollars: 0.999 }], { 1: 'price_A' }, /price/],
  ['no price id', [{ amount: 1, bonus: 0, priceDollars: 1 }], {}, /the pack of 1 has no price id/],
  ['a product id', [{ amount: 1, bonus: 0, priceDollars: 1 }], { 1: 'prod_A' }, /no price id/],
  ['a pack twice', [...terms, ...terms], priceIds, /two packs have 100 Kr/],
  ['a spare price id', terms, { ...priceIds, 7: 'price_C' }, /for 7 Kr, which no pack has/],
])('a pack with %s is named', (_name, packs, ids, fault) => {
  expect(validatePacks(packs, ids).join('\n')).toMatch(fault)
})
