import type { InboxPayment } from '#contract/staff.ts'
import { staffTexts } from '#web/admin-kit/staff-texts.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'

export const paymentStates: Readonly<Record<InboxPayment['status'], StateText>> = {
  held: { label: m.admin_payment_held, tone: 'amber' },
  completed: { label: m.admin_payment_completed, tone: 'crystal' },
  declined: { label: m.admin_payment_declined, tone: 'neutral' },
  refunded: { label: m.admin_payment_refunded, tone: 'loss' },
}

const askBuyer = () => m.admin_todo_ask_buyer()
/** By why the payment matches no order; for other reasons the buyer has to be asked. */
const actions: Readonly<Record<string, () => string>> = {
  several_orders_wait: m.admin_todo_assign,
  no_order_waits: m.admin_todo_find_or_refund,
  not_completed: m.admin_todo_assign,
  payment_disputed: m.admin_todo_find_or_refund,
  order_already_paid: m.admin_todo_refund,
  order_dealt_with: m.admin_todo_dealt_with,
  paid_while_banned: m.admin_todo_banned,
  mode_mismatch: m.admin_todo_check_keys,
  payee_mismatch: m.admin_todo_check_payee,
}

/** Why a payment matches no order, by the code that the server stores with it; null for other texts. */
export function reasonText(code: string): string | null {
  return staffTexts()['payment-reasons'][code] ?? null
}

/** Why a payment matches no order, and what to do about it. */
export function explainPayment({ reason: code, status, isDisputed }: InboxPayment) {
  const answerDispute = isDisputed ? m.admin_todo_answer_dispute : undefined
  return {
    reason: reasonText(code) ?? m.admin_reason_unknown({ code }),
    action: (actionsByStatus[status] ?? answerDispute ?? actions[code] ?? askBuyer)(),
  }
}

/** Without money to decide about, the status matters more than the reason. */
const actionsByStatus: Readonly<Partial<Record<InboxPayment['status'], () => string>>> = {
  held: () => m.admin_todo_wait(),
  refunded: () => m.admin_todo_given_back(),
}
