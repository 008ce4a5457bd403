import { expect, it } from 'vitest'
import { nextPackCheck } from './next-check.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const created_at = new Date('2026-11-21T12:00:00Z')

it.each([
  ['pending', 0, 3.5 * minute],
  ['pending', 8 * minute, 8 * minute],
  ['pending', 128 * minute, 52 * minute],
  ['pending', 3 * hour, hour],
  ['processing', 0, minute],
  ['processing', hour, 15 * minute],
  ['processing', 2 * day, hour],
  ['processing', 61 * day, null],
  ['paid', 0, hour],
  ['paid', 10 * hour, 5 * hour],
  ['paid', 100 * day, 7 * day],
  ['paid', 181 * day, null],
  ['disputed', 200 * day, hour],
  ['failed', hour, null],
  ['expired', hour, null],
  ['refunded', 10 * hour, 5 * hour],
  ['refunded', 181 * day, null],
] as const)('an order that is %s is looked at again, at the age of %i, after %s ms', (...row) => {
  const [status, age, pause] = row
  const now = new Date(created_at.getTime() + age)
  const next = nextPackCheck({ status, mismatch: null, created_at }, now)
  expect(next && next.getTime() - now.getTime()).toBe(pause)
})

it('no order whose payment does not fit is looked at again', () => {
  const order = { status: 'pending', mismatch: 'amount', created_at } as const
  expect(nextPackCheck(order, created_at)).toBeNull()
})

it('a clock that goes back looks again all the same', () => {
  const before = new Date(created_at.getTime() - day)
  const next = nextPackCheck({ status: 'pending', mismatch: null, created_at }, before)
  expect(next?.getTime()).toBe(before.getTime() + 3.5 * minute)
})
