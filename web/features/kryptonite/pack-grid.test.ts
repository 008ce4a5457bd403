import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { kryptoPacks } from '#site/packs.ts'
import { shownPacks } from './pack-grid.tsx'

test('the page shows all packs, and marks the one with the most Kr per dollar', () => {
  const packs = shownPacks()
  expect(packs.map(({ amount }) => amount)).toEqual(kryptoPacks.map(({ amount }) => amount))
  expect(packs[1]).toMatchObject({ bonus: 50, priceCents: 499 })
  expect(packs.filter(({ isBestValue }) => isBestValue).map(({ amount }) => amount)).toEqual([
    10_000,
  ])
})

test('every pack has its picture', () => {
  const missing = shownPacks()
    .map(({ image }) => path.join(import.meta.dirname, '../../public', image))
    .filter((file) => !existsSync(file))
  expect(missing).toEqual([])
})
