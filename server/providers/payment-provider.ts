import type { Cents } from '#domain/money.ts'

/** A payment to collect. `attempt` counts the provider's orders for one order of ours. */
export interface PaymentRequest {
  readonly orderId: string
  readonly attempt: number
  readonly amountCents: Cents
  readonly currency: string
  readonly description: string
}

/** A payment as the provider reports it to our key: the only thing that can pay an order. */
export interface Payment {
  readonly reference: string
  /** Our order id, when the payment carries it. */
  readonly orderId: string | null
  readonly providerOrderId: string | null
  readonly status: 'held' | 'completed' | 'declined' | 'refunded'
  readonly amountCents: Cents
  /** The refunded part, as far as this answer shows; an earlier one may have shown more. */
  readonly refundedCents: Cents
  readonly currency: string
  readonly payee: string | null
  readonly madeAt: Date
}

/** The provider did not answer, or had a fault of its own. The state is unknown; retry later. */
export interface Unavailable {
  readonly outcome: 'unavailable'
  readonly detail: string
}

/**
 * The provider answered with success in a form that we cannot read. The state is unknown, money may
 * have moved, and a retry may get the same answer: a person has to look.
 */
export interface Unreadable {
  readonly outcome: 'unreadable'
  /** The part that cannot be read. */
  readonly detail: string
  /** The answer, shortened, without names, addresses and secrets. */
  readonly answer: string
  /** Our order and the payment that it seems to be about. Hints, because they are unverified too. */
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
  /** The buyer has not approved (yet); the detail names other oddities. */
  | { readonly outcome: 'unpaid'; readonly detail?: string }
  /** The buyer approved and the payment was declined; another means of payment may work. */
  | { readonly outcome: 'declined'; readonly detail: string }
  | Unavailable
  | Unreadable

export type FetchOutcome =
  | { readonly outcome: 'payment'; readonly payment: Payment }
  | { readonly outcome: 'not_found' }
  | Unavailable
  | Unreadable

/** A payer's claim for their money through the provider's arbitration, in its current state. */
export interface Dispute {
  readonly reference: string
  /** `Payment.reference` of the disputed payment. */
  readonly paymentReference: string
  readonly status: 'open' | 'won' | 'lost'
  /** The disputed amount; for a lost dispute the amount taken from us. */
  readonly amountCents: Cents
  readonly currency: string
  readonly openedAt: Date
  /** When the provider last changed it: answers can arrive out of order. */
  readonly changedAt: Date
}

export type DisputeOutcome =
  | { readonly outcome: 'dispute'; readonly dispute: Dispute }
  /** It is about no payment of ours. */
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
  /** What to fetch from the provider because of the event; null when it does not concern us. */
  readonly subject: WebhookSubject | null
  readonly body: unknown
}

export type WebhookSubject =
  | { readonly kind: 'order' | 'dispute'; readonly reference: string }
  | {
      readonly kind: 'payment'
      readonly reference: string
      /** The refund of the event, for providers whose payments do not list their refunds. */
      readonly refundReference: string | null
    }

export interface PaymentProvider {
  readonly name: 'paypal'
  readonly mode: 'live' | 'test'
  createOrder(request: PaymentRequest): Promise<CreateOutcome>
  /** Fetches an order's state and captures its payment when the buyer has approved. Safe to repeat. */
  collect(providerOrderId: string, options: { mayCapture: boolean }): Promise<CollectOutcome>
  /** With a refund of this payment, `refundedCents` is right even when the payment lists no refunds. */
  fetchPayment(reference: string, refundReference?: string | null): Promise<FetchOutcome>
  fetchDispute(reference: string): Promise<DisputeOutcome>
  readWebhook(headers: Headers, rawBody: Uint8Array): Promise<WebhookOutcome>
}
