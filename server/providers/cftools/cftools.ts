import { createHash } from 'node:crypto'
import { outcomeByFault, type DeliveryFaultCode } from '#domain/delivery-faults.ts'
import {
  readNote,
  type ImportList,
  type ImportRow,
  type RefusalReason,
  type RefusedLine,
} from '#domain/perk-imports.ts'
import { cutText } from '#domain/provider-text.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import {
  catchFault,
  FaultError,
  type DeliveryException,
  type PerkAdapter,
} from '#server/providers/perk-adapter.ts'
import type { CftoolsResult } from './client.ts'
import { createDataApi, faultOf, type CftoolsRefusal, type CftoolsServer } from './data-api.ts'
import {
  hasEnded,
  hasOurMark,
  planQueue,
  readTarget,
  type QueueChange,
  type QueueEntry,
  type QueuePlan,
  type QueueTarget,
} from './queue-plan.ts'

interface CftoolsSettings extends CftoolsServer {
  readonly ids: CftoolsIds
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
}

/** Keeps CFTools' ids of players. They never change, and few can be asked for in a minute. */
export interface CftoolsIds {
  find(steamIds: readonly SteamId64[]): Promise<ReadonlyMap<SteamId64, string>>
  findSteamIds(cftoolsIds: readonly string[]): Promise<ReadonlyMap<string, SteamId64>>
  keep(steamId: SteamId64, cftoolsId: string): Promise<void>
}

const perk = 'priority_queue'
/** How long a player counts as unknown before they are looked up again. */
const unknownMilliseconds = 10 * 60_000
/** For reading back, and for a call that has to be repeated with a new token. */
const reservedCalls = 2
/** Reading the queue, one entry, and what is kept back. */
const fewestCalls = 2 + reservedCalls
/** The share of a minute's calls that is reserved for urgent changes. */
const urgentShare = 0.4
const mostRounds = 2

/** Keeps the priority queue of a game server at CFTools Cloud. */
export function createCftools(settings: CftoolsSettings, calls: CallInstrumentation): PerkAdapter {
  const { ids, clock, isOnFromStart, apiOrigin, serverId } = settings
  const secrets = [settings.secret]
  const api = createDataApi(settings, calls)
  /** Reserved for players who lack what they have paid for. */
  const callsForUrgent = Math.floor(api.mostQueueCalls * urgentShare)
  /** When CFTools last did not know a player, by the id of the lookup: a Steam ID or its own id. */
  const unknownAtMs = new Map<string, number>()

  return {
    name: 'cftools',
    target: createHash('sha256').update(`${apiOrigin} ${serverId}`).digest('base64url'),
    isOnFromStart,
    serves: (name) => name === perk,

    read: (desired, stopped) =>
      catchFault(stopped, secrets, async () => {
        const target = readTarget(desired)
        const entries = await api.listQueue(stopped)
        const { cftoolsIds } = await findPlayers(target, entries, stopped)
        return planQueue(entries, target, cftoolsIds, clock()).comparison
      }),

    apply: (desired, journal, stopped) =>
      catchFault(stopped, secrets, async () => {
        const target = readTarget(desired)
        const free = nextSlot(fewestCalls)
        // Reading the queue without calls left to change it would only delay the change.
        if (free.seconds > 0) throw new FaultError('limited', ownLimit, free.seconds)
        const before = await api.listQueue(stopped)
        const { cftoolsIds, exceptions } = await findPlayers(target, before, stopped)
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
        for (let round = 1; round <= mostRounds; round += 1) {
          const changes = rest.changes.filter((change) => !isRefused(change, reasons))
          if (changes.length === 0 || reasons.halt?.code === 'limited') break
          const { halt, refusals } = await makeChanges(changes, stopped)
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
        unknownAtMs.clear()
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
        return { outcome: 'listed', ...(await readList(entries, stopped)) }
      }),
  }

  /** Looks up CFTools' ids of a target's players, as far as its limits allow now. */
  async function findPlayers(
    { desired, owned }: QueueTarget,
    entries: readonly QueueEntry[],
    stopped: AbortSignal,
  ) {
    const cftoolsIds = new Map(await ids.find([...new Set([...desired.keys(), ...owned.keys()])]))
    const known = new Set(cftoolsIds.values())
    const takenOver = new Set(owned.values())
    // The ids of players with an owned entry are stored, unless the table was lost.
    const isIdLost = entries.some(
      (entry) => (hasOurMark(entry) || takenOver.has(entry.id)) && !known.has(entry.cftoolsId),
    )
    const asked = new Set([...desired.keys(), ...(isIdLost ? owned.keys() : [])])
    const unknown = [...asked].filter((steamId) => !cftoolsIds.has(steamId))
    let halt: Halt | null = null
    for (const steamId of unknown.filter((one) => !isUnknown(one))) {
      const found = await api.findPlayer(steamId, stopped)
      if (found.outcome === 'refused') throw faultOf(found)
      if (found.outcome !== 'ok') {
        halt = haltOf(found)
        break
      }
      if (found.answer === null) {
        unknownAtMs.set(steamId, clock().getTime())
      } else {
        cftoolsIds.set(steamId, found.answer)
        await ids.keep(steamId, found.answer)
      }
    }
    const missing = unknown.filter((steamId) => !cftoolsIds.has(steamId))
    const exceptions = missing.flatMap((steamId): DeliveryException[] => {
      if (!isUnknown(steamId)) return halt ? [exceptionOf(steamId, halt)] : []
      if (!desired.has(steamId)) return []
      const detail = 'CFTools has never seen them'
      return [{ steamId, perk, event: 'player_missing', code: 'never_joined', detail }]
    })
    return { cftoolsIds, exceptions }
  }

  function isUnknown(id: string): boolean {
    const ageMs = clock().getTime() - (unknownAtMs.get(id) ?? -Infinity)
    return ageMs >= 0 && ageMs < unknownMilliseconds
  }

  /**
   * The queue as a list to import. An entry without an end is permanent at CFTools, and gets no end
   * here: unless the request says until when it lasts, or that it stays permanent, it is refused and
   * left as it is.
   */
  async function readList(
    entries: readonly QueueEntry[],
    stopped: AbortSignal,
  ): Promise<ImportList> {
    const now = clock()
    const listed = entries.filter((entry) => !hasOurMark(entry) && !hasEnded(entry, now))
    const steamIds = await findSteamIds(
      listed.map(({ cftoolsId }) => cftoolsId),
      stopped,
    )
    const rows: ImportRow[] = []
    const refused: RefusedLine[] = []
    for (const [index, entry] of entries.entries()) {
      const line = index + 1
      const { id, cftoolsId, endsAt, comment } = entry
      const steamId = steamIds.get(cftoolsId)
      if (steamId !== undefined) {
        const untilMs = endsAt?.getTime() ?? null
        rows.push({ line, steamId, perk, untilMs, note: readNote(comment), entryId: id })
      } else refused.push({ line, reason: reasonToRefuse(entry, now) })
    }
    return { rows, refused }
  }

  function reasonToRefuse(entry: QueueEntry, now: Date): RefusalReason {
    if (hasOurMark(entry)) return 'already_ours'
    if (hasEnded(entry, now)) return 'already_over'
    return isUnknown(entry.cftoolsId) ? 'unknown_player' : 'not_looked_up_yet'
  }

  /** Looks up the Steam IDs of players, as far as CFTools' limits allow now. */
  async function findSteamIds(
    cftoolsIds: readonly string[],
    stopped: AbortSignal,
  ): Promise<ReadonlyMap<string, SteamId64>> {
    const steamIds = new Map(await ids.findSteamIds(cftoolsIds))
    for (const cftoolsId of cftoolsIds) {
      if (steamIds.has(cftoolsId) || isUnknown(cftoolsId)) continue
      if (stopped.aborted) break
      const found = await api.findSteamId(cftoolsId, stopped)
      if (found.outcome === 'refused' || found.outcome === 'unreadable') throw faultOf(found)
      if (found.outcome === 'limited') break
      // A single player who cannot be looked up must not block the others.
      if (found.outcome === 'unavailable') continue
      if (found.answer === null) unknownAtMs.set(cftoolsId, clock().getTime())
      else {
        steamIds.set(cftoolsId, found.answer)
        await ids.keep(found.answer, cftoolsId)
      }
    }
    return steamIds
  }

  /** Makes changes until one cannot be made. The caller reads the queue for what they achieved. */
  async function makeChanges(
    changes: readonly QueueChange[],
    stopped: AbortSignal,
  ): Promise<Reasons> {
    const refusals = new Map<SteamId64, string>()
    for (const [index, change] of changes.entries()) {
      const { isUrgent } = change
      const kept = reservedCalls + (isUrgent ? 0 : callsForUrgent)
      if (api.queueCallsLeft() < callsOf(change) + kept) {
        const alike = changes.slice(index).filter((one) => one.isUrgent === isUrgent)
        const needed = alike.reduce((sum, one) => sum + callsOf(one), 1 + kept)
        // Urgent changes start before the calls suffice for all of them.
        const { at: retryAt } = nextSlot(isUrgent ? Math.min(needed, callsForUrgent) : needed)
        return { halt: { code: 'limited', detail: ownLimit, retryAt }, refusals }
      }
      const result = await makeChange(change, stopped)
      if (result.outcome === 'ok') continue
      if (result.outcome !== 'refused') return { halt: haltOf(result), refusals }
      const isOfPlayer = result.status === 400 || result.error === 'invalid-resource'
      if (!isOfPlayer) throw faultOf(result)
      refusals.set(change.steamId, result.error)
    }
    return { halt: null, refusals }
  }

  async function makeChange(
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

  function nextSlot(needed: number) {
    const at = api.queueCallsFreeAt(needed)
    return { at, seconds: Math.ceil((at.getTime() - clock().getTime()) / 1000) }
  }

  function haltOf(result: CftoolsRefusal): Halt {
    const { code, message: detail, retryAfterSeconds } = faultOf(result)
    if (retryAfterSeconds === undefined) return { code, detail }
    return { code, detail, retryAt: new Date(clock().getTime() + retryAfterSeconds * 1000) }
  }
}

const ownLimit = 'more changes than we make at CFTools in a minute'

function callsOf({ removes, adds }: QueueChange): number {
  return (removes ? 1 : 0) + (adds ? 1 : 0)
}

/** Why the run stopped, so that it tried nothing further. */
interface Halt {
  readonly code: DeliveryFaultCode
  readonly detail: string
  readonly retryAt?: Date
}

function exceptionOf(steamId: SteamId64, halt: Halt): DeliveryException {
  const event = outcomeByFault[halt.code] === 'retry' ? 'failed' : 'staff_needed'
  return { steamId, perk, event, ...halt }
}

interface Reasons {
  readonly halt: Halt | null
  /** CFTools' codes. */
  readonly refusals: ReadonlyMap<SteamId64, string>
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
