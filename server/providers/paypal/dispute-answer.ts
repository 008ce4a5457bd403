import { z } from 'zod'
import { cents, type Cents } from '#domain/money.ts'
import type { Dispute } from '#server/providers/payment-provider.ts'
import { money, optionalTime, time } from './answers.ts'

/** A dispute through PayPal's arbitration. */
export interface PayPalDispute extends Dispute {
  /** `Payment.reference` of the disputed payment. */
  readonly paymentReference: string
  /** When PayPal last changed it: answers can arrive out of order. */
  readonly changedAt: Date
  /** What PayPal charged for it, beside the amount. */
  readonly feeCents: Cents
}

// The parts that we read of `GET /v1/customer/disputes/{id}`; the rest is ignored.
// https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get
// An answer with real values: https://developer.paypal.com/docs/disputes/webhooks/

export const disputeAnswer = z.object({
  dispute_id: z.string(),
  create_time: time,
  update_time: optionalTime,
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional() }))
    .optional(),
  status: z.string(),
  reason: z.string().nullable().catch(null),
  seller_response_due_date: optionalTime,
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
/** Somebody else has to act, or PayPal decides. */
const waitingForOthers = new Set(['WAITING_FOR_BUYER_RESPONSE', 'UNDER_REVIEW', 'RESOLVED'])
const givenToBuyer = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** A dispute about a payment to us; null when it names none. PayPal disputes one transaction at a time. */
export function readDispute(answer: DisputeAnswer): PayPalDispute | null {
  const paymentReference = answer.disputed_transactions?.find(
    ({ seller_transaction_id: id }) => id,
  )?.seller_transaction_id
  if (!paymentReference) return null
  const takenCents = answer.status === 'RESOLVED' ? readTaken(answer) : null
  const disputed = answer.dispute_amount
  const awaitsAnswer = !waitingForOthers.has(answer.status)
  return {
    reference: answer.dispute_id,
    paymentReference,
    status: takenCents === null ? 'open' : takenCents > 0 ? 'lost' : 'won',
    amountCents: takenCents ? takenCents : disputed.amountCents,
    currency: disputed.currency,
    openedAt: answer.create_time,
    changedAt: answer.update_time ?? answer.create_time,
    reason: answer.reason,
    awaitsAnswer,
    answerBy: awaitsAnswer ? answer.seller_response_due_date : null,
    feeCents: cents(Math.max(0, sumOurMovements(answer, 'DISPUTE_FEE') ?? 0)),
  }
}

/** What left our account for one of the reasons; null without such a movement. */
function sumOurMovements(
  { dispute_amount: disputed, money_movements: movements = [] }: DisputeAnswer,
  reason: 'DISPUTE_SETTLEMENT' | 'DISPUTE_FEE',
): number | null {
  const ours = movements.filter(
    ({ affected_party: party, reason: given = 'DISPUTE_SETTLEMENT', amount }) =>
      party === 'SELLER' && given === reason && amount?.currency === disputed.currency,
  )
  if (ours.length === 0) return null
  return ours.reduce(
    (total, { type, amount }) => total + (type === 'CREDIT' ? -1 : 1) * (amount?.amountCents ?? 0),
    0,
  )
}

/**
 * How much a decided dispute took from us. The movements on our account are the best evidence. Without
 * them, a decision for the buyer took the amount they were given, and any other took nothing: PayPal may
 * have paid the buyer itself (`RESOLVED_WITH_PAYOUT`), and our own refunds are part of the payment.
 */
function readTaken(answer: DisputeAnswer): Cents {
  const { dispute_amount: disputed, dispute_outcome: outcome } = answer
  const code = outcome?.outcome_code ?? ''
  if (keptByUs.has(code)) return cents(0)
  const taken = sumOurMovements(answer, 'DISPUTE_SETTLEMENT')
  if (taken !== null) return cents(Math.max(0, taken))
  if (!givenToBuyer.has(code)) return cents(0)
  const refunded = outcome?.amount_refunded
  return refunded?.currency === disputed.currency ? refunded.amountCents : disputed.amountCents
}
