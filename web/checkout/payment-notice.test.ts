import { expect, test } from 'vitest'
import { noticeForOpening, noticeForStart } from './payment-notice.ts'

test('an order that cannot be opened is told as the notification that failed', () => {
  expect(noticeForOpening('internal_error')).toBe('not_sent')
  expect(noticeForOpening('network_error')).toBe('not_sent')
})

test('a changed price and too many tries are told as what they are', () => {
  expect(noticeForOpening('price_changed')).toBe('price_changed')
  expect(noticeForOpening('rate_limited')).toBe('rate_limited')
  expect(noticeForOpening('too_many_open_checkouts')).toBe('too_many_open')
  expect(noticeForStart('rate_limited')).toBe('rate_limited')
})

test('whether PayPal or our own server is away is told apart', () => {
  expect(noticeForStart('payment_provider_unavailable')).toBe('provider_unavailable')
  expect(noticeForStart('network_error')).toBe('server_unreachable')
  expect(noticeForStart('timeout')).toBe('server_unreachable')
})
