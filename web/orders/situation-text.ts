import type { OrderView } from '#contract/checkout.ts'
import { cents } from '#domain/money.ts'
import { formatCents } from '#web/i18n/format.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { MessageTone } from '#web/ui/tone-mark.tsx'
import { orderSituation, type OrderSituation } from './order-situation.ts'

export interface SituationText {
  readonly title: string
  /** What it means for the buyer, and what to do now. */
  readonly text: string
  readonly tone: MessageTone
}

const texts: Readonly<Record<OrderSituation, (order: OrderView) => SituationText>> = {
  unpaid: () => ({
    title: m.orders_unpaid_title(),
    text: m.orders_unpaid_text(),
    tone: 'warning',
  }),
  under_review: () => ({
    title: m.checkout_under_review_title(),
    text: m.checkout_under_review(),
    tone: 'info',
  }),
  to_activate: () => ({
    title: m.orders_to_activate_title(),
    text: m.orders_to_activate_text(),
    tone: 'success',
  }),
  activated: ({ deliveredAt, paidAt, openedAt }) => ({
    title: m.orders_activated_title({ date: formatDate(deliveredAt ?? paidAt ?? openedAt) }),
    text: m.orders_activated_text(),
    tone: 'success',
  }),
  disputed: () => ({
    title: m.orders_disputed_title(),
    text: m.orders_disputed_text(),
    tone: 'warning',
  }),
  refunded: ({ refundedCents }) => ({
    title: m.orders_refunded_title(),
    text: m.orders_refunded_text({ amount: formatCents(cents(refundedCents)) }),
    tone: 'info',
  }),
  expired: () => ({
    title: m.orders_expired_title(),
    text: m.orders_expired_text(),
    tone: 'info',
  }),
  replaced: () => ({
    title: m.orders_replaced_title(),
    text: m.orders_replaced_text(),
    tone: 'info',
  }),
}

/** How an order stands, in the page's language. */
export function situationText(order: OrderView): SituationText {
  return texts[orderSituation(order)](order)
}
