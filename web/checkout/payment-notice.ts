import type { FailureCode } from '#web/api/client.ts'

/** What the buyer has to know about the payment of one cart item. */
export type PaymentNotice =
  | 'cancelled'
  | 'declined'
  | 'denied'
  | 'failed'
  | 'lost'
  | 'not_sent'
  | 'not_sold'
  | 'price_changed'
  | 'provider_unavailable'
  | 'rate_limited'
  | 'refunded'
  | 'reopened'
  | 'replaced'
  | 'server_unreachable'
  | 'too_many_open'
  | 'unconfirmed'
  | 'unknown'
  | 'unreadable'

type NoticeByCode = Readonly<Partial<Record<FailureCode, PaymentNotice>>>

const openingNotices: NoticeByCode = {
  price_changed: 'price_changed',
  item_not_sold: 'not_sold',
  rate_limited: 'rate_limited',
  too_many_open_checkouts: 'too_many_open',
}

/** Opening the order failed: nothing was charged, and no button is shown. */
export function noticeForOpening(code: FailureCode): PaymentNotice {
  return openingNotices[code] ?? 'not_sent'
}

const startNotices: NoticeByCode = {
  order_not_found: 'lost',
  rate_limited: 'rate_limited',
  payment_provider_unavailable: 'provider_unavailable',
  network_error: 'server_unreachable',
  timeout: 'server_unreachable',
}

/** PayPal was to open its window and our server could not make its order: nothing was charged. */
export function noticeForStart(code: FailureCode): PaymentNotice {
  return startNotices[code] ?? 'failed'
}
