import { expect, test } from 'vitest'
import { createAllowances } from './allowances.ts'

test('a network has its burst at once, then so many in a second', () => {
  let now = 0
  const spend = createAllowances({ burst: 10, perSecond: 2 }, () => now)
  const spendAll = (network: string) => {
    let spent = 0
    while (spend(network) === 0) spent += 1
    return spent
  }
  expect(spendAll('a')).toBe(10)
  expect(spendAll('b')).toBe(10)
  now = 1000
  expect(spendAll('a')).toBe(2)
  now = 4000
  expect([spendAll('a'), spendAll('b')]).toEqual([6, 8])
  now = 100_000
  expect(spendAll('a')).toBe(10)
})

test('it is told when to come again, and that is true', () => {
  let now = 0
  const spend = createAllowances({ burst: 1, perSecond: 0.1 }, () => now)
  expect(spend('a')).toBe(0)
  expect(spend('a')).toBe(10)
  now = 9001
  expect(spend('a')).toBe(1)
  now = 10_000
  expect(spend('a')).toBe(0)
})

test('what is remembered has an end', () => {
  const spend = createAllowances({ burst: 1, perSecond: 1 }, () => 0)
  for (let network = 0; network <= 20_000; network += 1) spend(String(network))
  expect(spend('20000')).toBe(1)
  expect(spend('0')).toBe(0)
})
