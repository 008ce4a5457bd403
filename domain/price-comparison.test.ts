import { expect, test } from 'vitest'
import { durationsMonths, priorityQueue } from './catalogue.ts'
import { cents } from './money.ts'
import { pricePerMonthCents, savingCents } from './price-comparison.ts'

test('the price of a month is rounded to the cent', () => {
  expect(pricePerMonthCents(priorityQueue, 3)).toBe(833)
  expect(pricePerMonthCents(priorityQueue, 12)).toBe(750)
})

test('a longer duration saves against single months', () => {
  expect(durationsMonths.map((months) => savingCents(priorityQueue, months))).toEqual([
    0, 500, 1000, 1500, 2000, 3000,
  ])
})

test('a duration dearer than its single months is not called a saving', () => {
  const dearer = { ...priorityQueue, priceCents: { ...priorityQueue.priceCents, 3: cents(9900) } }
  expect(savingCents(dearer, 3)).toBe(0)
})
