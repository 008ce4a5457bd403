import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextOrderStatus, orderCan, orderStatuses, type OrderEvent } from './orders.ts'

const events: readonly OrderEvent[] = [
  'opened_again',
  'replaced',
  'payment_held',
  'payment_completed',
  'payment_refunded',
  'payment_disputed',
  'dispute_won',
  'payment_denied',
  'time_ran_out',
]

test('a paid order is settled', () => {
  expect(nextOrderStatus('pending', 'payment_completed')).toBe('settled')
})

test('a payment under review waits, then settles', () => {
  const held = nextOrderStatus('pending', 'payment_held')
  expect(held).toBe('processing')
  expect(nextOrderStatus(held, 'payment_completed')).toBe('settled')
})

test('a payment that arrives after the time ran out still settles', () => {
  expect(nextOrderStatus('expired', 'payment_completed')).toBe('settled')
})

test('time does not run out for an order whose payment is under review', () => {
  expect(nextOrderStatus('processing', 'time_ran_out')).toBe('processing')
  expect(orderCan.expire('processing')).toBe(false)
})

test('a refund that is heard of before its payment wins', () => {
  const refunded = nextOrderStatus('pending', 'payment_refunded')
  expect(nextOrderStatus(refunded, 'payment_completed')).toBe('refunded')
})

test('a payment for an order that was replaced still settles, because the money is real', () => {
  const replaced = nextOrderStatus('pending', 'replaced')
  expect(replaced).toBe('superseded')
  expect(nextOrderStatus(replaced, 'payment_completed')).toBe('settled')
})

test('an order whose time ran out can be opened again, a replaced one cannot', () => {
  expect(orderCan.openAgain('expired')).toBe(true)
  expect(nextOrderStatus('expired', 'opened_again')).toBe('pending')
  expect(orderCan.openAgain('superseded')).toBe(false)
})

test('a dispute takes a paid order out of the sold ones until it is won', () => {
  const disputed = nextOrderStatus('settled', 'payment_disputed')
  expect(disputed).toBe('disputed')
  expect(nextOrderStatus(disputed, 'payment_completed')).toBe('disputed')
  expect(nextOrderStatus(disputed, 'dispute_won')).toBe('settled')
})

test('a refund ends a dispute, and nothing ends a refund', () => {
  expect(nextOrderStatus('disputed', 'payment_refunded')).toBe('refunded')
  for (const event of events) expect(nextOrderStatus('refunded', event)).toBe('refunded')
})

test.each(['pending', 'processing', 'expired', 'superseded'] as const)(
  'a %s order has nothing to dispute yet',
  (status) => {
    expect(nextOrderStatus(status, 'payment_disputed')).toBe(status)
    expect(nextOrderStatus(status, 'dispute_won')).toBe(status)
  },
)

test.each(['processing', 'settled', 'disputed', 'refunded'] as const)(
  'a %s order is not replaced: its money is on the way',
  (status) => {
    expect(orderCan.beReplaced(status)).toBe(false)
    expect(nextOrderStatus(status, 'replaced')).toBe(status)
  },
)

test('only a pending order asks its buyer for money', () => {
  expect(orderStatuses.filter(orderCan.startPayment)).toEqual(['pending'])
})

test.each(['settled', 'disputed', 'refunded'] as const)(
  'a %s order is not delivered again',
  (status) => {
    expect(orderCan.deliver(status)).toBe(false)
  },
)

test('hearing of the same event twice changes nothing more', () => {
  for (const status of orderStatuses) {
    for (const event of events) {
      const once = nextOrderStatus(status, event)
      expect(nextOrderStatus(once, event)).toBe(once)
    }
  }
})

const anyHistory = fc.array(fc.constantFrom(...events))

test('in whatever order events arrive, payment and refund end refunded', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const status = ['payment_refunded' as const, ...history].reduce(nextOrderStatus, 'pending')
      expect(status).toBe('refunded')
    }),
  )
})

test('a completed payment is never lost again but by a refund, at most put in doubt', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const status = ['payment_completed' as const, ...history].reduce(nextOrderStatus, 'pending')
      const last = history.findLast(
        (event) => event === 'payment_disputed' || event === 'dispute_won',
      )
      const standing = last === 'payment_disputed' ? 'disputed' : 'settled'
      expect(status).toBe(history.includes('payment_refunded') ? 'refunded' : standing)
    }),
  )
})
