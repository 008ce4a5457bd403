import type { ConnectionFaultCode } from '#domain/connection-faults.ts'
import type { MovementKind } from '#domain/books.ts'
import type { Cents } from '#domain/money.ts'

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

/** A payer's claim for their money, in its current state. */
export interface Dispute {
  readonly reference: string
  readonly status: 'open' | 'won' | 'lost'
  /** The disputed amount; for a lost dispute the amount taken from us, as far as the provider says. */
  readonly amountCents: Cents
  readonly currency: string
  readonly openedAt: Date
  /** By the provider's code, as `domain/dispute-reasons.ts` knows it; null when it gives none. */
  readonly reason: string | null
  /** Whether the provider waits for what we say to it, and until when if it says so. */
  readonly awaitsAnswer: boolean
  readonly answerBy: Date | null
}

/** Money that came to our account or left it, as the provider's own books have it. */
export interface Movement {
  /** The provider's id of it. */
  readonly reference: string
  readonly kind: MovementKind
  readonly movedAt: Date
  /** In the currency of the buyer; below zero where it left us. */
  readonly grossCents: Cents
  readonly currency: string
  /** Null while the provider does not say, which can take seconds. */
  readonly settled: Settlement | null
}

/** What a movement meant for our balance. */
export interface Settlement {
  /** What the provider kept; below zero where it gave it back. */
  readonly feeCents: Cents
  readonly feeCurrency: string
  /** What the balance changed by, after the fee. */
  readonly netCents: Cents
  /** That of our account, which may differ from the buyer's. */
  readonly currency: string
}

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
  /** The page of the provider on which the owner answers a dispute. */
  disputePage(reference: string): string
  readWebhook(headers: Headers, rawBody: Uint8Array): Promise<WebhookOutcome<Subject>>
}
