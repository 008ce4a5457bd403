import type { InboxPayment } from '#contract/staff.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'

export const paymentStates: Readonly<Record<InboxPayment['status'], StateText>> = {
  held: { label: m.admin_payment_held, tone: 'amber' },
  completed: { label: m.admin_payment_completed, tone: 'crystal' },
  declined: { label: m.admin_payment_declined, tone: 'neutral' },
  refunded: { label: m.admin_payment_refunded, tone: 'loss' },
}

interface Explanation {
  readonly reason: () => string
  readonly action: () => string
}

const askBuyer = () => m.admin_todo_ask_buyer()
const explanations: Readonly<Record<string, Explanation>> = {
  several_orders_wait: { reason: m.admin_reason_several_orders_wait, action: m.admin_todo_assign },
  no_order_waits: { reason: m.admin_reason_no_order_waits, action: m.admin_todo_find_or_refund },
  claim_does_not_fit: { reason: m.admin_reason_claim_does_not_fit, action: askBuyer },
  assignment_does_not_fit: { reason: m.admin_reason_assignment_does_not_fit, action: askBuyer },
  not_completed: { reason: m.admin_reason_not_completed, action: m.admin_todo_assign },
  payment_disputed: { reason: m.admin_reason_disputed, action: m.admin_todo_find_or_refund },
  order_already_paid: { reason: m.admin_reason_order_already_paid, action: m.admin_todo_refund },
  order_dealt_with: { reason: m.admin_reason_dealt_with, action: m.admin_todo_dealt_with },
  order_not_payable: { reason: m.admin_reason_order_not_payable, action: askBuyer },
  order_unknown: { reason: m.admin_reason_order_unknown, action: askBuyer },
  order_mismatch: { reason: m.admin_reason_order_mismatch, action: askBuyer },
  amount_mismatch: { reason: m.admin_reason_amount_mismatch, action: askBuyer },
  currency_mismatch: { reason: m.admin_reason_currency_mismatch, action: askBuyer },
  mode_mismatch: { reason: m.admin_reason_mode_mismatch, action: m.admin_todo_check_keys },
  payee_mismatch: { reason: m.admin_reason_payee_mismatch, action: m.admin_todo_check_payee },
}

/** Why a payment matches no order, by the code that the server stores with it; null for other texts. */
export function reasonText(code: string): string | null {
  return explanations[code]?.reason() ?? null
}

/** Why a payment matches no order, and what to do about it. */
export function explainPayment({ reason: code, status, isDisputed }: InboxPayment) {
  const known = explanations[code]
  const answerDispute = isDisputed ? m.admin_todo_answer_dispute : undefined
  return {
    reason: reasonText(code) ?? m.admin_reason_unknown({ code }),
    action: (actionsByStatus[status] ?? answerDispute ?? known?.action ?? askBuyer)(),
  }
}

/** Without money to decide about, the status matters more than the reason. */
const actionsByStatus: Readonly<Partial<Record<InboxPayment['status'], () => string>>> = {
  held: () => m.admin_todo_wait(),
  refunded: () => m.admin_todo_given_back(),
}
