import { expect, test } from 'vitest'
import { disputeAnswer, readDispute } from './read-dispute.ts'

const euros = (value: string) => ({ currency_code: 'EUR', value })
const seller = (type: 'DEBIT' | 'CREDIT', value: string, reason = 'DISPUTE_SETTLEMENT') => ({
  affected_party: 'SELLER',
  type,
  reason,
  amount: euros(value),
})

/** The values of an answer that PayPal publishes, with changes. */
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

test('reads what is disputed, of which payment, and when it changed', () => {
  expect(read({ status: 'UNDER_REVIEW' })).toEqual({
    reference: 'PP-R-GSS-10059837',
    paymentReference: '47987518DF175504N',
    status: 'open',
    amountCents: 1000,
    currency: 'EUR',
    openedAt: new Date('2023-03-27T09:06:12.409Z'),
    changedAt: new Date('2023-03-29T17:45:30.974Z'),
  })
})

test.each(['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW', 'OTHER', 'SOMETHING_NEW'])(
  'a dispute that is %s is not decided',
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

test('what moved on our account says more than the decision', () => {
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

test('fees, other accounts and a hold before a won decision are not money that went back', () => {
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

test('a dispute about no payment to us concerns nobody here', () => {
  expect(read({ disputed_transactions: [{}] })).toBeNull()
  expect(read({ disputed_transactions: undefined })).toBeNull()
})

test('an answer that cannot be understood is refused, not guessed', () => {
  expect(() => read({ dispute_amount: euros('ten') })).toThrow()
  expect(() => read({ create_time: 'yesterday' })).toThrow()
})
