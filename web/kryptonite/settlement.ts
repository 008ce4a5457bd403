import type { FailureCode } from '#web/api/client.ts'

/**
 * How a checkout stands, as its page shows it. `pending`: paid in a way that takes time.
 * `review`: it is not what was asked for, and the staff looks into it. `unreachable`: our server or
 * Stripe did not say.
 */
export type Settlement =
  | { readonly status: 'processing' | 'pending' | 'unreachable' }
  | { readonly status: 'declined' | 'expired' | 'refunded' | 'review' | 'unknown' }
  | { readonly status: 'credited'; readonly totalKr: number }

const statusByCode: Readonly<Partial<Record<FailureCode, Settlement>>> = {
  payment_pending: { status: 'pending' },
  payment_declined: { status: 'declined' },
  payment_expired: { status: 'expired' },
  payment_in_review: { status: 'review' },
  payment_refunded: { status: 'refunded' },
  session_not_found: { status: 'unknown' },
  // What is no session id names no session.
  validation_failed: { status: 'unknown' },
}

/** What a refusal says of a checkout. What was known stays through a trouble that passes. */
export function settlementAfter(before: Settlement, code: FailureCode): Settlement {
  return statusByCode[code] ?? (before.status === 'pending' ? before : { status: 'unreachable' })
}

/** Whether asking again may answer something else. */
export function mayChange({ status }: Settlement): boolean {
  return status === 'processing' || status === 'pending' || status === 'unreachable'
}

const firstDelayMs = 2000
const longestDelayMs = 5 * 60_000

/** The wait before the next question, from two seconds to five minutes: a bank may take days. */
export function settlementDelayMs(round: number): number {
  return Math.min(longestDelayMs, Math.round(firstDelayMs * 1.5 ** round))
}
