import { m } from '#web/i18n/paraglide/messages.js'
import type { MessageTone } from '#web/ui/notice.tsx'

/** With `help` the staff can help if the problem persists. */
export type NoticeContent = readonly [
  tone: MessageTone,
  title: () => string,
  text: (inputs: { readonly price: string }) => string,
  help?: 'help',
]

/** What happened to a payment, whether money was charged, and what to do now. */
export const paymentNotices = {
  cancelled: ['info', m.checkout_cancelled_title, m.checkout_cancelled],
  code_ended: ['warning', m.checkout_code_ended_title, m.checkout_code_ended],
  code_used_up: ['warning', m.checkout_code_used_up_title, m.checkout_code_used_up],
  declined: ['warning', m.checkout_declined_title, m.checkout_declined],
  denied: ['warning', m.checkout_denied_title, m.checkout_denied, 'help'],
  failed: ['error', m.checkout_failed, m.checkout_failed_help, 'help'],
  left_unpaid: ['warning', m.checkout_left_unpaid_title, m.checkout_left_unpaid],
  lost: ['error', m.checkout_lost_title, m.checkout_lost, 'help'],
  not_sent: ['error', m.checkout_not_sent, m.checkout_not_sent_help],
  not_set_up: ['error', m.checkout_not_set_up_title, m.checkout_not_set_up, 'help'],
  not_sold: ['error', m.checkout_failed, m.checkout_not_sold],
  price_changed: ['warning', m.checkout_price_changed_title, m.checkout_price_changed],
  provider_unavailable: [
    'warning',
    m.checkout_provider_unavailable_title,
    m.checkout_provider_unavailable,
  ],
  rate_limited: ['warning', m.checkout_rate_limited_title, m.checkout_rate_limited],
  refunded: ['info', m.checkout_refunded_title, m.checkout_refunded],
  reopened: ['warning', m.checkout_reopened_title, m.checkout_reopened],
  replaced: ['warning', m.checkout_replaced_title, m.checkout_replaced, 'help'],
  server_unreachable: [
    'warning',
    m.checkout_server_unreachable_title,
    m.checkout_server_unreachable,
  ],
  too_many_open: ['warning', m.checkout_too_many_open_title, m.too_many_open_checkouts, 'help'],
  unconfirmed: ['warning', m.checkout_unconfirmed_title, m.checkout_unconfirmed, 'help'],
  unknown: ['info', m.checkout_unknown_title, m.checkout_unknown],
  unreadable: ['warning', m.checkout_unreadable_title, m.checkout_unreadable, 'help'],
} as const satisfies Record<string, NoticeContent>
export type NoticeName = keyof typeof paymentNotices
