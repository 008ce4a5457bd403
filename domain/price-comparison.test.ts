import { expect, test } from 'vitest'
import { durationsMonths, reskinTiers } from './products.ts'
import { cents } from './money.ts'
import { findPricesOutOfOrder, pricePerMonthCents, savingCents } from './price-comparison.ts'

const prices = [1000, 2500, 4000, 5500, 7000, 9000].map((amount, index) => ({
  durationMonths: durationsMonths[index] ?? 1,
  priceCents: cents(amount),
}))

test('the price of a month is rounded to the cent', () => {
  expect(prices.map(pricePerMonthCents)).toEqual([1000, 833, 800, 786, 778, 750])
})

test('a longer duration is cheaper than single months', () => {
  expect(prices.map((price) => savingCents(price, cents(1000)))).toEqual([
    0, 500, 1000, 1500, 2000, 3000,
  ])
})

test('a duration that is dearer than single months saves nothing', () => {
  expect(savingCents({ durationMonths: 3, priceCents: cents(9900) }, cents(1000))).toBe(0)
})

function outOfOrder(list: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  const offers = Object.entries(list).map(([key, priceCents]) => ({
    key,
    durationMonths: durationsMonths.find((months) => String(months) === key) ?? null,
    tier: reskinTiers.find((tier) => tier === key) ?? null,
    priceCents: cents(priceCents),
  }))
  const found = [...findPricesOutOfOrder(offers)]
  return Object.fromEntries(found.map(([key, other]) => [key, other.key]))
}

test('a longer duration whose month costs more than that of a shorter one is out of order', () => {
  expect(outOfOrder({ 1: 1000, 3: 3000, 12: 9000 })).toEqual({})
  expect(outOfOrder({ 1: 1000, 3: 3001, 12: 12_001 })).toEqual({ 3: '1', 12: '1' })
  // By a third of a cent.
  expect(outOfOrder({ 3: 2500, 9: 7501 })).toEqual({ 9: '3' })
})

test('Advanced that is cheaper than Basic is out of order', () => {
  expect(outOfOrder({ Basic: 1500, Advanced: 1500 })).toEqual({})
  expect(outOfOrder({ Basic: 1500, Advanced: 1499 })).toEqual({ Advanced: 'Basic' })
})
