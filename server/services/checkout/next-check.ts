const minute = 60_000

/** PayPal keeps a buyer's approval for three hours; after that an order cannot be paid any more. */
export const payableMilliseconds = 180 * minute

/**
 * When the reconcile job looks at an order again: each minute while its buyer is probably still at
 * it, every three as long as he may pay, and every hour while the provider reviews the payment.
 */
export function nextCheck(openedAt: Date, now: Date): Date {
  const age = now.getTime() - openedAt.getTime()
  if (age > payableMilliseconds) return new Date(now.getTime() + 60 * minute)
  return new Date(now.getTime() + Math.min(3 * minute, Math.max(minute, age / 4)))
}

/** PayPal decides in days to weeks, and tells us; asking is for the case that its word is lost. */
export function nextDisputeCheck(now: Date): Date {
  return new Date(now.getTime() + 360 * minute)
}
