import { ApiProblem, type FailureCode } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The label of a state, and the tone of its badge. */
export interface StateText {
  readonly label: () => string
  readonly tone: 'neutral' | 'crystal' | 'amber' | 'loss'
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
  validation_failed: () => m.admin_failure_refused(),
  item_not_found: () => m.admin_failure_item_gone(),
  listing_not_found: () => m.admin_team_failure_gone(),
  perk_not_found: () => m.admin_failure_perk_not_found(),
  perk_disputed: () => m.admin_failure_perk_disputed(),
  perk_not_by_hand: () => m.admin_failure_perk_not_by_hand(),
  adapter_not_found: () => m.admin_failure_adapter_not_found(),
  adapter_without_list: () => m.admin_failure_adapter_without_list(),
  adapter_unavailable: () => m.admin_failure_adapter_unavailable(),
  image_refused: () => m.admin_picture_not_taken(),
  body_too_large: () => m.admin_picture_too_large(),
  idempotency_key_reused: () => m.admin_failure_repeat(),
}

/** Why a request of the admin area failed, and what to do now. */
export function failureText(failure: unknown): string {
  const known = failure instanceof ApiProblem ? failures[failure.code] : undefined
  return (known ?? m.admin_failure_other)()
}
