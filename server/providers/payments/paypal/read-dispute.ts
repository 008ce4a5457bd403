import { z } from 'zod'
import { cents, type Cents } from '#domain/money.ts'
import type { Dispute } from '#server/providers/payments/payment-provider.ts'
import { money } from './shapes.ts'

// The parts that we read of `GET /v1/customer/disputes/{id}`; the rest is ignored.
// https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get
// An answer with real values: https://developer.paypal.com/docs/disputes/webhooks/

export const disputeAnswer = z.object({
  dispute_id: z.string(),
  create_time: z.coerce.date(),
  update_time: z.coerce.date().optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional() }))
    .optional(),
  status: z.string(),
  dispute_amount: money,
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: money.optional() })
    .optional(),
  money_movements: z
    .array(
      z.object({
        affected_party: z.string().optional(),
        type: z.string().optional(),
        reason: z.string().optional(),
        amount: money.optional(),
      }),
    )
    .optional(),
})
export type DisputeAnswer = z.output<typeof disputeAnswer>

const keptByUs = new Set(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED', 'NONE'])
const givenToBuyer = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** A dispute about a payment to us; null when it names none. PayPal disputes one transaction at a time. */
export function readDispute(answer: DisputeAnswer): Dispute | null {
  const paymentReference = answer.disputed_transactions?.find(
    ({ seller_transaction_id: id }) => id,
  )?.seller_transaction_id
  if (!paymentReference) return null
  const takenCents = answer.status === 'RESOLVED' ? readTaken(answer) : null
  const disputed = answer.dispute_amount
  return {
    reference: answer.dispute_id,
    paymentReference,
    status: takenCents === null ? 'open' : takenCents > 0 ? 'lost' : 'won',
    amountCents: takenCents ? takenCents : disputed.amountCents,
    currency: disputed.currency,
    openedAt: answer.create_time,
    changedAt: answer.update_time ?? answer.create_time,
  }
}

/**
 * What a decided dispute took from us. Best told by what moved on our account. Without that a decision
 * for the buyer took what he was given, and any other one nothing: PayPal may have paid him itself
 * (`RESOLVED_WITH_PAYOUT`), and what he was refunded by us is told with the payment.
 */
function readTaken({
  dispute_amount: disputed,
  dispute_outcome: outcome,
  money_movements: movements = [],
}: DisputeAnswer): Cents {
  const code = outcome?.outcome_code ?? ''
  if (keptByUs.has(code)) return cents(0)
  const ours = movements.filter(
    ({ affected_party: party, reason = 'DISPUTE_SETTLEMENT', amount }) =>
      party === 'SELLER' &&
      reason === 'DISPUTE_SETTLEMENT' &&
      amount?.currency === disputed.currency,
  )
  if (ours.length > 0) {
    const taken = ours.reduce(
      (total, { type, amount }) =>
        total + (type === 'CREDIT' ? -1 : 1) * (amount?.amountCents ?? 0),
      0,
    )
    return cents(Math.max(0, taken))
  }
  if (!givenToBuyer.has(code)) return cents(0)
  const refunded = outcome?.amount_refunded
  return refunded?.currency === disputed.currency ? refunded.amountCents : disputed.amountCents
}
