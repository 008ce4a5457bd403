import { expect, test } from 'vitest'
import { noticeForCapture, noticeForOpening, noticeForStart } from './payment-notice.ts'

test('an order that cannot be opened is told as the notification that failed', () => {
  expect(noticeForOpening('internal_error')).toBe('not_sent')
  expect(noticeForOpening('network_error')).toBe('not_sent')
})

test('a changed price and too many tries are told as what they are, before and after opening', () => {
  expect(noticeForOpening('price_changed')).toBe('price_changed')
  expect(noticeForStart('price_changed')).toBe('price_changed')
  expect(noticeForOpening('rate_limited')).toBe('rate_limited')
})

test('an order that can no longer be paid asks for a new one', () => {
  expect(noticeForStart('order_not_payable')).toBe('reopened')
})

test.each(['network_error', 'timeout', 'internal_error', 'payment_provider_unavailable'] as const)(
  'after the approval, %s never claims that nothing was taken',
  (code) => {
    expect(noticeForCapture(code)).toBe('unconfirmed')
  },
)

test('a decline after the approval is told as a decline', () => {
  expect(noticeForCapture('payment_declined')).toBe('declined')
})
