import type { Cents } from '#domain/money.ts'

/** What we ask a provider to collect. `attempt` counts the provider's orders for one order of ours. */
export interface PaymentRequest {
  readonly orderId: string
  readonly attempt: number
  readonly amountCents: Cents
  readonly currency: string
  readonly description: string
}

/** A payment as the provider tells it to our key: the only thing that can settle an order. */
export interface Payment {
  readonly reference: string
  /** Our order id, when the payment carries it. */
  readonly orderId: string | null
  readonly providerOrderId: string | null
  readonly status: 'held' | 'completed' | 'declined' | 'refunded'
  readonly amountCents: Cents
  /** What went back by refunds, as far as this answer tells; an earlier one may have told more. */
  readonly refundedCents: Cents
  readonly currency: string
  readonly payee: string | null
  readonly madeAt: Date
}

/** The provider did not answer, or answered with a fault of its own. Nothing is known; ask again later. */
export interface Unavailable {
  readonly outcome: 'unavailable'
  readonly detail: string
}

/**
 * The provider answered that all is well, in words that we cannot read. Nothing is known, money may
 * have moved, and asking again may answer the same: a person has to look.
 */
export interface Unreadable {
  readonly outcome: 'unreadable'
  /** What cannot be read. */
  readonly detail: string
  /** The answer, shortened, without names, addresses and secrets. */
  readonly answer: string
  /** Our order and the payment that it seems to be about. Hints: they were not read either. */
  readonly orderId: string | null
  readonly paymentReference: string | null
}

export type CreateOutcome =
  | {
      readonly outcome: 'created'
      readonly providerOrderId: string
      /** The account that will receive the money, as the provider names it. */
      readonly payee: string | null
    }
  | Unavailable
  | Unreadable

export type CollectOutcome =
  | { readonly outcome: 'payment'; readonly payment: Payment }
  /** The buyer has not agreed to pay (yet); a detail says what else is odd. */
  | { readonly outcome: 'unpaid'; readonly detail?: string }
  /** The buyer agreed, the payment was refused; another means of payment may work. */
  | { readonly outcome: 'declined'; readonly detail: string }
  | Unavailable
  | Unreadable

export type FetchOutcome =
  | { readonly outcome: 'payment'; readonly payment: Payment }
  | { readonly outcome: 'not_found' }
  | Unavailable
  | Unreadable

/** A payer who wants his money back from us by the provider's arbitration, as it stands now. */
export interface Dispute {
  readonly reference: string
  /** `Payment.reference` of what is disputed. */
  readonly paymentReference: string
  readonly status: 'open' | 'won' | 'lost'
  /** What is disputed; of a lost one what it took from us. */
  readonly amountCents: Cents
  readonly currency: string
  readonly openedAt: Date
  /** When the provider changed it last: answers can overtake each other. */
  readonly changedAt: Date
}

export type DisputeOutcome =
  | { readonly outcome: 'dispute'; readonly dispute: Dispute }
  /** It is about no payment, so none of ours. */
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'not_found' }
  | Unavailable
  | Unreadable

export type WebhookOutcome =
  | { readonly outcome: 'verified'; readonly event: WebhookEvent }
  | { readonly outcome: 'forged'; readonly detail: string }
  | Unavailable

export interface WebhookEvent {
  readonly id: string
  readonly type: string
  /** What the event is about, for us to ask the provider; null when it does not concern us. */
  readonly subject: WebhookSubject | null
  readonly body: unknown
}

export type WebhookSubject =
  | { readonly kind: 'order' | 'dispute'; readonly reference: string }
  | {
      readonly kind: 'payment'
      readonly reference: string
      /** The refund that is told, for providers whose payments do not tell their refunds. */
      readonly refundReference: string | null
    }

export interface PaymentProvider {
  readonly name: 'paypal'
  readonly mode: 'live' | 'test'
  createOrder(request: PaymentRequest): Promise<CreateOutcome>
  /** Asks how an order stands and takes the money when the buyer has agreed. Safe to repeat. */
  collect(providerOrderId: string, options: { mayCapture: boolean }): Promise<CollectOutcome>
  /** With a refund of this payment, `refundedCents` is right even where the payment tells no refunds. */
  fetchPayment(reference: string, refundReference?: string | null): Promise<FetchOutcome>
  fetchDispute(reference: string): Promise<DisputeOutcome>
  readWebhook(headers: Headers, rawBody: Uint8Array): Promise<WebhookOutcome>
}
