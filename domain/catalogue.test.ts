import { expect, test } from 'vitest'
import { durationsMonths, findOffer, offers, priorityQueue } from './catalogue.ts'

test('the priority queue costs what the price list says', () => {
  expect(durationsMonths.map((months) => [months, priorityQueue.priceCents[months]])).toEqual([
    [1, 1000],
    [3, 2500],
    [5, 4000],
    [7, 5500],
    [9, 7000],
    [12, 9000],
  ])
})

test('every offer has a key of its own', () => {
  expect(new Set(offers.map((offer) => offer.key)).size).toBe(offers.length)
})

test('a cart item finds the offer of its duration', () => {
  const offer = findOffer({ type: 'Priority Queue', name: 'Priority Queue', duration: 12 })
  expect(offer).toMatchObject({ key: 'priority-queue/12', priceCents: 9000 })
})

test.each([
  ['another name', { type: 'Priority Queue', name: 'VIP', duration: 1 }],
  ['another type', { type: 'Extras', name: 'Priority Queue', duration: 1 }],
  ['a duration that is not sold', { type: 'Priority Queue', name: 'Priority Queue', duration: 2 }],
  ['no duration', { type: 'Priority Queue', name: 'Priority Queue' }],
])('%s finds no offer', (_name, choice) => {
  expect(findOffer(choice)).toBeUndefined()
})

test('every offer is found by what it says of itself', () => {
  for (const offer of offers) {
    const { type, name, durationMonths: duration } = offer
    expect(findOffer({ type, name, duration })).toBe(offer)
  }
})
