import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kr, krTakenBack, krTakenBackByCause, shareOfPrice, statusOfPaid } from './kryptonite.ts'
import { cents } from './money.ts'

const paidCents = cents(999)
const credited = kr(1100)
const money = (refunded: number, disputed = 0) => ({
  paidCents,
  refundedCents: cents(refunded),
  disputedCents: cents(disputed),
})

it.each([0.5, Number.NaN, 2 ** 53])('%d is no amount of Kr', (amount) => {
  expect(() => kr(amount)).toThrow(RangeError)
})

describe('the Kr taken back', () => {
  it.each([
    ['nothing for nothing', money(0), 0],
    ['all for all', money(999), 1100],
    ['a part for a part, rounded down', money(333), 366],
    ['one Kr for a cent, rounded down', money(1), 1],
    ['all for a dispute of everything', money(0, 999), 1100],
    ['no more than all, also after a refund and a dispute', money(999, 999), 1100],
  ])('are %s', (_name, totals, expected) => {
    expect(krTakenBack(credited, totals)).toBe(expected)
  })

  it('are attributed to the refund first, then to the dispute', () => {
    expect(krTakenBackByCause(credited, money(333, 999))).toEqual({ refund: 366, dispute: 734 })
    expect(krTakenBackByCause(credited, money(0, 333))).toEqual({ refund: 0, dispute: 366 })
    expect(krTakenBackByCause(credited, money(999, 999))).toEqual({ refund: 1100, dispute: 0 })
  })

  it('never decrease when more money is returned, and are the sum of their causes', () => {
    const part = fc.integer({ min: 0, max: 999 })
    fc.assert(
      fc.property(part, part, part, (refunded, disputed, more) => {
        const taken = krTakenBack(credited, money(refunded, disputed))
        const byCause = krTakenBackByCause(credited, money(refunded, disputed))
        expect(byCause.refund + byCause.dispute).toBe(taken)
        expect(Math.min(byCause.refund, byCause.dispute)).toBeGreaterThanOrEqual(0)
        const after = krTakenBack(credited, money(Math.min(999, refunded + more), disputed))
        expect(after).toBeGreaterThanOrEqual(taken)
        expect(after).toBeLessThanOrEqual(credited)
      }),
    )
  })
})

it.each([
  ['of what was charged', 333, 999, 333],
  ['with taxes on top', 1199, 1199, 999],
  ['of half of another currency', 5000, 10_000, 500],
  ['of more than was charged', 2000, 999, 999],
  ['of nothing that was charged', 0, 0, 0],
])('a share %s is one of the price', (_name, part, charged, expected) => {
  expect(shareOfPrice(part, charged, paidCents)).toBe(expected)
})

it.each([
  ['paid', money(0), false],
  ['paid', money(998), false],
  ['paid', money(0, 998), false],
  ['refunded', money(999), false],
  ['refunded', money(0, 999), false],
  ['refunded', money(500, 499), false],
  ['disputed', money(0, 999), true],
  ['disputed', money(999, 0), true],
] as const)('an order is %s with %o, a dispute open: %s', (status, totals, isDisputeOpen) => {
  expect(statusOfPaid(totals, isDisputeOpen)).toBe(status)
})
