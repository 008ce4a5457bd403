import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'

/**
 * Serializes opening, paying and replacing the orders of one cart item, across all processes.
 * Always taken before a row of `orders` is locked, so that transactions cannot deadlock.
 */
export function lockCartItem(trx: Trx, buyerHash: string, cartItemId: string): Promise<void> {
  return acquireAdvisoryLock(trx, `cart-item:${buyerHash}:${cartItemId}`)
}

/** Serializes concurrent reports of the same payment, so that it is recorded once. */
export function lockPayment(trx: Trx, provider: string, reference: string): Promise<void> {
  return acquireAdvisoryLock(trx, `payment:${provider}:${reference}`)
}
