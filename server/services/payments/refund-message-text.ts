import type { Selectable } from 'kysely'
import type { DisputesTable, MessageKind, OrdersTable, PaymentsTable } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import {
  formatAmount,
  messageColors,
  messageFields,
  type MessageField,
  type StaffTexts,
} from '#server/services/staff/message-texts.ts'

/** A payment that was refunded or is disputed, as it stands when the message is sent. */
export interface ReversedPayment {
  readonly payment: Selectable<PaymentsTable>
  /** Null while the payment matches no order. */
  readonly order: Selectable<OrdersTable> | null
  readonly disputes: readonly Selectable<DisputesTable>[]
}

const { red, amber, green } = messageColors

const reversals = {
  order_refunded: { status: null, color: red, action: actionAfterLoss },
  dispute_opened: { status: 'open', color: red, action: actionWhileOpen },
  dispute_won: { status: 'won', color: green, action: actionAfterWin },
  dispute_lost: { status: 'lost', color: red, action: actionAfterLoss },
} as const

/** The message about a refund of an order, in full or in part, or about a PayPal dispute. */
export function composeReversalMessage(
  { labels, refunds }: StaffTexts,
  kind: keyof typeof reversals,
  reversal: ReversedPayment,
): StaffMessage {
  const { payment, order, disputes } = reversal
  const { status, action, ...usual } = reversals[kind]
  const partly = { title: refunds.partly_refunded, color: amber }
  const whole = { title: kind === 'order_refunded' ? refunds.refunded : refunds[kind], ...usual }
  const amount = formatAmount(payment.refunded_cents, payment.currency)
  const total = formatAmount(payment.amount_cents, payment.currency)
  return {
    ...(kind === 'order_refunded' && !isAllBack(reversal) ? partly : whole),
    thumbnailUrl: order?.discord_avatar_url ?? null,
    fields: messageFields(
      [labels.item, order?.item_name],
      [labels.refunded, refunds.part_of_total({ amount, total })],
      ...disputes
        .filter((dispute) => dispute.status === status)
        .map(({ reference, amount_cents: cents, currency }): MessageField => [
          status === 'lost' ? labels.dispute_lost : labels.dispute,
          refunds.disputed_amount({ reference, amount: formatAmount(cents, currency) }),
        ]),
      [labels.steam_id, order?.steam_id],
      [labels.discord, order?.discord_username],
      [labels.order, order?.id],
      [labels.paypal_transaction, payment.reference],
      [labels.action, action(refunds, reversal)],
    ),
  }
}

function actionWhileOpen(texts: StaffTexts['refunds'], reversal: ReversedPayment): string {
  if (reversal.disputes.every(({ status }) => status !== 'open')) return texts.action_closed
  return isAllBack(reversal) ? texts.action_prove_refund : texts.action_prove_delivery
}

function actionAfterWin(texts: StaffTexts['refunds'], reversal: ReversedPayment): string {
  if (reversal.disputes.some(({ status }) => status === 'open')) return texts.action_other_dispute
  return reversal.order?.status === 'refunded' ? texts.action_won_refunded : texts.action_won
}

function actionAfterLoss(texts: StaffTexts['refunds'], reversal: ReversedPayment): string {
  if (!isAllBack(reversal)) return texts.action_keep_rest
  const wasPaid = !reversal.order || reversal.order.settled_at !== null
  return wasPaid ? texts.action_take_back : texts.action_never_paid
}

function isAllBack({ payment }: ReversedPayment): boolean {
  return payment.refunded_cents >= payment.amount_cents
}

export type PackMessageKind = Extract<MessageKind, `pack_${string}`>

interface PackText extends Pick<StaffMessage, 'title' | 'color'> {
  readonly action: string
}

const packTexts: Readonly<
  Record<PackMessageKind, (texts: StaffTexts['packs'], order: PackOrder) => PackText>
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
  pack_disputed: (texts, { status }) => ({
    title: texts.dispute_opened,
    color: red,
    action: status === 'disputed' ? texts.action_answer_dispute : texts.action_closed,
  }),
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

/** The message about a pack's order, in its state when the message is sent. */
export function composePackMessage(
  { labels, packs: texts, 'pack-reasons': reasons }: StaffTexts,
  kind: PackMessageKind,
  order: PackOrder,
): StaffMessage {
  const { title, color, action } = packTexts[kind](texts, order)
  const { refunded_cents: refunded, disputed_cents: disputed, mismatch } = order
  const amount = (cents: number): string => formatAmount(cents, order.currency)
  return {
    title,
    color,
    thumbnailUrl: null,
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
