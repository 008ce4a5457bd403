import { expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Payment } from '#server/providers/payments/payment-provider.ts'
import { readOrderPayment, readRefunded, refundedCapture } from './read-payment.ts'

const payment: Payment = {
  reference: 'C-1',
  orderId: null,
  providerOrderId: null,
  status: 'completed',
  amountCents: cents(1000),
  refundedCents: cents(0),
  currency: 'EUR',
  payee: null,
  madeAt: new Date('2026-11-21T12:00:00Z'),
}
const links = [
  { rel: 'self', href: 'https://api.paypal.example/v2/payments/refunds/R-1' },
  { rel: 'up', href: 'https://api.paypal.example/v2/payments/captures/C-1' },
]
const refunded = (value: number, currency = 'EUR') => ({
  status: 'COMPLETED',
  seller_payable_breakdown: { total_refunded_amount: { amountCents: cents(value), currency } },
  links,
})

it.each([
  ['no part', {}],
  ['an empty list of parts', { purchase_units: [] }],
  ['a part without payments', { purchase_units: [{}] }],
])('finds no payment in an order with %s', (_, units) => {
  expect(readOrderPayment({ id: 'O-1', status: 'APPROVED', ...units })).toBeNull()
})

it.each([
  ['a part', refunded(300), 300],
  ['another currency', refunded(300, 'USD'), 0],
  ['another payment', { ...refunded(300), links: [] }, 0],
  ['no sum', { status: 'COMPLETED', links }, 0],
])('reads what went back from a refund of %s', (_, refund, refundedCents) => {
  expect(readRefunded(payment, refund)).toEqual({ ...payment, refundedCents })
})

it('knows the payment of a refund by its link alone', () => {
  expect(refundedCapture(links)).toBe('C-1')
  expect(refundedCapture(links.slice(0, 1))).toBeNull()
  expect(refundedCapture(undefined)).toBeNull()
})
