import type { OrderView } from '#contract/checkout.ts'
import { passingSteps } from '#domain/deliveries.ts'
import { cents } from '#domain/money.ts'
import type { HeldFor } from '#domain/held-payments.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { isToCome } from '#domain/perks.ts'
import type { ProductText } from '#contract/product-texts.ts'
import { detailsOfOffer } from '#web/features/products/product-text.ts'
import { formatDate } from '#web/i18n/format-time.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { MessageTone } from '#web/ui/notice.tsx'

const displayStatuses = {
  pending: 'unpaid',
  processing: 'under_review',
  disputed: 'disputed',
  refunded: 'refunded',
  expired: 'expired',
  superseded: 'replaced',
} as const satisfies Record<Exclude<OrderStatus, 'paid'>, string>

/** The status of an order from its buyer's point of view. */
export type DisplayStatus =
  | (typeof displayStatuses)[keyof typeof displayStatuses]
  | 'to_activate'
  | 'in_progress'
  | 'activated'
  | 'delivering'
  | 'to_begin'
  | 'active'
  | 'moved'
  | 'ended'
  | 'cancelled'

export function displayStatus(order: OrderView): DisplayStatus {
  const { status, deliveredAt, perk, task } = order
  if (status !== 'paid') return displayStatuses[status]
  if (perk?.voided) return 'cancelled'
  if (perk && isAutomatic(order)) {
    if (perk.endsAt !== null && Date.parse(perk.endsAt) <= Date.now()) return 'ended'
    if (perk.delivery.state === 'moved') return 'moved'
    if (perk.delivery.state !== 'verified') return 'delivering'
    return perk.startsAt !== null && isToCome(perk.startsAt, Date.now()) ? 'to_begin' : 'active'
  }
  if (deliveredAt !== null) return 'activated'
  return task?.state === 'in_progress' ? 'in_progress' : 'to_activate'
}

/** Whether what it brought is delivered without the staff and without the buyer. */
export function isAutomatic({ perk, deliveredAt }: OrderView): boolean {
  return perk !== null && perk.delivery.reason !== 'by_hand' && deliveredAt === null
}

const undelivered: ReadonlySet<DisplayStatus> = new Set(['to_activate', 'in_progress'])

/** What the staff need to know from its buyer, until they have delivered it; null when they need nothing. */
export function askedDetails(order: OrderView, isTyping = false): ProductText['details'] {
  const [item] = order.items
  return item && (isTyping || undelivered.has(displayStatus(order)))
    ? detailsOfOffer(item.offerKey)
    : null
}

/** Of the form in which the buyer answers them on the same page. */
export function detailsId(orderId: string): string {
  return `details-${orderId}`
}

/** Whether it was paid, even if the money went back later. */
export function isPaid({ status, paidAt }: OrderView): boolean {
  return paidAt !== null || status === 'paid' || status === 'disputed' || status === 'refunded'
}

/** Whether part of the money went back while the order stays valid. */
export function isPartlyRefunded({ status, refundedCents }: OrderView): boolean {
  return refundedCents > 0 && status !== 'refunded'
}

/** Whether the buyer's choice to be named as a donor has an effect. */
export function donorChoiceMatters({ status }: OrderView): boolean {
  return status === 'paid' || status === 'disputed'
}

export interface DisplayStatusText {
  readonly title: string
  /** What it means for the buyer, and what to do now. */
  readonly text: string
  readonly tone: MessageTone
}

const displayStatusTexts: Readonly<Record<DisplayStatus, (order: OrderView) => DisplayStatusText>> =
  {
    unpaid: plain(m.orders_unpaid_title, m.orders_unpaid_text, 'warning'),
    under_review: ({ heldFor }) => heldText(heldFor),
    to_activate: plain(m.orders_to_activate_title, m.orders_to_activate_text, 'success'),
    in_progress: plain(m.orders_in_progress_title, m.orders_in_progress_text, 'success'),
    activated: ({ deliveredAt, paidAt, openedAt }) => ({
      title: m.orders_activated_title({ date: formatDate(deliveredAt ?? paidAt ?? openedAt) }),
      text: m.orders_activated_text(),
      tone: 'success',
    }),
    delivering: (order) => ({
      title: m.orders_delivering_title(),
      ...(passingSteps.includes(order.perk?.delivery.state ?? '')
        ? { text: m.orders_delivering_text(), tone: 'success' }
        : // The steps below say what is wrong, or what the buyer must do.
          { text: m.orders_delivering_steps(), tone: 'info' }),
    }),
    to_begin: ({ perk }) => ({
      title: m.orders_to_begin_title({ date: formatDate(perk?.startsAt ?? '') }),
      text: m.orders_to_begin_text(),
      tone: 'success',
    }),
    active: plain(m.orders_active_title, m.orders_active_text, 'success'),
    moved: plain(m.delivery_moved, m.delivery_moved_text, 'info'),
    ended: ({ perk }) => ({
      title: m.orders_ended_title({ date: formatDate(perk?.endsAt ?? '') }),
      text: m.orders_ended_text(),
      tone: 'info',
    }),
    cancelled: ({ perk }) => ({
      title: m.orders_cancelled_title({ date: formatDate(perk?.endsAt ?? '') }),
      text: m.orders_cancelled_text(),
      tone: 'info',
    }),
    disputed: plain(m.orders_disputed_title, m.orders_disputed_text, 'warning'),
    refunded: ({ refundedCents }) => ({
      title: m.orders_refunded_title(),
      text: m.orders_refunded_text({ amount: formatCents(cents(refundedCents)) }),
      tone: 'info',
    }),
    expired: plain(m.orders_expired_title, m.orders_expired_text, 'info'),
    replaced: plain(m.orders_replaced_title, m.orders_replaced_text, 'info'),
  }

/** What a held payment waits for, in the page's language. */
export function heldText(heldFor: OrderView['heldFor']): DisplayStatusText {
  return heldTexts[heldFor ?? 'provider']()
}

const heldTexts: Readonly<Record<HeldFor, () => DisplayStatusText>> = {
  staff: plain(m.orders_held_staff_title, m.orders_held_staff, 'info'),
  bank: plain(m.orders_held_bank_title, m.orders_held_bank, 'info'),
  provider: plain(m.orders_under_review_title, m.orders_under_review, 'info'),
  ban: plain(m.orders_held_ban_title, m.orders_held_ban, 'warning'),
}

function plain(title: () => string, text: () => string, tone: MessageTone) {
  return () => ({ title: title(), text: text(), tone })
}

export function displayStatusText(order: OrderView): DisplayStatusText {
  return displayStatusTexts[displayStatus(order)](order)
}
