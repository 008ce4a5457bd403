import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { CheckoutPayment } from '#server/providers/payments/card-checkout.ts'
import { findMismatch } from './find-mismatch.ts'

const order = {
  id: 'order',
  provider_mode: 'live',
  session_id: 'cs_1',
  price_id: 'price_1',
  price_cents: 999,
  currency: 'USD',
} as const
const line = { priceId: 'price_1', quantity: 1 }
const payment: CheckoutPayment = {
  sessionId: 'cs_1',
  orderId: 'order',
  mode: 'live',
  status: 'paid',
  lines: [line],
  subtotalCents: cents(999),
  totalCents: cents(999),
  currency: 'USD',
  paymentIntent: 'pi_1',
  moneyBack: { charged: 999, refunded: 0, disputed: 0, isDisputeOpen: false },
}

test.each<[string | null, Partial<CheckoutPayment>]>([
  [null, {}],
  // With taxes.
  [null, { totalCents: cents(1199) }],
  ['mode', { mode: 'test' }],
  ['order', { orderId: 'another' }],
  ['order', { orderId: null }],
  ['order', { sessionId: 'cs_2' }],
  ['item', { lines: [] }],
  ['item', { lines: [{ priceId: 'price_2', quantity: 1 }] }],
  ['item', { lines: [{ priceId: null, quantity: 1 }] }],
  ['item', { lines: [{ priceId: 'price_1', quantity: 2 }] }],
  ['item', { lines: [line, { priceId: 'price_2', quantity: 1 }] }],
  ['currency', { currency: 'EUR' }],
  ['amount', { subtotalCents: cents(998) }],
  ['amount', { subtotalCents: cents(1000) }],
  // After a discount.
  ['amount', { totalCents: cents(998) }],
])('finds %s amiss with a payment that has %j', (reason, changes) => {
  expect(findMismatch(order, { ...payment, ...changes })).toBe(reason)
})

test('a session that was never stored is its order’s own', () => {
  expect(findMismatch({ ...order, session_id: null }, payment)).toBeNull()
})
