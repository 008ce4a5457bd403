import type { BuySkinAnswer, BuySkinBody } from '#contract/kryptonite.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id.ts'
import { ApiProblem, requestJson } from '#web/app/api-client.ts'
import { localText } from '#web/app/browser-storage.ts'
import { isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { newId } from '#web/app/new-id.ts'

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
  return sendAttempt(attempt, wasSent)
}

/** Asks how a purchase ended. Never another one, also where another tab was told meanwhile. */
export function askAgain(attempt: Attempt): Promise<PurchaseOutcome> {
  return sendAttempt(attempt, true)
}

async function sendAttempt(attempt: Attempt, wasSent: boolean): Promise<PurchaseOutcome> {
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

/** A purchase that was sent. Until its answer is here, nobody knows whether the skin was bought. */
export interface Attempt {
  /** The same key makes a repeated request one purchase. */
  readonly key: string
  readonly steamId: SteamId64
  readonly itemId: string
  readonly itemName: string
  readonly priceKr: number
  /** Milliseconds since 1970. */
  readonly sentAt: number
}

type AttemptedPurchase = Omit<Attempt, 'key' | 'sentAt'>

// On the device, so that a reload or a closed tab does not make a second purchase of a repeated one.
const storedAttempts = localText('skinAttempts')

/** After a day he has looked into his wallet, and means another purchase. */
const keptMs = 24 * 60 * 60 * 1000

/** Those without an answer, oldest first. */
export function readAttempts(now: number): readonly Attempt[] {
  return parseAttempts(storedAttempts.read()).filter(({ sentAt }) => now - sentAt < keptMs)
}

/** Calls the listener when those change, in another tab too; answers the function that stops it. */
export const subscribeToAttempts = storedAttempts.subscribe

/** Remembers a purchase before it is sent; the same as one without an answer keeps its key. */
export function beginAttempt(purchase: AttemptedPurchase, now: number): Attempt {
  const attempts = readAttempts(now)
  const known = attempts.find((attempt) => isSamePurchase(attempt, purchase))
  if (known) return known
  const { steamId, itemId, itemName, priceKr } = purchase
  const attempt = { key: newId(), steamId, itemId, itemName, priceKr, sentAt: now }
  storedAttempts.write(JSON.stringify([...attempts, attempt]))
  return attempt
}

/** Forgets a purchase whose answer is here. */
export function endAttempt({ key }: Attempt): void {
  storedAttempts.write(
    JSON.stringify(parseAttempts(storedAttempts.read()).filter((attempt) => attempt.key !== key)),
  )
}

function isSamePurchase(attempt: Attempt, purchase: AttemptedPurchase): boolean {
  return (
    attempt.steamId === purchase.steamId &&
    attempt.itemId === purchase.itemId &&
    attempt.itemName === purchase.itemName &&
    attempt.priceKr === purchase.priceKr
  )
}

/** Whatever is not ours is left out. */
function parseAttempts(json: string | null): readonly Attempt[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value) ? value.flatMap(parseAttempt) : []
  } catch {
    return []
  }
}

function parseAttempt(value: unknown): readonly Attempt[] {
  if (typeof value !== 'object' || value === null) return []
  const { key, steamId, itemId, itemName, priceKr, sentAt }: Record<string, unknown> = { ...value }
  if (typeof key !== 'string' || typeof itemId !== 'string') return []
  if (typeof steamId !== 'string' || !isSteamId64(steamId) || typeof itemName !== 'string')
    return []
  if (typeof priceKr !== 'number' || typeof sentAt !== 'number') return []
  return [{ key, steamId, itemId, itemName, priceKr, sentAt }]
}
