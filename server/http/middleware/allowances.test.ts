import { expect, test } from 'vitest'
import { createAllowances } from './allowances.ts'

const address = (name: string) => [{ name, factor: 1 }] as const

test('a network has its burst at once, then so many in a second', () => {
  let now = 0
  const spend = createAllowances({ burst: 10, perSecond: 2 }, () => now)
  const spendAll = (network: string) => {
    let spent = 0
    while (spend(address(network)) === 0) spent += 1
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
  expect(spend(address('a'))).toBe(0)
  expect(spend(address('a'))).toBe(10)
  now = 9001
  expect(spend(address('a'))).toBe(1)
  now = 10_000
  expect(spend(address('a'))).toBe(0)
})

test('what is remembered has an end', () => {
  const spend = createAllowances({ burst: 1, perSecond: 1 }, () => 0)
  for (let network = 0; network <= 20_000; network += 1) spend(address(String(network)))
  expect(spend(address('20000'))).toBe(1)
  expect(spend(address('0'))).toBe(0)
})

test('a wider network has more, and none of it goes to who has spent their own', () => {
  let now = 0
  const spend = createAllowances({ burst: 10, perSecond: 2 }, () => now)
  const spendAll = (room: string) => {
    let spent = 0
    while (spend([address(room)[0], { name: 'house', factor: 2 }]) === 0) spent += 1
    return spent
  }
  expect([spendAll('a'), spendAll('a'), spendAll('b'), spendAll('c')]).toEqual([10, 0, 10, 0])
  now = 1000
  expect([spendAll('c'), spendAll('d')]).toEqual([4, 0])
})
