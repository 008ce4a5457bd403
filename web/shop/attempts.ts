import { type SteamId64, isSteamId64 } from '#domain/steam-id.ts'
import { newId } from '#web/cart/new-id.ts'
import { localText } from '#web/storage/local-text.ts'

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

export type AttemptedPurchase = Omit<Attempt, 'key' | 'sentAt'>

// On the device, so that a reload or a closed tab does not make a second purchase of a repeated one.
const stored = localText('skinAttempts')

/** After a day he has looked into his wallet, and means another purchase. */
const keptMs = 24 * 60 * 60 * 1000

/** Those without an answer, oldest first. */
export function readAttempts(now: number): readonly Attempt[] {
  return parse(stored.read()).filter(({ sentAt }) => now - sentAt < keptMs)
}

/** Calls the listener when those change, in another tab too; answers the function that stops it. */
export const subscribeToAttempts = stored.subscribe

/** Remembers a purchase before it is sent; the same as one without an answer keeps its key. */
export function beginAttempt(purchase: AttemptedPurchase, now: number): Attempt {
  const attempts = readAttempts(now)
  const known = attempts.find((attempt) => isSame(attempt, purchase))
  if (known) return known
  const { steamId, itemId, itemName, priceKr } = purchase
  const attempt = { key: newId(), steamId, itemId, itemName, priceKr, sentAt: now }
  stored.write(JSON.stringify([...attempts, attempt]))
  return attempt
}

/** Forgets a purchase whose answer is here. */
export function endAttempt({ key }: Attempt): void {
  stored.write(JSON.stringify(parse(stored.read()).filter((attempt) => attempt.key !== key)))
}

function isSame(attempt: Attempt, purchase: AttemptedPurchase): boolean {
  return (
    attempt.steamId === purchase.steamId &&
    attempt.itemId === purchase.itemId &&
    attempt.itemName === purchase.itemName &&
    attempt.priceKr === purchase.priceKr
  )
}

/** Whatever is not ours is left out. */
function parse(json: string | null): readonly Attempt[] {
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
