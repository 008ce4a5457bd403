import type { PackOrderStatus } from '../../../domain/pack-orders.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The job comes once a minute: what is paid is found within five, whoever else is silent. */
const longestWhilePayable = 4 * minute
/** Stripe ends a checkout after 24 hours; until then its buyer may pay. */
export const payableMilliseconds = 24 * hour
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
 * When the reconcile job looks at a pack's order again; null when nothing can change any more. While
 * it can be paid that is after one to four minutes, while its dispute is open every hour, and
 * afterwards more and more seldom: webhooks tell of it sooner, unless they are lost.
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
  if (status !== 'pending' && status !== 'processing') return null
  if (status === 'pending' || age < payableMilliseconds) {
    return between(minute, age / 4, longestWhilePayable)
  }
  return age > longestProcessing ? null : hour
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
