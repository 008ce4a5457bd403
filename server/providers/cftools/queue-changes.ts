import type { SteamId64 } from '#domain/steam-id64.ts'
import type { CftoolsResult } from './client.ts'
import { faultOf, type DataApi } from './data-api.ts'
import { haltOf, type Halt } from './halt.ts'
import type { QueueChange } from './queue-plan.ts'

/** For reading back, and for a call that has to be repeated with a new token. */
const reservedCalls = 2
/** Reading the queue, one entry, and what is kept back. */
export const minCalls = 2 + reservedCalls
/** The share of a minute's calls that is reserved for urgent changes. */
const urgentShare = 0.4

export interface Queue {
  readonly api: DataApi
  readonly clock: () => Date
}

export interface Reasons {
  readonly halt: Halt | null
  /** CFTools' codes. */
  readonly refusals: ReadonlyMap<SteamId64, string>
}

export const ownLimit = 'more changes than we make at CFTools in a minute'

/** Makes changes until one cannot be made. The caller reads the queue for what they achieved. */
export async function makeChanges(
  queue: Queue,
  changes: readonly QueueChange[],
  stopped: AbortSignal,
): Promise<Reasons> {
  const { api, clock } = queue
  const refusals = new Map<SteamId64, string>()
  for (const [index, change] of changes.entries()) {
    const { isUrgent } = change
    const kept = reservedCalls + (isUrgent ? 0 : urgentCalls(api))
    if (api.queueCallsLeft() < callsOf(change) + kept) {
      const alike = changes.slice(index).filter((one) => one.isUrgent === isUrgent)
      const needed = alike.reduce((sum, one) => sum + callsOf(one), 1 + kept)
      // Urgent changes start before the calls suffice for all of them.
      const { at: retryAt } = nextSlot(
        queue,
        isUrgent ? Math.min(needed, urgentCalls(api)) : needed,
      )
      return { halt: { code: 'limited', detail: ownLimit, retryAt }, refusals }
    }
    const result = await makeChange(api, change, stopped)
    if (result.outcome === 'ok') continue
    if (result.outcome !== 'refused') return { halt: haltOf(result, clock), refusals }
    const isOfPlayer = result.status === 400 || result.error === 'invalid-resource'
    if (!isOfPlayer) throw faultOf(result)
    refusals.set(change.steamId, result.error)
  }
  return { halt: null, refusals }
}

async function makeChange(
  api: DataApi,
  { cftoolsId, removes, adds }: QueueChange,
  stopped: AbortSignal,
): Promise<CftoolsResult<unknown>> {
  if (removes) {
    const removed = await api.removeFromQueue(cftoolsId, stopped)
    const isGone =
      removed.outcome === 'ok' || (removed.outcome === 'refused' && removed.error === 'not-found')
    if (!isGone) return removed
  }
  // A player whose old entry was removed has no priority until this call succeeds.
  return adds ? api.addToQueue(cftoolsId, adds, stopped) : { outcome: 'ok', answer: null }
}

/** Reserved for players who lack what they have paid for. */
function urgentCalls({ maxQueueCalls }: DataApi): number {
  return Math.floor(maxQueueCalls * urgentShare)
}

/** When so many calls about the queue are allowed. */
export function nextSlot({ api, clock }: Queue, needed: number) {
  const at = api.queueCallsFreeAt(needed)
  return { at, seconds: Math.ceil((at.getTime() - clock().getTime()) / 1000) }
}

function callsOf({ removes, adds }: QueueChange): number {
  return (removes ? 1 : 0) + (adds ? 1 : 0)
}
