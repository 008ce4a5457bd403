import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'

/**
 * Whoever opens, pays or replaces the orders of one cart item takes turns, over all processes. It is
 * taken before any row of `orders` is locked, by everybody, so that nobody waits in a circle.
 */
export function lockCartItem(trx: Trx, buyerHash: string, cartItemId: string): Promise<void> {
  return acquireAdvisoryLock(trx, `cart-item:${buyerHash}:${cartItemId}`)
}

/** The same payment, told twice at once, is written once. */
export function lockPayment(trx: Trx, provider: string, reference: string): Promise<void> {
  return acquireAdvisoryLock(trx, `payment:${provider}:${reference}`)
}
