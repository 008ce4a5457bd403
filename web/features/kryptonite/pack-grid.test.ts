import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { kryptoPacks } from '#site/packs.ts'
import { shownPacks } from './pack-grid.tsx'

test('before the server has answered, the page shows the site’s packs without an offer', () => {
  const packs = shownPacks(null)
  expect(packs.map(({ amount }) => amount)).toEqual(kryptoPacks.map(({ amount }) => amount))
  expect(packs[1]).toMatchObject({ bonus: 50, priceCents: 499, offer: null })
  expect(packs.filter(({ isBestValue }) => isBestValue).map(({ amount }) => amount)).toEqual([
    10_000,
  ])
})

test('the server’s packs replace the site’s', () => {
  const offer = { amount: 300, bonus: 0, priceCents: 250, priceId: 'price_a', image: '/a.svg' }
  const cheaper = { ...offer, amount: 200, priceCents: 100, priceId: 'price_b' }
  expect(shownPacks([offer, cheaper])).toEqual([
    { amount: 300, bonus: 0, priceCents: 250, image: '/a.svg', isBestValue: false, offer },
    { amount: 200, bonus: 0, priceCents: 100, image: '/a.svg', isBestValue: true, offer: cheaper },
  ])
})

test('every pack has its picture', () => {
  const missing = shownPacks(null)
    .map(({ image }) => path.join(import.meta.dirname, '../../public', image))
    .filter((file) => !existsSync(file))
  expect(missing).toEqual([])
})
