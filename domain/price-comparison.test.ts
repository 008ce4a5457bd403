import { expect, test } from 'vitest'
import { durationsMonths } from './products.ts'
import { cents } from './money.ts'
import { pricePerMonthCents, savingCents } from './price-comparison.ts'

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
