import type { BuySkinAnswer, BuySkinBody } from '#contract/kryptonite.ts'
import { isOutcomeUnknown } from '#web/api/attempt-key.ts'
import { ApiProblem, requestJson } from '#web/api/client.ts'
import {
  beginAttempt,
  endAttempt,
  readAttempts,
  type Attempt,
  type AttemptedPurchase,
} from './attempts.ts'

/** How a purchase ended, as far as this page can know. */
export type PurchaseOutcome =
  /** `balance`: the Kr that are left; null when the answer may be as old as the first request. */
  | { readonly kind: 'bought'; readonly attempt: Attempt; readonly balance: number | null }
  | { readonly kind: 'refused'; readonly attempt: Attempt; readonly problem: ApiProblem }
  /** Perhaps bought, perhaps not: asking again with the same key tells. */
  | { readonly kind: 'unanswered'; readonly attempt: Attempt }

/** Buys a skin, or asks how the very same purchase ended whose answer never came. */
export function buySkin(purchase: AttemptedPurchase): Promise<PurchaseOutcome> {
  const now = Date.now()
  const unanswered = readAttempts(now)
  const attempt = beginAttempt(purchase, now)
  const wasSent = unanswered.some(({ key }) => key === attempt.key)
  return send(attempt, wasSent)
}

/** Asks how a purchase ended. Never another one, also where another tab was told meanwhile. */
export function askAgain(attempt: Attempt): Promise<PurchaseOutcome> {
  return send(attempt, true)
}

async function send(attempt: Attempt, wasSent: boolean): Promise<PurchaseOutcome> {
  const { steamId, itemId, itemName, priceKr } = attempt
  const body: BuySkinBody = { steamId, itemId, itemName, itemPrice: priceKr }
  try {
    const { balance } = await requestJson<BuySkinAnswer>(
      '/functions/v1/process-krypto-skin-purchase',
      { body, idempotencyKey: attempt.key },
    )
    endAttempt(attempt)
    return { kind: 'bought', attempt, balance: wasSent ? null : balance }
  } catch (error) {
    if (!(error instanceof ApiProblem) || isOutcomeUnknown(error))
      return { kind: 'unanswered', attempt }
    // Who must wait hears nothing of an earlier request with the same key.
    if (!(wasSent && error.code === 'rate_limited')) endAttempt(attempt)
    return { kind: 'refused', attempt, problem: error }
  }
}
