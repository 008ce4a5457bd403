import { expect, test } from 'vitest'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { createCatalogue, type OfferTerms, type PriceList } from './catalogue.ts'

const { offers, findOffer, offersOf } = createCatalogue(products, priceList)

test('every offer has a key of its own', () => {
  expect(new Set(offers.map(({ key }) => key)).size).toBe(offers.length)
})

test('every offer is found by its type, name and duration', () => {
  for (const offer of offers) {
    const { type, name, durationMonths } = offer
    const choice =
      durationMonths === null ? { type, name } : { type, name, duration: durationMonths }
    expect(findOffer(choice)).toBe(offer)
  }
})

test('a product has its offers in the order of the price list', () => {
  expect(offersOf('clan-color-tag').map(({ durationMonths }) => durationMonths)).toEqual([
    1, 3, 5, 7, 9, 12,
  ])
  expect(offersOf('reskin-sniper').map(({ name }) => name)).toEqual([
    'Sniper Reskin Basic',
    'Sniper Reskin Advanced',
  ])
})

test('a hidden product is not sold, and may keep its prices or lose them', () => {
  const hidden = products.map((product) =>
    product.slug === 'reset-stats' ? { ...product, hidden: true } : product,
  )
  const { 'reset-stats': _unpriced, ...others } = priceList
  for (const list of [priceList, others]) {
    const shop = createCatalogue(hidden, list)
    expect(shop.offersOf('reset-stats')).toEqual([])
    expect(shop.findOffer({ type: 'Extras', name: 'Reset your stats' })).toBeUndefined()
    expect(shop.offers).toHaveLength(offers.length - 1)
  }
})

test.each([
  ['another name', { type: 'Priority Queue', name: 'VIP', duration: 1 }],
  ['another type', { type: 'Extras', name: 'Priority Queue', duration: 1 }],
  ['a duration that is not sold', { type: 'Priority Queue', name: 'Priority Queue', duration: 2 }],
  ['no duration', { type: 'Priority Queue', name: 'Priority Queue' }],
  ['a duration for a reskin', { type: 'Reskin', name: 'Top Reskin Basic', duration: 1 }],
  ['a reskin without its tier', { type: 'Reskin', name: 'Top Reskin' }],
])('%s finds no offer', (_name, choice) => {
  expect(findOffer(choice)).toBeUndefined()
})

test('cents are priced to the cent', () => {
  const priced = createCatalogue(products, withTerms({ priceEuros: 19.99 }))
  expect(priced.offersOf('priority-queue')[0]).toMatchObject({ priceCents: 1999 })
})

test.each([
  ['a price of zero', { priceEuros: 0 }, 'priority-queue/1 has no price above 0'],
  ['a negative price', { priceEuros: -5 }, 'priority-queue/1 has no price above 0'],
  ['half a cent', { priceEuros: 1.005 }, 'priority-queue/1 has no price above 0'],
  ['no number', { priceEuros: Number.NaN }, 'priority-queue/1 has no price above 0'],
  ['an invalid button id', { hostedButtonId: 'a b' }, 'priority-queue/1: its PayPal button id'],
  [
    'a button for two offers',
    { hostedButtonId: 'SAMPLEPQ03' },
    'the button SAMPLEPQ03 is used for',
  ],
])('%s is refused by name', (_name, terms, message) => {
  expect(() => createCatalogue(products, withTerms(terms))).toThrow(message)
})

test('a missing and an unknown key are reported together', () => {
  const { 'reset-stats': _missing, ...others } = priceList
  const list = { ...others, 'reset-stat': { priceEuros: 10, hostedButtonId: null } }
  expect(() => createCatalogue(products, list)).toThrow(
    'reset-stats is missing; reset-stat: unknown product',
  )
})

function withTerms(terms: Partial<OfferTerms>): PriceList {
  const first = { ...priceList['priority-queue/1'], ...terms }
  return { ...priceList, 'priority-queue/1': first }
}
