import type { Cents } from '#domain/money.ts'
import type { Unavailable, Unreadable } from './payment-provider.ts'

/** One pack that somebody wants to pay on the provider's own page. */
export interface CheckoutRequest {
  readonly orderId: string
  /** From 1; a repeated attempt has the first one's answer, whatever that was. */
  readonly attempt: number
  readonly priceId: string
  /** The language of the provider's page, as its two letters. */
  readonly language: 'fr' | 'en' | 'ru' | 'es'
  /** Where the buyer goes then. The session's id is added to the first as its last parameter. */
  readonly successUrl: string
  readonly cancelUrl: string
}

/** A checkout as it was made: to be compared with what we sell before anybody sees it. */
export interface OpenedSession {
  readonly sessionId: string
  readonly url: string
  readonly mode: 'live' | 'test'
  readonly amountCents: Cents
  readonly currency: string
}

export type OpenOutcome =
  | { readonly outcome: 'opened'; readonly session: OpenedSession }
  /** The provider does not take the request, for example with a price that it does not know. */
  | { readonly outcome: 'refused'; readonly detail: string }
  /** The provider had a fault of its own, and will repeat it for this attempt. */
  | { readonly outcome: 'failed'; readonly detail: string }
  | Unavailable

/** A checkout as the provider tells it to our key: the only thing that can credit a pack. */
export interface CheckoutPayment {
  readonly sessionId: string
  /** `client_reference_id`: our order, when the session carries it. */
  readonly orderId: string | null
  readonly mode: 'live' | 'test'
  /** `processing`: the buyer has finished, his bank has not; `failed`: his bank refused then. */
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

/** What has gone back of a payment, in the smallest unit of the currency that was charged. */
export interface RefundShare {
  /** 0 as long as nothing was charged. */
  readonly charged: number
  readonly refunded: number
  /** Withdrawn from us by disputes that are open or lost. Inquiries withdraw nothing. */
  readonly disputed: number
  readonly isDisputeOpen: boolean
}

export type FetchPaymentOutcome =
  | { readonly outcome: 'payment'; readonly payment: CheckoutPayment }
  | { readonly outcome: 'not_found' }
  | Unavailable
  | Unreadable

/** A checkout whose buyer has finished: paid, or with a bank that has not decided yet. */
export interface FinishedSession {
  readonly sessionId: string
  /** Our order, when the session carries it. */
  readonly orderId: string | null
  readonly isPaid: boolean
}

export interface FinishedList {
  readonly sessions: readonly FinishedSession[]
  /** Why some may be missing, for the log; null when the list is whole. */
  readonly gap: string | null
}

export type FindOrderOutcome =
  | { readonly outcome: 'found'; readonly orderId: string }
  /** No payment of ours: other shops may use the account. */
  | { readonly outcome: 'not_found' }
  | Unavailable

/** What an event is about, for us to ask the provider. An order id is a hint, like all of it. */
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

/** A provider whose own page takes cards, and tells afterwards what became of it. */
export interface CardCheckout {
  readonly name: 'stripe'
  readonly mode: 'live' | 'test'
  /** Safe to repeat: the same attempt of an order always has the same session. */
  openSession(request: CheckoutRequest): Promise<OpenOutcome>
  fetchPayment(sessionId: string): Promise<FetchPaymentOutcome>
  /**
   * All that were opened since then and finished, whatever became of their events; newest first. Asks
   * for no further page once there is no time left.
   */
  listFinished(openedSince: Date, hasTime: () => boolean): Promise<FinishedList>
  /** Ends a checkout that nobody has paid, and answers how it stands: one that is being paid goes on. */
  endSession(sessionId: string): Promise<FetchPaymentOutcome>
  /** Whose payment it is, for events that name no order. */
  findOrderId(paymentIntent: string): Promise<FindOrderOutcome>
  readWebhook(headers: Headers, rawBody: Uint8Array): Promise<CardWebhookOutcome>
}
