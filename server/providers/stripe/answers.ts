import type Stripe from 'stripe'
import { z } from 'zod'
import { cents, type Cents } from '#domain/money.ts'
import type { Dispute, Movement } from '#server/providers/payment-provider.ts'
import { readMovements } from './movements.ts'
import { toCents } from './units.ts'

/** A checkout as Stripe reports it, with its payment. */
export interface CheckoutPayment {
  readonly sessionId: string
  /** `client_reference_id`: our order, when the session carries it. */
  readonly orderId: string | null
  readonly mode: 'live' | 'test'
  /** `processing`: the buyer has finished, their bank has not; `failed`: the bank refused afterwards. */
  readonly status: 'open' | 'expired' | 'processing' | 'failed' | 'paid'
  /** Before taxes and discounts. */
  readonly subtotalCents: Cents
  readonly totalCents: Cents
  /** ISO 4217, upper case. */
  readonly currency: string
  readonly paymentIntent: string | null
  readonly refundsAndDisputes: RefundsAndDisputes
  readonly disputes: readonly Dispute[]
  /** ISO 3166-1; null until the buyer has named it. */
  readonly payerCountry: string | null
  /** Of its charge, its refunds and its disputes. */
  readonly movements: readonly Movement[]
}

/** How much of a payment was returned, in the smallest unit of the charged currency. */
interface RefundsAndDisputes {
  /** 0 until something was charged. */
  readonly charged: number
  readonly refunded: number
  /** Withdrawn from us by open and lost disputes. Inquiries withdraw nothing. */
  readonly disputed: number
  readonly isDisputeOpen: boolean
}

/** A checkout whose buyer has finished: paid, or waiting for a bank's decision. */
export interface FinishedSession {
  readonly sessionId: string
  /** Our order, when the session carries it. */
  readonly orderId: string | null
  readonly isPaid: boolean
}

/** A dispute of a list, to be compared with what we have stored of its payment. */
export interface ListedDispute {
  /** Null when it is about a charge without one, and so about no pack of ours. */
  readonly paymentIntent: string | null
  readonly isOpen: boolean
  /** 0 when it withdraws nothing, as an inquiry or after a win. */
  readonly withdrawnCents: number
  readonly dispute: Dispute
}

/** Expanded, so that one answer has all of a session except its disputes. */
export const expanded = ['payment_intent.latest_charge']

const chargeShape = z.object({
  id: z.string(),
  created: z.int(),
  amount: z.int(),
  amount_refunded: z.int(),
  currency: z.string(),
})

/** The fields that `readSession` relies on: Stripe's client declares all of them and checks none. */
export const sessionShape = z.object({
  id: z.string(),
  livemode: z.boolean(),
  client_reference_id: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_subtotal: z.int().nullish(),
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  payment_intent: z
    .union([
      z.string(),
      z.object({
        id: z.string(),
        status: z.string(),
        latest_charge: z.union([z.string(), chargeShape]).nullish(),
      }),
    ])
    .nullish(),
})

/** A page of sessions. Each is parsed by itself, because other shops may use the account. */
export const pageShape = z.object({ data: z.array(z.unknown()), has_more: z.boolean() })

/**
 * The fields that `readFinished` relies on. Any payment state will do: our own sessions are fetched
 * one by one.
 */
const finishedShape = z.object({
  id: z.string(),
  client_reference_id: z.string().nullish(),
  payment_status: z.string(),
})

const disputeShape = z.object({
  id: z.string(),
  // Only shown to the owner: no money depends on them.
  created: z.int().nullable().catch(null),
  reason: z.string().nullable().catch(null),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish().catch(null),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  balance_transactions: z.array(z.object({ amount: z.int() })),
})
export const disputesShape = z.object({ data: z.array(disputeShape) })
const listedDisputeShape = disputeShape.extend({ payment_intent: z.string().nullish() })

/**
 * Translates a session and its disputes into our terms. The fields of `expanded` must be expanded.
 * `booked` is the charge with its balance transactions, where Stripe lets us read them.
 */
export function readSession(
  session: Stripe.Checkout.Session,
  disputes: readonly Stripe.Dispute[],
  booked: Stripe.Charge | null,
): CheckoutPayment {
  const { payment_intent: expandedIntent } = session
  const intent = typeof expandedIntent === 'string' ? null : expandedIntent
  const charge = chargeOf(intent)
  return {
    sessionId: session.id,
    orderId: session.client_reference_id,
    mode: session.livemode ? 'live' : 'test',
    status: readStatus(session, intent),
    subtotalCents: cents(session.amount_subtotal ?? 0),
    totalCents: cents(session.amount_total ?? 0),
    currency: (session.currency ?? '').toUpperCase(),
    paymentIntent: nameOfIntent(session),
    refundsAndDisputes: readRefundsAndDisputes(intent, disputes),
    disputes: disputes.map((dispute) => readDispute(disputeShape.parse(dispute))),
    payerCountry: session.customer_details?.address?.country ?? null,
    movements:
      charge && session.payment_status === 'paid' ? readMovements(charge, booked, disputes) : [],
  }
}

function chargeOf(intent: Stripe.PaymentIntent | null): Stripe.Charge | null {
  const charge = intent?.latest_charge
  return typeof charge === 'string' ? null : (charge ?? null)
}

/** The charge that a session shows; null until something was charged. */
export function nameOfCharge({ payment_intent: intent }: Stripe.Checkout.Session): string | null {
  return (typeof intent === 'string' ? null : chargeOf(intent))?.id ?? null
}

/** One session of a list, with nothing expanded; null when it cannot be read. */
export function readFinished(row: unknown): FinishedSession | null {
  const { data } = finishedShape.safeParse(row)
  if (!data) return null
  const { id, client_reference_id: orderId = null, payment_status: paymentStatus } = data
  return { sessionId: id, orderId, isPaid: paymentStatus !== 'unpaid' }
}

/** One dispute of a list; null when it cannot be read. */
export function readListedDispute(row: unknown): ListedDispute | null {
  const { data } = listedDisputeShape.safeParse(row)
  if (!data) return null
  return {
    paymentIntent: data.payment_intent ?? null,
    isOpen: open.has(data.status),
    withdrawnCents: isWithdrawn(data) ? data.amount : 0,
    dispute: readDispute(data),
  }
}

export function nameOfIntent({ payment_intent: intent }: Stripe.Checkout.Session): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

function readStatus(
  { status, payment_status: paymentStatus }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CheckoutPayment['status'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  if (paymentStatus !== 'unpaid') return 'paid'
  // With a delayed payment, asking for a means of payment again shows that the bank has refused.
  const isRefused = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return isRefused ? 'failed' : 'processing'
}

function readRefundsAndDisputes(
  intent: Stripe.PaymentIntent | null,
  disputes: readonly Stripe.Dispute[],
): RefundsAndDisputes {
  const charge = chargeOf(intent)
  if (!charge) {
    return { charged: 0, refunded: 0, disputed: 0, isDisputeOpen: false }
  }
  const withdrawn = disputes.filter(isWithdrawn)
  return {
    charged: charge.amount,
    refunded: charge.amount_refunded,
    disputed: withdrawn.reduce(
      // A dispute in the currency of the buyer's bank cannot be converted: then the whole charge is
      // in question.
      (sum, { amount, currency }) => sum + (currency === charge.currency ? amount : charge.amount),
      0,
    ),
    isDisputeOpen: disputes.some(({ status }) => open.has(status)),
  }
}

/** Stripe withdraws the money when a dispute opens, and returns it when we win. */
const open: ReadonlySet<string> = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
])
/** `warning_…` are inquiries, which move no money. */
const inquiryStatuses: ReadonlySet<string> = new Set([
  'won',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
])

/** A dispute in its current state. An inquiry is one to answer as well. */
function readDispute(answer: z.output<typeof disputeShape>): Dispute {
  const { status } = answer
  const currency = answer.currency.toUpperCase()
  const awaitsAnswer = status.endsWith('needs_response')
  const isOpen = awaitsAnswer || status.endsWith('under_review')
  const dueSeconds = answer.evidence_details?.due_by ?? 0
  return {
    reference: answer.id,
    status: isOpen ? 'open' : isWithdrawn(answer) ? 'lost' : 'won',
    amountCents: toCents(answer.amount, currency),
    currency,
    openedAt: answer.created === null ? new Date() : new Date(answer.created * 1000),
    reason: answer.reason,
    awaitsAnswer,
    // 0 when the bank takes no answer.
    answerBy: awaitsAnswer && dueSeconds > 0 ? new Date(dueSeconds * 1000) : null,
  }
}

function isWithdrawn({
  status,
  balance_transactions: movements,
}: z.output<typeof disputeShape>): boolean {
  if (open.has(status) || status === 'lost') return true
  if (inquiryStatuses.has(status)) return false
  // `prevented` and future statuses: the movements on our account show the truth.
  return movements.reduce((sum, { amount }) => sum + amount, 0) < 0
}
