import { expect, it } from 'vitest'
import { refundAddress } from './refunds.ts'

it.each([
  ['paypal', 'live', 'https://www.paypal.com/activity/payment/1'],
  ['paypal', 'test', 'https://www.sandbox.paypal.com/activity/payment/1'],
  ['stripe', 'live', 'https://dashboard.stripe.com/payments/1'],
  ['stripe', 'test', 'https://dashboard.stripe.com/test/payments/1'],
] as const)('a payment of %s in %s mode is refunded at %s', (provider, mode, address) => {
  expect(refundAddress(provider, mode, '1')).toBe(address)
})
