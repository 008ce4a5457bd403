import { randomInt } from 'node:crypto'

/**
 * Stripe makes it from a line's `price_data`, for that session only, and it is never active. All
 * times are Unix seconds, as at Stripe; all amounts are in the smallest unit of the currency.
 */
export interface Price {
  readonly id: string
  readonly productId: string
  readonly name: string
  readonly unitAmountCents: number
  readonly currency: string
  readonly created: number
}

export interface SessionLine {
  readonly id: string
  readonly price: Price
  readonly quantity: number
}

type Metadata = Readonly<Record<string, string>>

/** The shop's parameters that the session repeats. */
interface SessionTerms {
  readonly successUrl: string
  readonly cancelUrl: string | null
  readonly clientReferenceId: string | null
  readonly customerEmail: string | null
  readonly locale: string | null
  readonly submitType: string | null
  readonly metadata: Metadata
  readonly paymentMetadata: Metadata
  readonly paymentDescription: string | null
}

export interface Session {
  readonly id: string
  readonly created: number
  readonly expiresAt: number
  readonly lines: readonly SessionLine[]
  readonly currency: string
  readonly amountCents: number
  readonly terms: SessionTerms
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid'
  paymentIntentId: string | null
  /** Where its buyer lives. */
  country: string
}

/** A card succeeds or fails at once; a bank debit days later. */
export type Method = 'card' | 'us_bank_account'

export interface PaymentIntent {
  readonly id: string
  readonly sessionId: string
  readonly created: number
  readonly amountCents: number
  readonly currency: string
  readonly metadata: Metadata
  readonly description: string | null
  readonly clientSecret: string
  status: 'requires_payment_method' | 'processing' | 'succeeded'
  latestChargeId: string | null
}

export interface Charge {
  readonly id: string
  readonly paymentIntentId: string
  readonly paymentMethodId: string
  readonly balanceTransactionId: string
  readonly created: number
  readonly amountCents: number
  readonly currency: string
  readonly metadata: Metadata
  readonly description: string | null
  readonly method: Method
  status: 'succeeded' | 'pending' | 'failed'
  /** Newest first. */
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
}

export interface Refund {
  readonly id: string
  readonly chargeId: string
  readonly paymentIntentId: string
  readonly balanceTransactionId: string
  readonly created: number
  readonly amountCents: number
  readonly currency: string
  readonly metadata: Metadata
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  /** The bank's reference, once there is one. */
  reference: string | null
}

export interface Dispute {
  readonly id: string
  readonly chargeId: string
  readonly paymentIntentId: string
  readonly created: number
  readonly amountCents: number
  readonly currency: string
  outcome: 'open' | 'won' | 'lost'
  /** When it was decided. */
  decided: number | null
  /** Withdrawn at the opening, returned after a win. */
  readonly withdrawalId: string
  reinstatementId: string | null
}

interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly resourceId: string
  readonly created: number
  readonly rawBody: string
}

export interface StripeState {
  readonly sessions: Map<string, Session>
  readonly paymentIntents: Map<string, PaymentIntent>
  readonly charges: Map<string, Charge>
  readonly refunds: Map<string, Refund>
  readonly disputes: Map<string, Dispute>
  readonly events: Map<string, StoredEvent>
}

export function createState(): StripeState {
  return {
    sessions: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
  }
}

export function clearState(state: StripeState): void {
  state.sessions.clear()
  state.paymentIntents.clear()
  state.charges.clear()
  state.refunds.clear()
  state.disputes.clear()
  state.events.clear()
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function randomLetters(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

export function newSessionId(): string {
  return `cs_test_a1${randomLetters(56)}`
}

/** The ids of one payment share their beginning at Stripe: `pi_3…`, `ch_3…`, `re_3…`. */
export function newId(kind: 'pi' | 'ch' | 're' | 'txn' | 'evt'): string {
  return `${kind}_3${randomLetters(23)}`
}

/** Ids of objects that do not belong to one payment. */
export function newOtherId(kind: 'du' | 'li' | 'price' | 'pm' | 'prod' | 'txn'): string {
  return `${kind}_1${randomLetters(23)}`
}

export function newRequestId(): string {
  return `req_${randomLetters(14)}`
}

export function newClientSecret(paymentIntentId: string): string {
  return `${paymentIntentId}_secret_${randomLetters(25)}`
}

export function sumRefunds({ refunds }: Charge): number {
  return refunds.reduce((total, { amountCents }) => total + amountCents, 0)
}

/** How much disputes have taken and not returned: an open one has already taken its money. */
function sumWithdrawn({ disputes }: Charge): number {
  return disputes
    .filter(({ outcome }) => outcome !== 'won')
    .reduce((total, { amountCents }) => total + amountCents, 0)
}

/** How much of a payment the shop still has. */
export function leftOf(charge: Charge): number {
  return charge.amountCents - sumRefunds(charge) - sumWithdrawn(charge)
}

/** Stripe's own record of a session; amounts in the smallest units of its currency. */
export function toAuditEntry(state: StripeState, session: Session) {
  const charge = chargeOf(state, session)
  const paid = charge?.status === 'succeeded' ? charge : undefined
  return {
    sessionId: session.id,
    paymentIntentId: session.paymentIntentId,
    chargeId: charge?.id ?? null,
    status: session.status,
    paymentStatus: session.paymentStatus,
    currency: session.currency,
    amountCents: session.amountCents,
    paidCents: paid?.amountCents ?? 0,
    refundedCents: paid ? sumRefunds(paid) : 0,
    /** Withdrawn by open or lost disputes. */
    disputedCents: paid ? sumWithdrawn(paid) : 0,
    openDisputes: paid?.disputes.filter(({ outcome }) => outcome === 'open').length ?? 0,
    clientReferenceId: session.terms.clientReferenceId,
    metadata: session.terms.metadata,
  }
}

/** The last attempt to pay a session. */
export function chargeOf(state: StripeState, session: Session): Charge | undefined {
  const intent = state.paymentIntents.get(session.paymentIntentId ?? '')
  return state.charges.get(intent?.latestChargeId ?? '')
}

/** Finds a charge by the id of its session, payment intent or itself, or of a refund or dispute of it. */
export function findCharge(state: StripeState, reference: string): Charge | undefined {
  const session = state.sessions.get(reference)
  if (session) return chargeOf(state, session)
  const chargeId =
    state.paymentIntents.get(reference)?.latestChargeId ??
    state.refunds.get(reference)?.chargeId ??
    state.disputes.get(reference)?.chargeId ??
    reference
  return state.charges.get(chargeId)
}
