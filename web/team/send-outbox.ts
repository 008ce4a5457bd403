import type { ApiProblem } from '#web/api/client.ts'
import { copies } from './listing-copies.ts'
import { outbox, wishAfter, type Wish } from './outbox.ts'
import { isOwn } from './ownership.ts'
import { sendWish, type SendOutcome } from './send-wish.ts'
import { inSendingTurn } from './sending-turn.ts'
import { tellOfConflict, tellOfSending } from './sending-toasts.ts'
import { isOffline } from './team-api.ts'

const firstPauseMs = 5000
const longestPauseMs = 300_000
let pauseMs = firstPauseMs
let retry: ReturnType<typeof setTimeout> | undefined
/** Until then the server has asked not to be asked; in milliseconds since 1970. */
let askedToWaitUntil = 0
const awaited = new Map<string, SendOutcome | null>()

/** Sends what waits, in order; with troubles that pass, again after a growing pause. */
export async function sendOutbox(): Promise<void> {
  if (Date.now() >= askedToWaitUntil) await sendAll()
}

/** The same, and what became of one wish, which its form tells of; null when another tab has sent it. */
export async function sendAwaited(key: string): Promise<SendOutcome | null> {
  awaited.set(key, null)
  try {
    await sendAll()
    // A sending that was under way may have taken it along.
    return awaited.get(key) ?? null
  } finally {
    awaited.delete(key)
  }
}

/** Listings from before there was a server: they are yet to be made. */
export function adoptUnsent(): void {
  for (const copy of copies.read()) {
    if (copy.revision !== null || !isOwn(copy) || outbox.find(copy.id)) continue
    const wish = wishAfter(undefined, 'made', copy)
    if (wish) outbox.put({ ...wish, at: copy.createdAt })
  }
}

async function sendAll(): Promise<void> {
  if (!isOffline()) await inSendingTurn(sendInOrder)
}

async function sendInOrder(): Promise<void> {
  clearTimeout(retry)
  adoptUnsent()
  const outcomes = new Map<string, SendOutcome>()
  for (let wish = nextWish(outcomes); wish; wish = nextWish(outcomes)) {
    const outcome = await sendWish(wish)
    outcomes.set(wish.key, outcome)
    if (awaited.has(wish.key)) {
      awaited.set(wish.key, outcome)
      tellOfConflict(wish.kind, outcome)
    } else tellOfSending(wish.kind, outcome)
    if (outcome.kind === 'waiting' && concernsAll(outcome.problem)) break
  }
  const troubles = [...outcomes.values()].filter((outcome) => outcome.kind === 'waiting')
  const waitMs =
    1000 * Math.max(0, ...troubles.map(({ problem }) => problem.retryAfterSeconds ?? 0))
  askedToWaitUntil = Date.now() + waitMs
  if (troubles.length === 0) pauseMs = firstPauseMs
  else retryLater(waitMs)
}

function nextWish(outcomes: ReadonlyMap<string, SendOutcome>): Wish | undefined {
  return outbox.read().find(({ key, refusal }) => refusal === null && !outcomes.has(key))
}

/** Without a line, or asked to wait, the others need not be tried; what one wish runs into is its own. */
function concernsAll({ status }: ApiProblem): boolean {
  return status !== 500
}

function retryLater(atLeastMs: number): void {
  clearTimeout(retry)
  retry = setTimeout(() => void sendAll(), Math.max(pauseMs, atLeastMs))
  pauseMs = Math.min(pauseMs * 2, longestPauseMs)
}
