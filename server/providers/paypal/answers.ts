import { z } from 'zod'
import { cents, parseAmount, sumCents, type Cents } from '#domain/money.ts'
import type { Dispute } from '#server/providers/payment-provider.ts'

/** A payment as PayPal reports it. */
export interface Payment {
  readonly reference: string
  /** Our order id, when the payment carries it. */
  readonly orderId: string | null
  readonly providerOrderId: string | null
  readonly status: 'held' | 'completed' | 'declined' | 'refunded'
  /** PayPal's reason for holding it. */
  readonly heldReason: string | null
  readonly amountCents: Cents
  /** The refunded part, as far as this answer shows; an earlier one may have shown more. */
  readonly refundedCents: Cents
  readonly currency: string
  readonly payee: string | null
  readonly madeAt: Date
}

/** A dispute through PayPal's arbitration. */
export interface PayPalDispute extends Dispute {
  /** `Payment.reference` of the disputed payment. */
  readonly paymentReference: string
  /** When PayPal last changed it: answers can arrive out of order. */
  readonly changedAt: Date
}

// The parts that we read of PayPal's Orders v2 and Payments v2 answers; the rest is ignored.
// https://developer.paypal.com/docs/api/orders/v2/ and /payments/v2/

const money = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code: currency, value }, context) => {
    const amountCents = parseAmount(value)
    if (amountCents !== null) return { currency, amountCents }
    context.addIssue({ code: 'custom', message: 'no amount' })
    return z.NEVER
  })

/** `null` is no date, though `Date` would read it as 1970. */
export const time = z.string().pipe(z.coerce.date())
/** What no decision about money depends on: null when it is missing or unreadable. */
export const optionalTime = time.nullable().catch(null)

export const link = z.object({ href: z.string(), rel: z.string() })
type Link = z.output<typeof link>

export const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

const captureStatuses = [
  'COMPLETED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'PENDING',
  'DECLINED',
  'FAILED',
] as const
type CaptureStatus = (typeof captureStatuses)[number]

export const captureAnswer = z.object({
  id: z.string(),
  status: z.enum(captureStatuses),
  status_details: z
    .object({ reason: z.string().regex(/^[A-Z_]{1,64}$/) })
    .optional()
    .catch(undefined),
  amount: money,
  custom_id: z.string().optional(),
  create_time: time.nullish(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
})
type CaptureAnswer = z.output<typeof captureAnswer>

export const refundAnswer = z.object({
  status: z.string(),
  amount: money.optional(),
  /** All refunds of the capture up to and with this one. */
  seller_payable_breakdown: z.object({ total_refunded_amount: money.optional() }).optional(),
  links: z.array(link).optional(),
})
type RefundAnswer = z.output<typeof refundAnswer>

const orderStatuses = [
  'CREATED',
  'SAVED',
  'PAYER_ACTION_REQUIRED',
  'APPROVED',
  'COMPLETED',
  'VOIDED',
] as const

export const orderAnswer = z
  .object({
    id: z.string(),
    // A capture with an unknown status may have been paid.
    status: z.enum(orderStatuses),
    purchase_units: z
      .array(
        z.object({
          custom_id: z.string().optional(),
          payee: z.object({ merchant_id: z.string().optional() }).optional(),
          payments: z
            .object({
              captures: z.array(captureAnswer).optional(),
              refunds: z.array(refundAnswer).optional(),
            })
            .optional(),
        }),
      )
      .optional(),
  })
  // Its money was captured; an answer without the capture is not proof that nobody paid.
  .refine(
    ({ status, purchase_units: units }) =>
      status !== 'COMPLETED' ||
      (units ?? []).some(({ payments }) => (payments?.captures ?? []).length > 0),
    { path: ['purchase_units'], message: 'completed without a capture' },
  )
export type OrderAnswer = z.output<typeof orderAnswer>

export const problemAnswer = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
})

export const webhookBody = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  resource: z
    .object({
      id: z.string().optional(),
      dispute_id: z.string().optional(),
      links: z.array(link).optional(),
    })
    .loose()
    .optional(),
})
export type WebhookBody = z.output<typeof webhookBody>

const paymentStatus: Readonly<Record<CaptureStatus, Payment['status']>> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  PENDING: 'held',
  DECLINED: 'declined',
  FAILED: 'declined',
}

type PurchaseUnit = NonNullable<OrderAnswer['purchase_units']>[number]

/** The payments of a PayPal order, one of each captured unit; none while nothing is captured. */
export function readOrderPayments({ id, purchase_units: units }: OrderAnswer): Payment[] {
  return (units ?? []).flatMap((unit) => readUnitPayment(id, unit) ?? [])
}

/** Prefers a later capture to a declined one. */
function readUnitPayment(providerOrderId: string, unit: PurchaseUnit): Payment | null {
  const captures = unit.payments?.captures ?? []
  const capture =
    captures.find(({ status }) => paymentStatus[status] !== 'declined') ?? captures.at(-1)
  if (!capture) return null
  const refunds = unit.payments?.refunds ?? []
  const payment: Payment = {
    ...readCapture(capture),
    orderId: unit.custom_id ?? capture.custom_id ?? null,
    providerOrderId,
    payee: unit.payee?.merchant_id ?? null,
  }
  return addRefunded(
    payment,
    sumCents(
      refunds
        .filter(({ status }) => status === 'COMPLETED')
        .map(({ amount }) => amount?.amountCents ?? cents(0)),
    ),
  )
}

/**
 * A capture by itself. It shows whether it was refunded in full or in part, but not the amount of a
 * part: its order, where we may read it, and each refund do.
 */
export function readCapture(capture: CaptureAnswer): Payment {
  const { amountCents, currency } = capture.amount
  const status = paymentStatus[capture.status]
  return {
    reference: capture.id,
    orderId: capture.custom_id ?? null,
    providerOrderId: capture.supplementary_data?.related_ids?.order_id ?? null,
    status,
    heldReason: status === 'held' ? (capture.status_details?.reason ?? null) : null,
    amountCents,
    refundedCents: status === 'refunded' ? amountCents : cents(0),
    currency,
    payee: null,
    madeAt: capture.create_time ?? new Date(),
  }
}

/**
 * A payment with the refunded total that one of its refunds reports. A refund of another payment
 * changes nothing.
 */
export function readRefunded(payment: Payment, refund: RefundAnswer): Payment {
  const total = refund.seller_payable_breakdown?.total_refunded_amount
  const isOfPayment = refundedCapture(refund.links) === payment.reference
  return total && isOfPayment && total.currency === payment.currency
    ? addRefunded(payment, total.amountCents)
    : payment
}

/** The capture of a refund, which only its link "up" names. */
export function refundedCapture(links: readonly Link[] | undefined): string | null {
  const up = links?.find(({ rel }) => rel === 'up')?.href
  return up?.match(/\/v2\/payments\/captures\/([\w-]+)/)?.[1] ?? null
}

function addRefunded(payment: Payment, refundedCents: Cents): Payment {
  const known = Math.max(payment.refundedCents, refundedCents)
  const isAll = payment.status === 'completed' && known >= payment.amountCents
  return {
    ...payment,
    status: isAll ? 'refunded' : payment.status,
    refundedCents: cents(Math.min(known, payment.amountCents)),
  }
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
  }
}

/**
 * How much a decided dispute took from us. The movements on our account are the best evidence. Without
 * them, a decision for the buyer took the amount they were given, and any other took nothing: PayPal may
 * have paid the buyer itself (`RESOLVED_WITH_PAYOUT`), and our own refunds are part of the payment.
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
