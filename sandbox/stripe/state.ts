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

export type Metadata = Readonly<Record<string, string>>

/** The shop's parameters that the session repeats. */
export interface SessionTerms {
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
  /** Withdrawn at the opening, returned after a win. */
  readonly withdrawalId: string
  reinstatementId: string | null
}

export interface StoredEvent {
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
