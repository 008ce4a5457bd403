import { expect, test } from 'vitest'
import type { TransactionPage } from '#contract/kryptonite.ts'
import { withNewest, withOlder, type Ledger } from './ledger.ts'

function page(ids: readonly number[], nextCursor: string | null = null): TransactionPage {
  return {
    balance: 0,
    nextCursor,
    transactions: ids.map((id) => ({
      id,
      type: 'admin_add',
      amount: 1,
      balanceAfter: id,
      description: '',
      createdAt: '2026-03-01T12:00:00.000Z',
    })),
  }
}

const idsOf = ({ lines }: Ledger): number[] => lines.map(({ id }) => id)

test('older lines follow those that are known', () => {
  const first = withNewest(null, page([9, 8, 7], '7'))
  const both = withOlder(first, page([6, 5], null))
  expect([idsOf(both), both.olderCursor]).toEqual([[9, 8, 7, 6, 5], null])
})

test('new lines come before those that are known, also those that a page no longer holds', () => {
  const known = withOlder(withNewest(null, page([9, 8, 7], '7')), page([6, 5], '5'))
  const next = withNewest(known, page([11, 10, 9], '9'))
  expect([idsOf(next), next.olderCursor]).toEqual([[11, 10, 9, 8, 7, 6, 5], '5'])
})

test('after more news than a page holds the older ones are asked for anew', () => {
  const known = withOlder(withNewest(null, page([9, 8, 7], '7')), page([6, 5], null))
  const next = withNewest(known, page([30, 29, 28], '28'))
  expect([idsOf(next), next.olderCursor]).toEqual([[30, 29, 28], '28'])
})

test('the same page again changes nothing', () => {
  const known = withNewest(null, page([9, 8, 7], '7'))
  expect(withNewest(known, page([9, 8, 7], '7'))).toEqual(known)
})

test('a balance without lines has none', () => {
  expect(withNewest(null, page([]))).toEqual({ lines: [], olderCursor: null })
})

test('no line stands there twice', () => {
  const known = withNewest(null, page([9, 8], '8'))
  const twice = withOlder(withOlder(known, page([7, 6], '6')), page([7, 6], '6'))
  expect(idsOf(twice)).toEqual([9, 8, 7, 6])
})
