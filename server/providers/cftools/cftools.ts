import { createHash } from 'node:crypto'
import { cutText } from '#domain/provider-text.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import {
  catchFault,
  FaultError,
  type DeliveryException,
  type PerkAdapter,
} from '#server/providers/perk-adapter.ts'
import { createDataApi, type CftoolsServer, faultOf, type DataApi } from './data-api.ts'
import { exceptionOf, perk, haltOf, type Halt } from './halt.ts'
import { findPlayers, readList, type CftoolsIds, type Players } from './players.ts'
import {
  planQueue,
  readTarget,
  type QueueChange,
  type QueueEntry,
  type QueuePlan,
} from './queue-plan.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import type { CftoolsResult } from './client.ts'

interface CftoolsSettings extends CftoolsServer {
  readonly ids: CftoolsIds
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
}

const maxRounds = 2

/** Keeps the priority queue of a game server at CFTools Cloud. */
export function createCftools(settings: CftoolsSettings, calls: CallInstrumentation): PerkAdapter {
  const { ids, clock, isOnFromStart, apiOrigin, serverId } = settings
  const secrets = [settings.secret]
  const api = createDataApi(settings, calls)
  const players: Players = { api, ids, clock, unknownAtMs: new Map() }

  return {
    name: 'cftools',
    target: createHash('sha256').update(`${apiOrigin} ${serverId}`).digest('base64url'),
    isOnFromStart,
    serves: (name) => name === perk,

    read: (desired, stopped) =>
      catchFault(stopped, secrets, async () => {
        const target = readTarget(desired)
        const entries = await api.listQueue(stopped)
        const { cftoolsIds } = await findPlayers(players, target, entries, stopped)
        return planQueue(entries, target, cftoolsIds, clock()).comparison
      }),

    apply: (desired, journal, stopped) =>
      catchFault(stopped, secrets, async () => {
        const target = readTarget(desired)
        const free = nextSlot({ api, clock }, minCalls)
        // Reading the queue without calls left to change it would only delay the change.
        if (free.seconds > 0) throw new FaultError('limited', ownLimit, free.seconds)
        const before = await api.listQueue(stopped)
        const { cftoolsIds, exceptions } = await findPlayers(players, target, before, stopped)
        const reachable = [...target.desired].filter(([steamId]) => cftoolsIds.has(steamId))
        const inReach = { ...target, desired: new Map(reachable) }
        const plan = (entries: readonly QueueEntry[]) =>
          planQueue(entries, inReach, cftoolsIds, clock())

        const first = plan(before)
        if (first.changes.length > 0) {
          const added = new Set(first.comparison.adds)
          const adds = desired.perks.filter(({ steamId }) => added.has(steamId))
          await journal.begin({ text: null, adds })
        }
        let rest = first
        let reasons: Reasons = { halt: null, refusals: new Map() }
        // An answer can be lost, or an entry already be there, so the queue is read again after changes.
        for (let round = 1; round <= maxRounds; round += 1) {
          const changes = rest.changes.filter((change) => !isRefused(change, reasons))
          if (changes.length === 0 || reasons.halt?.code === 'limited') break
          const { halt, refusals } = await makeChanges({ api, clock }, changes, stopped)
          reasons = { halt, refusals: new Map([...reasons.refusals, ...refusals]) }
          rest = plan(await api.listQueue(stopped))
        }
        return {
          outcome: 'applied',
          isChanged: first.changes.length > 0,
          proof: { entries: rest.owned, unmanaged: rest.comparison.unmanaged.length },
          exceptions: [...exceptions, ...remainingExceptions(rest, reasons)],
          ...(rest.againAt && { againAt: rest.againAt }),
        }
      }),

    check: (stopped) =>
      catchFault(stopped, secrets, async () => {
        players.unknownAtMs.clear()
        // Null when it was asked within a minute: then the calls below fail without a grant.
        if ((await api.countGrants(stopped)) === 0) {
          throw new FaultError('not_granted', 'the application was granted no server')
        }
        const name = await api.fetchServerName(stopped)
        const entries = await api.listQueue(stopped)
        return {
          outcome: 'ready',
          notes: [
            { code: 'server_found', detail: cutText(name, 100) },
            { code: 'entries_found', detail: String(entries.length) },
          ],
        }
      }),

    list: (stopped) =>
      catchFault(stopped, secrets, async () => {
        const entries = await api.listQueue(stopped)
        return { outcome: 'listed', ...(await readList(players, entries, stopped)) }
      }),
  }
}

/** Whether CFTools would refuse a change again; a duplicate only while it blocks an addition. */
function isRefused({ steamId, isBlocked }: QueueChange, { refusals }: Reasons): boolean {
  const refusal = refusals.get(steamId)
  return refusal !== undefined && (refusal !== 'duplicate' || isBlocked)
}

function remainingExceptions({ changes }: QueuePlan, reasons: Reasons): DeliveryException[] {
  return changes.map((change) => {
    const { steamId } = change
    const refusal = reasons.refusals.get(steamId)
    if (refusal !== undefined && isRefused(change, reasons)) {
      const code = refusal === 'duplicate' ? 'entry_in_the_way' : 'unexpected_answer'
      return exceptionOf(steamId, { code, detail: `CFTools answered ${refusal}` })
    }
    const detail = 'the queue was read back without the change'
    return exceptionOf(steamId, reasons.halt ?? { code: 'read_back_differs', detail })
  })
}

/** For reading back, and for a call that has to be repeated with a new token. */
const reservedCalls = 2
/** Reading the queue, one entry, and what is kept back. */
const minCalls = 2 + reservedCalls
/** The share of a minute's calls that is reserved for urgent changes. */
const urgentShare = 0.4

interface Queue {
  readonly api: DataApi
  readonly clock: () => Date
}

interface Reasons {
  readonly halt: Halt | null
  /** CFTools' codes. */
  readonly refusals: ReadonlyMap<SteamId64, string>
}

const ownLimit = 'more changes than we make at CFTools in a minute'

/** Makes changes until one cannot be made. The caller reads the queue for what they achieved. */
async function makeChanges(
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
function nextSlot({ api, clock }: Queue, needed: number) {
  const at = api.queueCallsFreeAt(needed)
  return { at, seconds: Math.ceil((at.getTime() - clock().getTime()) / 1000) }
}

function callsOf({ removes, adds }: QueueChange): number {
  return (removes ? 1 : 0) + (adds ? 1 : 0)
}
