import { m } from '../i18n/paraglide/messages.js'
import { ApiProblem, type FailureCode } from './client.ts'

const sentences: Readonly<Record<FailureCode, () => string>> = {
  network_error: m.problem_network_error,
  timeout: m.problem_timeout,
  unexpected_answer: m.problem_internal_error,
  internal_error: m.problem_internal_error,
  invalid_json: m.problem_bad_request,
  unsupported_media_type: m.problem_bad_request,
  method_not_allowed: m.problem_bad_request,
  invalid_signature: m.problem_bad_request,
  foreign_origin: m.problem_foreign_origin,
  unauthenticated: m.problem_unauthenticated,
  forbidden: m.problem_forbidden,
  not_found: m.problem_not_found,
  order_not_found: m.problem_order_not_found,
  order_not_payable: m.problem_order_not_payable,
  payment_declined: m.problem_payment_declined,
  payment_not_found: m.problem_payment_not_found,
  payment_already_claimed: m.problem_payment_already_claimed,
  payment_provider_unavailable: m.problem_payment_provider_unavailable,
  price_changed: m.problem_price_changed,
  item_not_sold: m.problem_item_not_sold,
  body_too_large: m.problem_body_too_large,
  validation_failed: m.problem_validation_failed,
  rate_limited: m.problem_rate_limited,
  database_unavailable: m.problem_database_unavailable,
}

/** A sentence for the visitor: what happened, that nothing was lost, what to do now. */
export function problemMessage(error: unknown): string {
  return error instanceof ApiProblem ? sentences[error.code]() : m.problem_internal_error()
}
