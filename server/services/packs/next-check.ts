import type { PackOrderStatus } from '#domain/kryptonite.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a pack's buyer may take; then the reconcile job ends the checkout at Stripe. */
export const payableMilliseconds = 3 * hour
/** Found by the fourth run of a job that comes once a minute. */
const shortPause = 3.5 * minute
/** A bank that has not decided by then never will. */
const longestProcessing = 60 * day
/** Cards can be disputed for about that long, and a lost webhook must not be for ever. */
const longestMoneyBack = 180 * day

/** What decides when an order is looked at again. */
interface Watched {
  readonly status: PackOrderStatus
  readonly mismatch: string | null
  readonly created_at: Date
}

/**
 * When the reconcile job looks at a pack's order by itself again; null when nothing can change any
 * more. An unpaid one each time it is twice as old, for the runs in which Stripe's list of finished
 * checkouts cannot be had, and always when its time is over. While a dispute is open it is every hour, and afterwards more and more seldom.
 */
export function nextPackCheck({ status, mismatch, created_at }: Watched, now: Date): Date | null {
  // The owner decides what becomes of it.
  if (mismatch !== null) return null
  const pause = pauseAtAge(status, Math.max(0, now.getTime() - created_at.getTime()))
  return pause === null ? null : new Date(now.getTime() + pause)
}

/** Milliseconds until the next look; null when there is none. */
function pauseAtAge(status: PackOrderStatus, age: number): number | null {
  if (status === 'disputed') return hour
  // A refund can fail and a lost dispute be appealed: then the money is ours again.
  if (status === 'paid' || status === 'refunded') {
    return age > longestMoneyBack ? null : between(hour, age / 2, 7 * day)
  }
  // Stripe may not answer when its time is over, and ends it by itself after 24 hours.
  if (status === 'pending') {
    return age < payableMilliseconds
      ? Math.min(Math.max(shortPause, age), payableMilliseconds - age)
      : hour
  }
  if (status !== 'processing' || age > longestProcessing) return null
  return between(minute, age / 4, hour)
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
