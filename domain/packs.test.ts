import { expect, test } from 'vitest'
import { createPacks, packPicture, totalKr } from './packs.ts'

const pack = { amount: 100, bonus: 0, priceDollars: 0.99, priceId: 'price_a' }
const other = { amount: 500, bonus: 50, priceDollars: 4.99, priceId: 'price_b' }

test('packs keep the order of the site’s list, with prices in cents', () => {
  expect(createPacks([pack, other])).toEqual([
    { amount: 100, bonus: 0, priceCents: 99, listPriceCents: 99, sale: null, priceId: 'price_a' },
    {
      amount: 500,
      bonus: 50,
      priceCents: 499,
      listPriceCents: 499,
      sale: null,
      priceId: 'price_b',
    },
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
