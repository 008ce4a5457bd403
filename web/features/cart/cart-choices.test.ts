import { expect, test } from 'vitest'
import { catalogue } from '#web/features/products/catalogue.ts'
import { newCartItem, type CartItem } from '#domain/cart.ts'
import { createCatalogue } from '#domain/catalogue.ts'
import { site } from '#web/app/site.ts'
import {
  choicesFor,
  findPriceChanges,
  isSameChoice,
  isSold,
  soldTotalCents,
  withOffer,
} from './cart-choices.ts'

const id = '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11'
const tank: CartItem = { id, name: 'Tank', type: 'Extras', price: 5 }

function entry(choice: { type: string; name: string; duration?: number }): CartItem {
  const offer = catalogue().findOffer(choice)
  if (!offer) throw new Error(`${choice.name} is not sold`)
  return { id, ...newCartItem(offer, { r: 1, g: 2, b: 3 }) }
}

const clanTag = entry({ type: 'Clan Color Tag', name: 'Clan Color Tag', duration: 1 })
const topBasic = entry({ type: 'Reskin', name: 'Top Reskin Basic' })
const resetStats = entry({ type: 'Extras', name: 'Reset your stats' })

test('timed items are offered in six durations, reskins in two tiers, extras as they are', () => {
  expect(choicesFor(clanTag).map((offer) => offer.durationMonths)).toEqual([1, 3, 5, 7, 9, 12])
  expect(choicesFor(topBasic).map(({ name }) => name)).toEqual([
    'Top Reskin Basic',
    'Top Reskin Advanced',
  ])
  expect(choicesFor(resetStats)).toEqual([])
  expect(choicesFor(tank)).toEqual([])
})

test('changing an entry to another offer gives the same entry as adding that offer', () => {
  for (const offer of catalogue().offers) {
    const expected = { id, ...newCartItem(offer, { r: 1, g: 2, b: 3 }) }
    for (const before of catalogue().offersOf(offer.product.slug)) {
      const item: CartItem = { id, ...newCartItem(before, { r: 1, g: 2, b: 3 }) }
      expect(withOffer(item, offer)).toEqual(expected)
    }
  }
})

test('a clan tag keeps the color that its buyer chose', () => {
  const [, threeMonths] = choicesFor(clanTag)
  if (!threeMonths) throw new Error('there is one duration only')
  const known: CartItem = { ...clanTag, steamId: '76561198006409531', discordUsername: 'nadia' }
  expect(withOffer(known, threeMonths)).toMatchObject({
    duration: 3,
    price: 40,
    steamId: '76561198006409531',
    discordUsername: 'nadia',
  })
})

test('the total leaves out items that are not sold', () => {
  expect(isSold(tank)).toBe(false)
  expect(soldTotalCents([topBasic, tank, resetStats])).toBe(2500)
})

test('another duration, tier, price or colour is another choice; another id is not', () => {
  expect(isSameChoice(clanTag, { ...clanTag, id: 'another' })).toBe(true)
  expect(isSameChoice(clanTag, { ...clanTag, duration: 3 })).toBe(false)
  expect(isSameChoice(clanTag, { ...clanTag, price: 14 })).toBe(false)
  expect(isSameChoice(clanTag, { ...clanTag, color: { r: 1, g: 2, b: 4 } })).toBe(false)
  expect(isSameChoice(topBasic, { ...topBasic, name: 'Top Reskin Advanced' })).toBe(false)
})

test('an entry that costs something else today is found, with both prices', () => {
  const changed = { ...clanTag, price: 14.5 }
  const found = findPriceChanges([changed, topBasic, { ...tank, price: 1 }])
  expect(found).toEqual([{ item: changed, beforeCents: 1450, priceCents: 1500 }])
})

test('an entry that another tab has corrected is found by what it cost on this page', () => {
  const { products, prices } = site()
  const cheaper = { ...prices, 'clan-color-tag/1': { priceEuros: 12, hostedButtonId: null } }
  const before = createCatalogue(products, cheaper)
  expect(findPriceChanges([clanTag, topBasic], before)).toEqual([
    { item: clanTag, beforeCents: 1200, priceCents: 1500 },
  ])
})

test('another answer for the staff is another choice, spaces around it are not', () => {
  const answered = { ...topBasic, details: 'a wolf' }
  expect(isSameChoice(answered, { ...topBasic, details: ' a wolf ' })).toBe(true)
  expect(isSameChoice(answered, topBasic)).toBe(false)
})
