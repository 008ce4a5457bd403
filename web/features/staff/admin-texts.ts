import type { InboxPayment } from '#contract/staff.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { ApiProblem, type FailureCode } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The label of a state, and the tone of its badge. */
export interface StateText {
  readonly label: () => string
  readonly tone: 'neutral' | 'crystal' | 'amber' | 'loss'
}

export const orderStates: Readonly<Record<OrderStatus, StateText>> = {
  pending: { label: m.admin_status_pending, tone: 'neutral' },
  processing: { label: m.admin_status_processing, tone: 'amber' },
  settled: { label: m.admin_status_settled, tone: 'crystal' },
  expired: { label: m.admin_status_expired, tone: 'neutral' },
  superseded: { label: m.admin_status_superseded, tone: 'neutral' },
  disputed: { label: m.admin_status_disputed, tone: 'amber' },
  refunded: { label: m.admin_status_refunded, tone: 'loss' },
}

export const paymentStates: Readonly<Record<InboxPayment['status'], StateText>> = {
  held: { label: m.admin_payment_held, tone: 'amber' },
  completed: { label: m.admin_payment_completed, tone: 'crystal' },
  declined: { label: m.admin_payment_declined, tone: 'neutral' },
  refunded: { label: m.admin_payment_refunded, tone: 'loss' },
}

const failures: Readonly<Partial<Record<FailureCode, () => string>>> = {
  network_error: () => m.admin_failure_unreachable(),
  timeout: () => m.admin_failure_unreachable(),
  forbidden: () => m.admin_failure_forbidden(),
  rate_limited: () => m.admin_failure_rate_limited(),
  order_not_found: () => m.admin_failure_order_not_found(),
  order_not_paid: () => m.admin_failure_order_not_paid(),
  task_changed: () => m.admin_failure_task_changed(),
  payment_not_found: () => m.admin_failure_payment_not_found(),
  payment_already_claimed: () => m.admin_failure_payment_claimed(),
  payment_not_assignable: () => m.admin_failure_not_assignable(),
  payment_disputed: () => m.admin_failure_disputed(),
  payment_provider_unavailable: () => m.admin_failure_provider(),
  payment_answer_unreadable: () => m.admin_failure_unreadable(),
  payment_not_checked: () => m.admin_failure_not_checked(),
  validation_failed: () => m.admin_shop_failure_refused(),
  item_not_found: () => m.admin_shop_failure_gone(),
  listing_not_found: () => m.admin_team_failure_gone(),
  perk_not_found: () => m.admin_failure_perk_not_found(),
  perk_disputed: () => m.admin_failure_perk_disputed(),
  perk_not_by_hand: () => m.admin_failure_perk_not_by_hand(),
  adapter_not_found: () => m.admin_failure_adapter_not_found(),
  adapter_without_list: () => m.admin_failure_adapter_without_list(),
  adapter_unavailable: () => m.admin_failure_adapter_unavailable(),
  image_refused: () => m.admin_shop_picture_not_taken(),
  body_too_large: () => m.admin_shop_picture_too_large(),
  idempotency_key_reused: () => m.admin_shop_failure_repeat(),
}

/** Why a request of the admin area failed, and what to do now. */
export function failureText(failure: unknown): string {
  const known = failure instanceof ApiProblem ? failures[failure.code] : undefined
  return (known ?? m.admin_failure_other)()
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
