import { parseHexColor } from '#domain/color.ts'
import { providerNames } from '#domain/connection-faults.ts'
import type { MessageKind, Row } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import {
  countText,
  fill,
  formatAmount,
  messageColors,
  messageFields,
  type MessageField,
  type MessageTexts,
  type TextsByCode,
} from '#server/services/messages/message-texts.ts'

const { red, amber, green } = messageColors

interface MessageOrder extends Row<'orders'> {
  readonly is_delivered_by_adapter: boolean
}

/** The message about an order, in its state when the message is sent. */
export function composeOrderMessage(
  all: MessageTexts,
  kind: Extract<MessageKind, `checkout_${string}`>,
  order: MessageOrder,
): StaffMessage {
  const { labels, orders: texts } = all
  const isPaid = kind === 'checkout_paid'
  const { duration_months: months, steam_id: steamId } = order
  const duration = months ? ` (${countText(all, texts.months, months)})` : ''
  return {
    ...orderHeading(texts, kind, order),
    thumbnailUrl: order.discord_avatar_url,
    fields: messageFields(
      [labels.item, `${order.item_name}${duration}`],
      [labels.color, order.color && inBothNotations(order.color)],
      [labels.details, order.details],
      [labels.price, formatAmount(order.price_cents, order.currency)],
      [
        labels.steam_id,
        order.for_somebody_else ? fill(texts.for_somebody_else, { steam_id: steamId }) : steamId,
      ],
      [labels.discord, order.discord_username],
      [labels.order, order.id],
      [labels.action, isPaid && order.is_delivered_by_adapter ? texts.action_automatic : null],
    ),
  }
}

/** A paid order may have been refunded or disputed before its message is sent. */
function orderHeading(
  texts: MessageTexts['orders'],
  kind: Extract<MessageKind, `checkout_${string}`>,
  { status, is_delivered_by_adapter: deliversItself }: MessageOrder,
): Pick<StaffMessage, 'title' | 'color'> {
  if (kind === 'checkout_started') return { title: texts.started, color: amber }
  if (kind === 'checkout_details') return { title: texts.details, color: green }
  if (deliversItself) {
    if (status === 'refunded') return { title: texts.automatic_then_refunded, color: red }
    if (status === 'disputed') return { title: texts.automatic_then_disputed, color: amber }
    return { title: texts.automatic, color: green }
  }
  if (status === 'refunded') return { title: texts.paid_then_refunded, color: red }
  if (status === 'disputed') return { title: texts.paid_then_disputed, color: amber }
  return { title: texts.paid, color: green }
}

/** The game's settings may need either notation. */
function inBothNotations(hex: string): string | null {
  const color = parseHexColor(hex)
  return color && `${hex} (${color.r}, ${color.g}, ${color.b})`
}

export function composePaymentMessage(texts: MessageTexts, payment: Row<'payments'>): StaffMessage {
  const { labels, payments } = texts
  const { order_id: orderId } = payment
  const { reason, action } = explain(texts, payment)
  return {
    title: orderId === null ? payments.unmatched : payments.matched,
    color: orderId === null ? red : green,
    fields: messageFields(
      [labels.amount, formatAmount(payment.amount_cents, payment.currency)],
      [labels.paypal_transaction, payment.reference],
      orderId === null ? [labels.reason, reason] : [labels.order, orderId],
      [labels.action, action],
    ),
  }
}

/** By the stored reason of the payment. */
function explain({ payments, ...texts }: MessageTexts, payment: Row<'payments'>) {
  const code = payment.unmatched_reason ?? '—'
  const reasons: TextsByCode = texts['payment-reasons']
  const actions: TextsByCode = texts['payment-actions']
  const reason = reasons[code] ?? fill(payments.reason_unknown, { code })
  if (payment.order_id !== null) return { reason, action: payments.action_matched }
  if (payment.resolved_at !== null) return { reason, action: payments.action_resolved }
  if (payment.status === 'refunded') return { reason, action: payments.action_refunded }
  return { reason, action: actions[code] ?? payments.action_other }
}

/** The message about a payment that PayPal holds until the staff acts. */
export function composeHeldMessage(
  { labels, payments, 'hold-actions': texts }: MessageTexts,
  payment: Row<'payments'>,
): StaffMessage {
  const actions: TextsByCode = texts
  const isHeld = payment.status === 'held'
  const reason = payment.held_reason ?? ''
  return {
    title: payments.to_accept,
    color: isHeld ? amber : green,
    fields: messageFields(
      [labels.amount, formatAmount(payment.amount_cents, payment.currency)],
      [labels.paypal_transaction, payment.reference],
      [labels.order, payment.order_id],
      [labels.reason, isHeld ? reason : null],
      [labels.action, actions[isHeld ? reason : 'accepted']],
    ),
  }
}

export function composeUnreadableMessage(
  { labels, payments: texts }: MessageTexts,
  kept: Row<'unreadable_answers'>,
): StaffMessage {
  return {
    title: fill(texts.unreadable, { provider: providerNames[kept.provider] }),
    color: amber,
    fields: messageFields(
      [labels.reference, kept.reference],
      [labels.order, kept.order_id ?? kept.krypto_order_id],
      [labels.unreadable, kept.detail],
      [labels.action, kept.resolved_at === null ? texts.action_unreadable : texts.action_readable],
    ),
  }
}

/** A payment that was refunded or is disputed, as it stands when the message is sent. */
export interface ReversedPayment {
  readonly payment: Row<'payments'>
  /** Null while the payment matches no order. */
  readonly order: MessageOrder | null
  readonly disputes: readonly Row<'disputes'>[]
}

const reversals = {
  order_refunded: { status: null, color: red, action: actionAfterLoss },
  dispute_opened: { status: 'open', color: red, action: actionWhileOpen },
  dispute_won: { status: 'won', color: green, action: actionAfterWin },
  dispute_lost: { status: 'lost', color: red, action: actionAfterLoss },
} as const

/** The message about a refund of an order, in full or in part, or about a PayPal dispute. */
export function composeReversalMessage(
  { labels, refunds }: MessageTexts,
  kind: keyof typeof reversals,
  reversal: ReversedPayment,
): StaffMessage {
  const { payment, order, disputes } = reversal
  const { status, color, action } = reversals[kind]
  const isRefund = kind === 'order_refunded'
  const isPartly = isRefund && !isAllBack(reversal)
  const title = isRefund ? refunds.refunded : refunds[kind]
  const amount = formatAmount(payment.refunded_cents, payment.currency)
  const total = formatAmount(payment.amount_cents, payment.currency)
  return {
    title: isPartly ? refunds.partly_refunded : title,
    color: isPartly ? amber : color,
    thumbnailUrl: order?.discord_avatar_url ?? null,
    fields: messageFields(
      [labels.item, order?.item_name],
      [labels.refunded, fill(refunds.part_of_total, { amount, total })],
      ...disputes
        .filter((dispute) => dispute.status === status)
        .map(({ reference, amount_cents: cents, currency }): MessageField => [
          status === 'lost' ? labels.dispute_lost : labels.dispute,
          fill(refunds.disputed_amount, { reference, amount: formatAmount(cents, currency) }),
        ]),
      [labels.steam_id, order?.steam_id],
      [labels.discord, order?.discord_username],
      [labels.order, order?.id],
      [labels.paypal_transaction, payment.reference],
      [labels.action, action(refunds, reversal)],
    ),
  }
}

function actionWhileOpen(texts: MessageTexts['refunds'], reversal: ReversedPayment): string {
  if (reversal.disputes.every(({ status }) => status !== 'open')) return texts.action_closed
  if (isAllBack(reversal)) return texts.action_prove_refund
  return isAutomatic(reversal) ? texts.action_prove_automatic : texts.action_prove_delivery
}

function actionAfterWin(texts: MessageTexts['refunds'], reversal: ReversedPayment): string {
  if (reversal.disputes.some(({ status }) => status === 'open')) return texts.action_other_dispute
  const isRefunded = reversal.order?.status === 'refunded'
  if (isAutomatic(reversal)) {
    return isRefunded ? texts.action_won_refunded_automatic : texts.action_won_automatic
  }
  return isRefunded ? texts.action_won_refunded : texts.action_won
}

function actionAfterLoss(texts: MessageTexts['refunds'], reversal: ReversedPayment): string {
  if (isAutomatic(reversal)) {
    return isAllBack(reversal) ? texts.action_back_automatic : texts.action_partly_automatic
  }
  if (!isAllBack(reversal)) return texts.action_keep_rest
  const wasPaid = !reversal.order || reversal.order.paid_at !== null
  return wasPaid ? texts.action_take_back : texts.action_never_paid
}

function isAutomatic({ order }: ReversedPayment): boolean {
  return order?.is_delivered_by_adapter ?? false
}

function isAllBack({ payment }: ReversedPayment): boolean {
  return payment.refunded_cents >= payment.amount_cents
}

export type PackMessageKind = Extract<MessageKind, `pack_${string}`>

interface MessagePack extends PackOrder {
  readonly has_open_dispute: boolean
}

interface PackText extends Pick<StaffMessage, 'title' | 'color'> {
  readonly action: string
}

const packTexts: Readonly<
  Record<PackMessageKind, (texts: MessageTexts['packs'], order: MessagePack) => PackText>
> = {
  pack_refunded: (texts, { status, disputed_cents: disputedCents }) => {
    const isAll = status === 'refunded'
    const refunded = isAll ? texts.refunded : texts.partly_refunded
    return {
      title: disputedCents > 0 ? texts.dispute_lost : refunded,
      color: isAll ? red : amber,
      action: isAll ? texts.action_all_taken_back : texts.action_taken_back,
    }
  },
  pack_disputed: (texts, { status, has_open_dispute: isOpen }) => {
    const whileOpen = isOpen ? texts.action_answer_inquiry : texts.action_closed
    return {
      title: texts.dispute_opened,
      color: red,
      action: status === 'disputed' ? texts.action_answer_dispute : whileOpen,
    }
  },
  pack_dispute_won: (texts) => ({
    title: texts.dispute_won,
    color: green,
    action: texts.action_returned,
  }),
  pack_mismatch: (texts, { paid_at: paidAt }) => ({
    title: texts.mismatched,
    color: red,
    action: paidAt === null ? texts.action_check_payment : texts.action_paid,
  }),
}

export function composePackMessage(
  { labels, packs: texts, 'pack-reasons': reasonTexts }: MessageTexts,
  kind: PackMessageKind,
  order: MessagePack,
): StaffMessage {
  const reasons: TextsByCode = reasonTexts
  const { title, color, action } = packTexts[kind](texts, order)
  const { refunded_cents: refunded, disputed_cents: disputed, mismatch } = order
  const amount = (cents: number): string => formatAmount(cents, order.currency)
  return {
    title,
    color,
    fields: messageFields(
      [labels.pack, `${order.amount} Kr + ${order.bonus} Kr`],
      [labels.price, amount(order.price_cents)],
      [labels.refunded, refunded === 0 ? null : amount(refunded)],
      [labels.dispute, disputed === 0 ? null : amount(disputed)],
      [labels.kr_taken_back, refunded + disputed === 0 ? null : `${order.kr_taken_back} Kr`],
      [
        labels.reason,
        kind === 'pack_mismatch' && mismatch ? (reasons[mismatch] ?? mismatch) : null,
      ],
      [labels.steam_id, order.steam_id],
      [labels.discord, order.discord_username],
      [labels.order, order.id],
      [labels.stripe_payment, order.payment_intent ?? order.session_id ?? '?'],
      [labels.action, action],
    ),
  }
}
