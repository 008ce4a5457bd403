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

describe('the Kr that are taken back', () => {
  it.each([
    ['nothing for nothing', money(0), 0],
    ['all for all', money(999), 1100],
    ['a part for a part, fractions left to the player', money(333), 366],
    ['less than one Kr for a cent', money(1), 1],
    ['all for a dispute of all', money(0, 999), 1100],
    ['no more than all, however often the money went back', money(999, 999), 1100],
  ])('are %s', (_name, moneyBack, expected) => {
    expect(krTakenBack(credited, moneyBack)).toBe(expected)
  })

  it('are told by their cause, a refund first', () => {
    expect(krTakenBackByCause(credited, money(333, 999))).toEqual({ refund: 366, dispute: 734 })
    expect(krTakenBackByCause(credited, money(0, 333))).toEqual({ refund: 0, dispute: 366 })
    expect(krTakenBackByCause(credited, money(999, 999))).toEqual({ refund: 1100, dispute: 0 })
  })

  it('never shrink when more money goes back, and by their causes are as many', () => {
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
] as const)('an order is %s with %o, a dispute open: %s', (status, moneyBack, isDisputeOpen) => {
  expect(statusOfPaid(moneyBack, isDisputeOpen)).toBe(status)
})
