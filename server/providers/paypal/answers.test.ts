import { expect, it, test } from 'vitest'
import { cents } from '#domain/money.ts'
import {
  orderAnswer,
  readOrderPayments,
  readRefunded,
  refundedCapture,
  type Payment,
} from './answers.ts'
import { disputeAnswer, readDispute } from './dispute-answer.ts'

const payment: Payment = {
  reference: 'C-1',
  orderId: null,
  providerOrderId: null,
  status: 'completed',
  heldReason: null,
  amountCents: cents(1000),
  refundedCents: cents(0),
  currency: 'EUR',
  payee: null,
  madeAt: new Date('2026-11-21T12:00:00Z'),
  changedAt: new Date('2026-11-21T12:00:00Z'),
  payerCountry: null,
  movements: [],
}
const links = [
  { rel: 'self', href: 'https://api.paypal.example/v2/payments/refunds/R-1' },
  { rel: 'up', href: 'https://api.paypal.example/v2/payments/captures/C-1' },
]
const refundOf = (value: number, currency = 'EUR') => ({
  status: 'COMPLETED',
  create_time: null,
  seller_payable_breakdown: {
    total_refunded_amount: { amountCents: cents(value), currency },
    paypal_fee: null,
    net_amount: null,
    net_amount_in_receivable_currency: null,
  },
  links,
})

it.each([
  ['no part', {}],
  ['an empty list of parts', { purchase_units: [] }],
  ['a part without payments', { purchase_units: [{}] }],
])('finds no payment in an order with %s', (_, units) => {
  expect(readOrderPayments({ id: 'O-1', status: 'APPROVED', payer: null, ...units })).toEqual([])
})

it('reads the payment of each captured unit, by its own id', () => {
  const unit = (id: string, ...statuses: string[]) => ({
    custom_id: `order ${id}`,
    payments: {
      captures: statuses.map((status) => ({
        id: `${id}-${status}`,
        status,
        amount: { currency_code: 'EUR', value: '10.00' },
      })),
    },
  })
  const order = orderAnswer.parse({
    id: 'O-1',
    status: 'COMPLETED',
    purchase_units: [unit('A', 'COMPLETED'), unit('B'), unit('C', 'DECLINED', 'PENDING')],
  })
  expect(readOrderPayments(order)).toMatchObject([
    { reference: 'A-COMPLETED', orderId: 'order A', providerOrderId: 'O-1', status: 'completed' },
    { reference: 'C-PENDING', orderId: 'order C', providerOrderId: 'O-1', status: 'held' },
  ])
})

it.each([{}, { purchase_units: [{ payments: { captures: [] } }] }])(
  'refuses a completed order without a capture, which would look unpaid: %o',
  (units) => {
    const order = { id: 'O-1', ...units }
    expect(orderAnswer.safeParse({ ...order, status: 'APPROVED' }).success).toBe(true)
    expect(orderAnswer.safeParse({ ...order, status: 'COMPLETED' }).success).toBe(false)
  },
)

it('reads what a payment and its refund meant for our balance, in its own currency', () => {
  const money = (value: string, currency_code: string) => ({ currency_code, value })
  const order = orderAnswer.parse({
    id: 'O-1',
    status: 'COMPLETED',
    payer: { address: { country_code: 'CH' } },
    purchase_units: [
      {
        payments: {
          captures: [
            {
              id: 'C-1',
              status: 'PARTIALLY_REFUNDED',
              amount: money('10.00', 'CHF'),
              create_time: '2026-11-21T12:00:00Z',
              seller_receivable_breakdown: {
                paypal_fee: money('0.64', 'CHF'),
                net_amount: money('9.36', 'CHF'),
                receivable_amount: money('9.98', 'EUR'),
              },
            },
          ],
          refunds: [
            {
              id: 'R-1',
              status: 'COMPLETED',
              amount: money('3.00', 'CHF'),
              create_time: '2026-12-01T12:00:00Z',
              seller_payable_breakdown: {
                paypal_fee: money('0.00', 'CHF'),
                net_amount: money('3.00', 'CHF'),
                net_amount_in_receivable_currency: money('3.21', 'EUR'),
              },
            },
            { id: 'R-2', status: 'PENDING', amount: money('1.00', 'CHF') },
          ],
        },
      },
    ],
  })
  const [paid] = readOrderPayments(order)
  expect(paid?.payerCountry).toBe('CH')
  expect(paid?.movements).toEqual([
    {
      reference: 'C-1',
      kind: 'sale',
      movedAt: new Date('2026-11-21T12:00:00Z'),
      grossCents: 1000,
      currency: 'CHF',
      settled: { feeCents: 64, feeCurrency: 'CHF', netCents: 998, currency: 'EUR' },
    },
    {
      reference: 'R-1',
      kind: 'refund',
      movedAt: new Date('2026-12-01T12:00:00Z'),
      grossCents: -300,
      currency: 'CHF',
      settled: { feeCents: 0, feeCurrency: 'CHF', netCents: -321, currency: 'EUR' },
    },
  ])
})

it.each([
  ['a part', refundOf(300), 300],
  ['another currency', refundOf(300, 'USD'), 0],
  ['another payment', { ...refundOf(300), links: [] }, 0],
  ['no sum', { ...refundOf(300), seller_payable_breakdown: undefined }, 0],
])('reads the refunded amount from a refund of %s', (_, refund, refundedCents) => {
  expect(readRefunded(payment, refund)).toEqual({ ...payment, refundedCents })
})

it('finds the payment of a refund by its link', () => {
  expect(refundedCapture(links)).toBe('C-1')
  expect(refundedCapture(links.slice(0, 1))).toBeNull()
  expect(refundedCapture(undefined)).toBeNull()
})

const euros = (value: string) => ({ currency_code: 'EUR', value })
const seller = (type: 'DEBIT' | 'CREDIT', value: string, reason = 'DISPUTE_SETTLEMENT') => ({
  affected_party: 'SELLER',
  type,
  reason,
  amount: euros(value),
})

/** Reads PayPal's published sample of an answer, with changes. */
function read(changes: Readonly<Record<string, unknown>>) {
  return readDispute(
    disputeAnswer.parse({
      dispute_id: 'PP-R-GSS-10059837',
      create_time: '2023-03-27T09:06:12.409Z',
      update_time: '2023-03-29T17:45:30.974Z',
      disputed_transactions: [{ seller_transaction_id: '47987518DF175504N' }],
      reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
      status: 'RESOLVED',
      dispute_amount: euros('10.00'),
      ...changes,
    }),
  )
}

const outcome = (code: string, refunded?: string) => ({
  dispute_outcome: {
    outcome_code: code,
    ...(refunded !== undefined && { amount_refunded: euros(refunded) }),
  },
})

test('reads the amount, payment, reason and time of a dispute', () => {
  const due = { seller_response_due_date: '2023-04-06T09:06:12.409Z' }
  expect(read({ status: 'UNDER_REVIEW', ...due })).toEqual({
    reference: 'PP-R-GSS-10059837',
    paymentReference: '47987518DF175504N',
    status: 'open',
    amountCents: 1000,
    currency: 'EUR',
    openedAt: new Date('2023-03-27T09:06:12.409Z'),
    changedAt: new Date('2023-03-29T17:45:30.974Z'),
    reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
    // PayPal decides.
    awaitsAnswer: false,
    answerBy: null,
    feeCents: 0,
  })
  expect(read({ status: 'WAITING_FOR_SELLER_RESPONSE', ...due })).toMatchObject({
    awaitsAnswer: true,
    answerBy: new Date('2023-04-06T09:06:12.409Z'),
  })
})

test('a dispute without a readable reason or time to answer is read all the same', () => {
  const status = 'WAITING_FOR_SELLER_RESPONSE'
  const unknown = { reason: null, answerBy: null }
  for (const due of [null, 'soon', undefined]) {
    const changes = { status, reason: null, seller_response_due_date: due, update_time: null }
    expect(read(changes)).toMatchObject({
      ...unknown,
      changedAt: new Date('2023-03-27T09:06:12.409Z'),
    })
  }
  expect(read({ status, reason: 7, update_time: 'now' })).toMatchObject(unknown)
})

test.each(['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW', 'OTHER', 'SOMETHING_NEW'])(
  'a dispute in state %s is not decided',
  (status) => {
    expect(read({ status, ...outcome('RESOLVED_BUYER_FAVOUR', '10.00') })?.status).toBe('open')
  },
)

test.each([
  ['the seller’s favour', outcome('RESOLVED_SELLER_FAVOUR'), 'won', 1000],
  ['a buyer who gave it up', outcome('CANCELED_BY_BUYER'), 'won', 1000],
  ['PayPal’s denial', outcome('DENIED'), 'won', 1000],
  ['no decision', outcome('NONE'), 'won', 1000],
  ['the buyer’s favour', outcome('RESOLVED_BUYER_FAVOUR'), 'lost', 1000],
  ['a part for the buyer', outcome('RESOLVED_BUYER_FAVOUR', '4.50'), 'lost', 450],
  ['an accepted claim', outcome('ACCEPTED', '10.00'), 'lost', 1000],
  ['PayPal’s own payout', outcome('RESOLVED_WITH_PAYOUT', '10.00'), 'won', 1000],
  ['something new', outcome('RESOLVED_BY_MAGIC', '10.00'), 'won', 1000],
  ['nothing said', {}, 'won', 1000],
])('resolved with %s', (_name, changes, status, amountCents) => {
  expect(read(changes)).toMatchObject({ status, amountCents })
})

test('movements on our account outweigh the decision', () => {
  const payout = outcome('RESOLVED_WITH_PAYOUT', '10.00')
  expect(read({ ...payout, money_movements: [seller('DEBIT', '3.00')] })).toMatchObject({
    status: 'lost',
    amountCents: 300,
  })
  const returned = [seller('DEBIT', '10.00'), seller('CREDIT', '10.00')]
  expect(
    read({ ...outcome('RESOLVED_BUYER_FAVOUR', '10.00'), money_movements: returned })?.status,
  ).toBe('won')
})

test('fees, other accounts and a hold before a won decision are not refunds', () => {
  const movements = [
    seller('DEBIT', '4.00'),
    seller('DEBIT', '16.00', 'DISPUTE_FEE'),
    { ...seller('CREDIT', '4.00'), affected_party: 'BUYER' },
  ]
  const lost = outcome('RESOLVED_BUYER_FAVOUR', '4.00')
  expect(read({ ...lost, money_movements: movements })).toMatchObject({ amountCents: 400 })
  const won = outcome('RESOLVED_SELLER_FAVOUR')
  expect(read({ ...won, money_movements: movements })?.status).toBe('won')
})

test('a dispute without a payment to us is ignored', () => {
  expect(read({ disputed_transactions: [{}] })).toBeNull()
  expect(read({ disputed_transactions: undefined })).toBeNull()
})

test('an answer that cannot be understood is refused, not guessed', () => {
  expect(() => read({ dispute_amount: euros('ten') })).toThrow()
  expect(() => read({ create_time: 'yesterday' })).toThrow()
})
