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

test('a completed payment pays an order', () => {
  expect(nextOrderStatus('pending', 'payment_completed')).toBe('paid')
})

test('a held payment keeps the order waiting, then pays it', () => {
  const held = nextOrderStatus('pending', 'payment_held')
  expect(held).toBe('processing')
  expect(nextOrderStatus(held, 'payment_completed')).toBe('paid')
})

test('a payment after the time ran out still pays the order', () => {
  expect(nextOrderStatus('expired', 'payment_completed')).toBe('paid')
})

test('an order whose payment is held does not expire', () => {
  expect(nextOrderStatus('processing', 'time_ran_out')).toBe('processing')
  expect(orderCan.expire('processing')).toBe(false)
})

test('a refund that arrives before its payment wins', () => {
  const refunded = nextOrderStatus('pending', 'payment_refunded')
  expect(nextOrderStatus(refunded, 'payment_completed')).toBe('refunded')
})

test('a payment for a replaced order still pays it, because the money is real', () => {
  const replaced = nextOrderStatus('pending', 'replaced')
  expect(replaced).toBe('superseded')
  expect(nextOrderStatus(replaced, 'payment_completed')).toBe('paid')
})

test('an expired order can be opened again, a replaced one cannot', () => {
  expect(orderCan.openAgain('expired')).toBe(true)
  expect(nextOrderStatus('expired', 'opened_again')).toBe('pending')
  expect(orderCan.openAgain('superseded')).toBe(false)
})

test('a paid order is disputed until the dispute is won', () => {
  const disputed = nextOrderStatus('paid', 'payment_disputed')
  expect(disputed).toBe('disputed')
  expect(nextOrderStatus(disputed, 'payment_completed')).toBe('disputed')
  expect(nextOrderStatus(disputed, 'dispute_won')).toBe('paid')
})

test('a refund ends a dispute, and nothing ends a refund', () => {
  expect(nextOrderStatus('disputed', 'payment_refunded')).toBe('refunded')
  for (const event of events) expect(nextOrderStatus('refunded', event)).toBe('refunded')
})

test.each(['pending', 'processing', 'expired', 'superseded'] as const)(
  'a dispute does not change a %s order',
  (status) => {
    expect(nextOrderStatus(status, 'payment_disputed')).toBe(status)
    expect(nextOrderStatus(status, 'dispute_won')).toBe(status)
  },
)

test.each(['processing', 'paid', 'disputed', 'refunded'] as const)(
  'a %s order is not replaced: its money has arrived or is on the way',
  (status) => {
    expect(orderCan.beReplaced(status)).toBe(false)
    expect(nextOrderStatus(status, 'replaced')).toBe(status)
  },
)

test('only a pending order can start a payment', () => {
  expect(orderStatuses.filter(orderCan.startPayment)).toEqual(['pending'])
})

test.each(['paid', 'disputed', 'refunded'] as const)(
  'a %s order is not delivered a second time',
  (status) => {
    expect(orderCan.deliver(status)).toBe(false)
  },
)

test('repeating an event changes nothing', () => {
  for (const status of orderStatuses) {
    for (const event of events) {
      const once = nextOrderStatus(status, event)
      expect(nextOrderStatus(once, event)).toBe(once)
    }
  }
})

const anyHistory = fc.array(fc.constantFrom(...events))

test('a payment and a refund end as refunded, in any order of events', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const status = ['payment_refunded' as const, ...history].reduce(nextOrderStatus, 'pending')
      expect(status).toBe('refunded')
    }),
  )
})

test('after a completed payment an order is paid or disputed until it is refunded', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const status = ['payment_completed' as const, ...history].reduce(nextOrderStatus, 'pending')
      const last = history.findLast(
        (event) => event === 'payment_disputed' || event === 'dispute_won',
      )
      const standing = last === 'payment_disputed' ? 'disputed' : 'paid'
      expect(status).toBe(history.includes('payment_refunded') ? 'refunded' : standing)
    }),
  )
})
