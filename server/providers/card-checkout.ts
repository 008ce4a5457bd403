import type { Cents } from '#domain/money.ts'
import type { Unavailable, Unreadable } from './payment-provider.ts'

/** A pack that somebody wants to pay on the provider's own page. */
export interface CheckoutRequest {
  readonly orderId: string
  /** From 1; a repeated attempt gets the first one's answer, whatever it was. */
  readonly attempt: number
  readonly priceId: string
  /** The language of the provider's page, as its two letters. */
  readonly language: 'fr' | 'en' | 'ru' | 'es'
  /** Where the buyer returns to. The first gets the session's id as its last parameter. */
  readonly successUrl: string
  readonly cancelUrl: string
}

/** A new checkout, to be compared with what we sell before anybody sees it. */
export interface OpenedSession {
  readonly sessionId: string
  readonly url: string
  readonly mode: 'live' | 'test'
  readonly amountCents: Cents
  readonly currency: string
}

export type OpenOutcome =
  | { readonly outcome: 'opened'; readonly session: OpenedSession }
  /** The provider refuses the request, for example for a price that it does not know. */
  | { readonly outcome: 'refused'; readonly detail: string }
  /** The provider had a fault of its own, and will repeat it for this attempt. */
  | { readonly outcome: 'failed'; readonly detail: string }
  | Unavailable

/** A checkout as the provider reports it to our key: the only thing that can credit a pack. */
export interface CheckoutPayment {
  readonly sessionId: string
  /** `client_reference_id`: our order, when the session carries it. */
  readonly orderId: string | null
  readonly mode: 'live' | 'test'
  /** `processing`: the buyer has finished, their bank has not; `failed`: the bank refused afterwards. */
  readonly status: 'open' | 'expired' | 'processing' | 'failed' | 'paid'
  readonly lines: readonly { readonly priceId: string | null; readonly quantity: number }[]
  /** Of all lines, before taxes and discounts. */
  readonly subtotalCents: Cents
  readonly totalCents: Cents
  /** ISO 4217, upper case. */
  readonly currency: string
  readonly paymentIntent: string | null
  readonly moneyBack: RefundShare
}

/** How much of a payment went back, in the smallest unit of the charged currency. */
export interface RefundShare {
  /** 0 until something was charged. */
  readonly charged: number
  readonly refunded: number
  /** Withdrawn from us by open and lost disputes. Inquiries withdraw nothing. */
  readonly disputed: number
  readonly isDisputeOpen: boolean
}

export type FetchPaymentOutcome =
  | { readonly outcome: 'payment'; readonly payment: CheckoutPayment }
  | { readonly outcome: 'not_found' }
  | Unavailable
  | Unreadable

/** A checkout whose buyer has finished: paid, or waiting for a bank's decision. */
export interface FinishedSession {
  readonly sessionId: string
  /** Our order, when the session carries it. */
  readonly orderId: string | null
  readonly isPaid: boolean
}

export interface FinishedList {
  readonly sessions: readonly FinishedSession[]
  /** Why the list may be incomplete, for the log; null when it is complete. */
  readonly gap: string | null
}

export type FindOrderOutcome =
  | { readonly outcome: 'found'; readonly orderId: string }
  /** Not a payment of ours: other shops may use the account. */
  | { readonly outcome: 'not_found' }
  | Unavailable

/** What to fetch from the provider because of an event. All of it is a hint, the order id too. */
export type CardEventSubject =
  | { readonly kind: 'session'; readonly sessionId: string; readonly orderId: string | null }
  | { readonly kind: 'payment'; readonly paymentIntent: string; readonly orderId: string | null }

export interface CardEvent {
  readonly id: string
  readonly type: string
  /** Null when the event does not concern us. */
  readonly subject: CardEventSubject | null
}

export type CardWebhookOutcome =
  | { readonly outcome: 'verified'; readonly event: CardEvent }
  | { readonly outcome: 'forged'; readonly detail: string }

/** A provider whose own page takes card payments and reports them afterwards. */
export interface CardCheckout {
  readonly name: 'stripe'
  readonly mode: 'live' | 'test'
  /** Safe to repeat: the same attempt of an order always gets the same session. */
  openSession(request: CheckoutRequest): Promise<OpenOutcome>
  fetchPayment(sessionId: string): Promise<FetchPaymentOutcome>
  /**
   * All checkouts opened since then and finished, whatever became of their events; newest first.
   * Stops fetching pages when no time is left.
   */
  listFinished(openedSince: Date, hasTime: () => boolean): Promise<FinishedList>
  /** Expires an unpaid checkout, and answers its state: one that is being paid continues. */
  endSession(sessionId: string): Promise<FetchPaymentOutcome>
  /** The order of a payment, for events that name none. */
  findOrderId(paymentIntent: string): Promise<FindOrderOutcome>
  readWebhook(headers: Headers, rawBody: Uint8Array): Promise<CardWebhookOutcome>
}
