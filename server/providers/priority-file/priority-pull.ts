import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import {
  adapterFault,
  type AdapterFault,
  type DeliveryException,
  type PerkAdapter,
  type DesiredState,
} from '#server/providers/perk-adapter.ts'

/** The ids that the script on the game's machine fetches from us, and how far it has. */
export interface PulledList {
  read(): Promise<Pulled>
  /** Sets the ids that the script gets next. */
  offer(steamIds: readonly SteamId64[]): Promise<void>
}

interface Pulled {
  /** Null until something is offered since the delivery was switched on. */
  readonly offered: readonly string[] | null
  /** What the script fetched last, and when; null if it never has. */
  readonly fetched: readonly string[]
  readonly fetchedAt: Date | null
}

interface PriorityPullSettings {
  readonly list: PulledList
  readonly clock: () => Date
}

const perk = 'priority_queue'
/** The script fetches every minute; the machine may be down for some time for its updates. */
const maxSilenceMs = 30 * 60_000
const retryMs = 10_000

/**
 * Keeps the `priority.txt` of a game server that nobody reaches: a script there fetches our ids and
 * merges them (`deploy/priority/`). What the script has fetched counts as the actual state; we cannot see the
 * rest of the file.
 */
export function createPriorityPull({ list, clock }: PriorityPullSettings): PerkAdapter {
  const startedAt = clock()

  /** No alarm for a script that has never fetched: its owner may still be installing it. None could fetch while we were down. */
  function silence({ fetchedAt }: Pulled): AdapterFault | null {
    const since = Math.max(startedAt.getTime(), fetchedAt?.getTime() ?? 0)
    const isLong = clock().getTime() - since > maxSilenceMs
    if (fetchedAt !== null && !isLong) return null
    const detail = fetchedAt === null ? 'has never come' : `came last at ${fetchedAt.toISOString()}`
    return adapterFault(isLong ? 'not_fetched' : 'not_fetched_yet', `the script ${detail}`)
  }

  return {
    name: 'priority-file',
    // One target for all places: the script removes only what it has added itself.
    target: 'the pull address',
    isOnFromStart: false,
    serves: (name) => name === perk,

    read: async (desired) => {
      const { adds, keeps, removes } = compare(await list.read(), desired)
      return { outcome: 'compared', adds, keeps, removes, unmanaged: [] }
    },

    apply: async (desired, journal, stopped) => {
      const steamIds = desired.perks.map(({ steamId }) => steamId).toSorted()
      const { offered } = await list.read()
      const isChanged = offered?.join() !== steamIds.join()
      const owned = new Set(desired.owned.map(({ steamId }) => steamId))
      const adds = desired.perks.filter(({ steamId }) => !owned.has(steamId))
      if (isChanged || adds.length > 0) await journal.begin({ text: null, adds })
      if (stopped.aborted) return adapterFault('interrupted', 'it took too long')
      if (isChanged) await list.offer(steamIds)
      const pulled = await list.read()
      const fault = silence(pulled)
      if (fault) return fault
      const change = compare(pulled, desired)
      return {
        outcome: 'applied',
        isChanged,
        proof: { ids: pulled.fetched.length, fetchedAt: pulled.fetchedAt },
        exceptions: [...change.adds, ...change.removes].map((steamId): DeliveryException => ({
          steamId,
          perk,
          event: 'failed',
          code: 'not_fetched_yet',
          detail: 'the script has not come since the change',
          retryAt: new Date(clock().getTime() + retryMs),
        })),
      }
    },

    check: async () => silence(await list.read()) ?? { outcome: 'ready', notes: [] },
  }
}

function compare({ fetched }: Pulled, { perks }: DesiredState) {
  const there = new Set(fetched.filter(isSteamId64))
  const desired = new Set(perks.map(({ steamId }) => steamId))
  return {
    adds: [...desired].filter((id) => !there.has(id)).toSorted(),
    keeps: [...there].filter((id) => desired.has(id)),
    removes: [...there].filter((id) => !desired.has(id)),
  }
}
