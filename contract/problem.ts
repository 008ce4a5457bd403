import type * as z from 'zod/mini'
import type { Right } from '#domain/rights.ts'

// Without a schema of its own: every page reads problems, and the first one loads without zod.

/** Every refusal of the server, by its stable code, with its HTTP status. */
export const problemStatus = {
  malformed_request: 400,
  invalid_json: 400,
  unauthenticated: 401,
  payment_declined: 402,
  insufficient_balance: 402,
  forbidden: 403,
  wrong_code: 403,
  access_code_off: 403,
  banned: 403,
  foreign_origin: 403,
  claim_required: 403,
  not_found: 404,
  order_not_found: 404,
  payment_not_found: 404,
  item_not_found: 404,
  code_unknown: 404,
  session_not_found: 404,
  listing_not_found: 404,
  perk_not_found: 404,
  adapter_not_found: 404,
  person_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  price_changed: 409,
  code_used_up: 409,
  code_is_gift: 409,
  code_is_discount: 409,
  sold_out: 409,
  order_not_payable: 409,
  order_not_paid: 409,
  order_delivered: 409,
  task_changed: 409,
  edit_conflict: 409,
  export_running: 409,
  ban_changed: 409,
  person_exists: 409,
  person_in_settings: 409,
  last_owner: 409,
  posted_already: 409,
  listing_revoked: 409,
  listing_exists: 409,
  listing_changed: 409,
  listing_removed: 409,
  too_many_listings: 409,
  payment_already_claimed: 409,
  payment_not_assignable: 409,
  payment_disputed: 409,
  perk_disputed: 409,
  perk_not_by_hand: 409,
  adapter_without_list: 409,
  color_changed_today: 409,
  payment_pending: 409,
  payment_in_review: 409,
  payment_expired: 409,
  payment_refunded: 409,
  code_over: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  item_not_sold: 422,
  idempotency_key_reused: 422,
  image_refused: 422,
  rate_limited: 429,
  too_many_open_checkouts: 429,
  head_too_large: 431,
  invalid_signature: 400,
  internal_error: 500,
  payment_provider_unavailable: 503,
  adapter_unavailable: 503,
  adapter_not_enabled: 503,
  payment_answer_unreadable: 503,
  card_payments_unavailable: 503,
  payments_not_set_up: 503,
  payment_not_checked: 503,
  discord_not_set_up: 503,
  discord_unavailable: 503,
  database_unavailable: 503,
} as const satisfies Record<string, number>

export type ProblemCode = keyof typeof problemStatus

export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(problemStatus, value)
}

export interface FieldError {
  /** Where in the body, for example `items.0.price`. */
  readonly path: string
  readonly code: string
  readonly message: string
  /** In the lines of a text, from 1. */
  readonly line?: number
}

/** An issue of a schema as both ends report it. */
export function toFieldError(issue: z.core.$ZodIssue): FieldError {
  const code: unknown =
    issue.code === 'custom' ? (issue.params?.['code'] ?? issue.code) : issue.code
  return { path: issue.path.join('.'), code: String(code), message: issue.message }
}

/**
 * The body of every error answer, `application/problem+json` (RFC 9457). `error` and `message`
 * carry the same sentence.
 */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly message: string
  readonly error: string
  /** With every 5xx: finds this request in the log; the visitor can quote it to the owner. */
  readonly requestId?: string
  readonly errors?: readonly FieldError[]
  /** With `forbidden` for somebody of the staff: the right that they lack. */
  readonly needs?: Right
  /** With `price_changed`: what the item costs now. */
  readonly currentPriceCents?: number
  /** With `order_not_payable` and `item_not_sold` of several orders: which of them. */
  readonly orderIds?: readonly string[]
  /** With `price_changed` of a skin: what it costs now. */
  readonly currentPriceKr?: number
  /** With `insufficient_balance`: the Kr on the balance. */
  readonly balance?: number
  /**
   * With `banned`: why, in the staff's words, and until when; null without an end. Without a reason where
   * the Steam ID is linked to another account: then both are null.
   */
  readonly ban?: { readonly reason: string | null; readonly until: string | null }
  /** With `edit_conflict`: what somebody else has saved. */
  readonly current?: SavedValue
}

/** A section of the site or a text, as it is now. */
export interface SavedValue {
  /** `site/<section>` or `documents/<kind>/<slug>/<language>`. */
  readonly name: string
  /** Null where there is none. */
  readonly value: unknown
  /** Null while it is that of the file, and was never changed. */
  readonly version: number | null
  readonly changedBy: string | null
  readonly changedAt: string | null
}
