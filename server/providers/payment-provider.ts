import type { ConnectionFaultCode } from '#domain/connection-faults.ts'

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

/** The provider refuses us, and will until somebody changes our settings or our account there. */
export interface Misconfigured {
  /** `seller_refused`: this payment, for a reason that is not its buyer's. Nothing was taken. */
  readonly outcome: 'misconfigured' | 'seller_refused'
  readonly fault: ConnectionFaultCode
  readonly detail: string
}

export type Inconclusive = Unavailable | Misconfigured | Unreadable

export type FetchOutcome<Payment> =
  | { readonly outcome: 'payment'; readonly payment: Payment }
  | { readonly outcome: 'not_found' }
  | Inconclusive

export interface WebhookEvent<Subject> {
  readonly id: string
  readonly type: string
  /** What to fetch from the provider because of the event; null when it does not concern us. */
  readonly subject: Subject | null
  /** The part that is stored for later investigation. */
  readonly body: unknown
}

export type WebhookOutcome<Subject> =
  | { readonly outcome: 'verified'; readonly event: WebhookEvent<Subject> }
  | { readonly outcome: 'forged'; readonly detail: string }
  | Unavailable

/** The disputes that a provider lists, as far as it could be read. */
export interface DisputeList<Listed> {
  readonly disputes: readonly Listed[]
  /** Why some may be missing, for the log; null when the list is complete. */
  readonly detail: string | null
}

/**
 * What the payments engine needs of each provider. `Payment` is a payment as the provider reports
 * it to our key: the only thing that can pay an order. How a checkout is opened and looked up
 * differs, and is declared in the provider's folder. All calls are safe to repeat.
 */
export interface PaymentProvider<Payment, Subject> {
  readonly name: 'paypal' | 'stripe'
  readonly mode: 'live' | 'test'
  fetchPayment(reference: string): Promise<FetchOutcome<Payment>>
  readWebhook(headers: Headers, rawBody: Uint8Array): Promise<WebhookOutcome<Subject>>
}
