import type { Selectable } from 'kysely'
import { parseHexColor } from '#domain/color.ts'
import type {
  MessageKind,
  OrdersTable,
  PaymentsTable,
  UnreadableAnswersTable,
} from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import {
  formatAmount,
  messageColors,
  messageFields,
  type StaffTexts,
} from '#server/services/staff/message-texts.ts'

const { red, amber, green } = messageColors

/** The message about an order, in its state when the message is sent. */
export function composeOrderMessage(
  { labels, orders: texts }: StaffTexts,
  kind: Extract<MessageKind, `checkout_${string}`>,
  order: Selectable<OrdersTable>,
): StaffMessage {
  const duration = order.duration_months ? ` (${texts.months(order.duration_months)})` : ''
  return {
    ...orderHeading(texts, kind, order),
    thumbnailUrl: order.discord_avatar_url,
    fields: messageFields(
      [labels.item, `${order.item_name}${duration}`],
      [labels.color, order.color && inBothNotations(order.color)],
      [labels.price, formatAmount(order.price_cents, order.currency)],
      [labels.steam_id, order.steam_id],
      [labels.discord, order.discord_username],
      [labels.order, order.id],
    ),
  }
}

/** A paid order may have been refunded or disputed before its message is sent. */
function orderHeading(
  texts: StaffTexts['orders'],
  kind: Extract<MessageKind, `checkout_${string}`>,
  { status }: Selectable<OrdersTable>,
): Pick<StaffMessage, 'title' | 'color'> {
  if (kind === 'checkout_started') return { title: texts.started, color: amber }
  if (status === 'refunded') return { title: texts.paid_then_refunded, color: red }
  if (status === 'disputed') return { title: texts.paid_then_disputed, color: amber }
  return { title: texts.paid, color: green }
}

/** The game's settings may need either notation. */
function inBothNotations(hex: string): string | null {
  const color = parseHexColor(hex)
  return color && `${hex} (${color.r}, ${color.g}, ${color.b})`
}

/** The message about a payment that matches no order. */
export function composePaymentMessage(
  texts: StaffTexts,
  payment: Selectable<PaymentsTable>,
): StaffMessage {
  const { labels, payments } = texts
  const { order_id: orderId } = payment
  const { reason, action } = explain(texts, payment)
  return {
    title: orderId === null ? payments.unmatched : payments.matched,
    color: orderId === null ? red : green,
    thumbnailUrl: null,
    fields: messageFields(
      [labels.amount, formatAmount(payment.amount_cents, payment.currency)],
      [labels.paypal_transaction, payment.reference],
      orderId === null ? [labels.reason, reason] : [labels.order, orderId],
      [labels.action, action],
    ),
  }
}

/** By the stored reason of the payment. */
function explain(texts: StaffTexts, payment: Selectable<PaymentsTable>) {
  const code = payment.unmatched_reason ?? '—'
  const { payments, 'payment-reasons': reasons, 'payment-actions': actions } = texts
  const reason = reasons[code] ?? payments.reason_unknown({ code })
  if (payment.order_id !== null) return { reason, action: payments.action_matched }
  if (payment.resolved_at !== null) return { reason, action: payments.action_resolved }
  if (payment.status === 'refunded') return { reason, action: payments.action_refunded }
  return { reason, action: actions[code] ?? payments.action_other }
}

const providerNames = { paypal: 'PayPal', stripe: 'Stripe' } as const

/** The message about an unreadable answer, in its state when the message is sent. */
export function composeUnreadableMessage(
  { labels, payments: texts }: StaffTexts,
  kept: Selectable<UnreadableAnswersTable>,
): StaffMessage {
  return {
    title: texts.unreadable({ provider: providerNames[kept.provider] }),
    color: amber,
    thumbnailUrl: null,
    fields: messageFields(
      [labels.reference, kept.reference],
      [labels.order, kept.order_id ?? kept.krypto_order_id],
      [labels.unreadable, kept.detail],
      [labels.action, kept.resolved_at === null ? texts.action_unreadable : texts.action_readable],
    ),
  }
}
