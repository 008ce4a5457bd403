import * as z from 'zod/mini'
import { steamId as anySteamId, validEntries } from '#contract/fields.ts'
import * as contract from '#contract/skins.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import { localText, parseJson } from '#web/app/browser-storage.ts'
import { isOutcomeUnknown, isRefusedEarly } from '#web/app/idempotency-key.ts'
import { newId } from '#web/app/new-id.ts'

/** The outcome of a purchase, as far as this page can know. */
export type PurchaseOutcome =
  /** `balance`: the remaining Kr; null if the response may be that of an earlier request. */
  | { readonly kind: 'bought'; readonly attempt: Attempt; readonly balance: number | null }
  | { readonly kind: 'refused'; readonly attempt: Attempt; readonly problem: ApiProblem }
  /** Unknown whether it was bought; a retry with the same key finds out. */
  | { readonly kind: 'unanswered'; readonly attempt: Attempt }

/** Buys a skin, or retries the same purchase if its response never arrived. */
export function buySkin(purchase: AttemptedPurchase): Promise<PurchaseOutcome> {
  const now = Date.now()
  const unanswered = readAttempts(now)
  const attempt = beginAttempt(purchase, now)
  const wasSent = unanswered.some(({ key }) => key === attempt.key)
  return sendAttempt(attempt, wasSent)
}

/** Retries a purchase with its key. Never buys again, even if another tab has got the response. */
export function retryAttempt(attempt: Attempt): Promise<PurchaseOutcome> {
  return sendAttempt(attempt, true)
}

async function sendAttempt(attempt: Attempt, wasSent: boolean): Promise<PurchaseOutcome> {
  const { steamId, itemId, itemName, priceKr } = attempt
  try {
    const { balance } = await call(contract.buySkin, {
      body: { steamId, itemId, itemName, itemPrice: priceKr },
      idempotencyKey: attempt.key,
    })
    endAttempt(attempt)
    return { kind: 'bought', attempt, balance: wasSent ? null : balance }
  } catch (error) {
    if (!(error instanceof ApiProblem) || isOutcomeUnknown(error))
      return { kind: 'unanswered', attempt }
    if (!(wasSent && isRefusedEarly(error))) endAttempt(attempt)
    return { kind: 'refused', attempt, problem: error }
  }
}

/** A purchase that was sent. Until its response arrives, it is unknown whether the skin was bought. */
const storedAttempt = z.object({
  /** The server treats requests with the same key as one purchase. */
  key: z.string(),
  steamId: anySteamId,
  itemId: z.string(),
  itemName: z.string(),
  priceKr: z.number(),
  /** Whether the Steam ID is not the buyer's own. */
  forSomebodyElse: z.catch(z.boolean(), false),
  /** Milliseconds since 1970. */
  sentAt: z.number(),
})
export type Attempt = z.output<typeof storedAttempt>

type AttemptedPurchase = Omit<Attempt, 'key' | 'sentAt'>

// In local storage, so that repeating a purchase after a reload or in a new tab does not buy twice.
const storedAttempts = localText('skinAttempts')
const attemptList = z.catch(validEntries(storedAttempt), [])

/** After a day the player has seen their wallet, and means another purchase. */
const maxAgeMs = 24 * 60 * 60 * 1000

/** The attempts without a response, oldest first. */
export function readAttempts(now: number): readonly Attempt[] {
  return readAllAttempts().filter(({ sentAt }) => now - sentAt < maxAgeMs)
}

function readAllAttempts(): readonly Attempt[] {
  return attemptList.parse(parseJson(storedAttempts.read()))
}

/** Calls the listener when they change, in another tab too; returns a function that unsubscribes. */
export const subscribeToAttempts = storedAttempts.subscribe

/** Stores a purchase before it is sent. The same purchase without a response keeps its key. */
export function beginAttempt(purchase: AttemptedPurchase, now: number): Attempt {
  const attempts = readAttempts(now)
  const known = attempts.find((attempt) => isSamePurchase(attempt, purchase))
  if (known) return known
  const attempt = { ...purchase, key: newId(), sentAt: now }
  storedAttempts.write(JSON.stringify([...attempts, attempt]))
  return attempt
}

/** Removes a purchase whose response has arrived. */
export function endAttempt({ key }: Attempt): void {
  storedAttempts.write(JSON.stringify(readAllAttempts().filter((attempt) => attempt.key !== key)))
}

function isSamePurchase(attempt: Attempt, purchase: AttemptedPurchase): boolean {
  return (
    attempt.steamId === purchase.steamId &&
    attempt.itemId === purchase.itemId &&
    attempt.itemName === purchase.itemName &&
    attempt.priceKr === purchase.priceKr
  )
}
