import { expect, test } from 'vitest'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { createCatalogue, findPriceFaults, type OfferTerms, type PriceList } from './catalogue.ts'

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

test('a hidden offer is not sold, and its product keeps the others', () => {
  const shop = createCatalogue(products, withTerms({ hidden: true }))
  expect(shop.offersOf('priority-queue').map(({ key }) => key)).not.toContain('priority-queue/1')
  expect(shop.offers).toHaveLength(offers.length - 1)
  expect(findPriceFaults(products, withTerms({ hidden: true }))).toEqual([])
})

test('a missing and an unknown key are named, and a product whose offers are all hidden', () => {
  const { 'reset-stats': terms, ...others } = priceList
  const list = { ...others, 'reset-stat': terms, 'reset-enemies-stats': { ...terms, hidden: true } }
  expect(findPriceFaults(products, list)).toEqual([
    { code: 'price_missing', key: 'reset-stats' },
    { code: 'nothing_sold', key: 'reset-enemies-stats' },
    { code: 'unknown_product', key: 'reset-stat' },
  ])
})

function withTerms(terms: Partial<OfferTerms>): PriceList {
  const first = { ...priceList['priority-queue/1'], ...terms }
  return { ...priceList, 'priority-queue/1': first }
}
