import type { FailureCode } from '../api/client.ts'

/** What the buyer has to know about the payment of one cart item. */
export type PaymentNotice =
  | 'cancelled'
  | 'declined'
  | 'not_sent'
  | 'unconfirmed'
  | 'price_changed'
  | 'not_sold'
  | 'reopened'
  | 'refunded'
  | 'rate_limited'
  | 'provider_unavailable'
  | 'failed'

type NoticeByCode = Readonly<Partial<Record<FailureCode, PaymentNotice>>>

const openingNotices: NoticeByCode = {
  price_changed: 'price_changed',
  item_not_sold: 'not_sold',
  rate_limited: 'rate_limited',
}

/** Opening the order failed: nothing was charged, and no button is shown. */
export function noticeForOpening(code: FailureCode): PaymentNotice {
  return openingNotices[code] ?? 'not_sent'
}

const startNotices: NoticeByCode = {
  price_changed: 'price_changed',
  order_not_payable: 'reopened',
  order_not_found: 'reopened',
  rate_limited: 'rate_limited',
  payment_provider_unavailable: 'provider_unavailable',
  network_error: 'provider_unavailable',
  timeout: 'provider_unavailable',
}

/** PayPal was to open its window and our server could not make its order: nothing was charged. */
export function noticeForStart(code: FailureCode): PaymentNotice {
  return startNotices[code] ?? 'failed'
}

const captureNotices: NoticeByCode = {
  payment_declined: 'declined',
  price_changed: 'price_changed',
}

/** The buyer approved and our server did not confirm. Only a clear refusal says that nothing was taken. */
export function noticeForCapture(code: FailureCode): PaymentNotice {
  return captureNotices[code] ?? 'unconfirmed'
}
