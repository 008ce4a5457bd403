const minute = 60_000

/** PayPal keeps a buyer's approval for three hours; after that an order cannot be paid any more. */
export const payableMilliseconds = 180 * minute

/**
 * When the reconcile job looks at an unpaid order again: each minute while its buyer is probably
 * still at it, then ever more rarely.
 */
export function nextCheck(openedAt: Date, now: Date): Date {
  const age = now.getTime() - openedAt.getTime()
  return new Date(now.getTime() + Math.max(minute, age / 4))
}
