import { expect, test } from 'vitest'
import { donorRank } from './donors.ts'

const fromEuros = { S: 500, A: 250, B: 150, C: 75, D: 30, E: 1 }

test.each([
  [50_000, 'S'],
  [49_999, 'A'],
  [25_000, 'A'],
  [15_000, 'B'],
  [7500, 'C'],
  [3000, 'D'],
  [100, 'E'],
  [99, null],
  [0, null],
])('%i cents have the rank %s', (totalCents, rank) => {
  expect(donorRank(totalCents, fromEuros)).toBe(rank)
})
