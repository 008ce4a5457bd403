import { createHash } from 'node:crypto'
import { cutText } from '#domain/provider-text.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import {
  catchFault,
  FaultError,
  type DeliveryException,
  type PerkAdapter,
} from '#server/providers/perk-adapter.ts'
import { createDataApi, type CftoolsServer } from './data-api.ts'
import { exceptionOf, perk } from './halt.ts'
import { findPlayers, readList, type CftoolsIds, type Players } from './players.ts'
import { minCalls, makeChanges, nextSlot, ownLimit, type Reasons } from './queue-changes.ts'
import {
  planQueue,
  readTarget,
  type QueueChange,
  type QueueEntry,
  type QueuePlan,
} from './queue-plan.ts'

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
