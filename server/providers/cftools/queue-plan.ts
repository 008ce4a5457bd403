import type { SteamId64 } from '#domain/steam-id64.ts'
import type { Comparison, DesiredState } from '#server/providers/perk-adapter.ts'

export interface QueueEntry {
  /** CFTools' own id of the entry; empty if it gives none. */
  readonly id: string
  /** CFTools' own id of the player. */
  readonly cftoolsId: string
  readonly comment: string
  /** Null when permanent. */
  readonly endsAt: Date | null
  /** Whether a program added it, the shop or another one. */
  readonly isFromApi: boolean
}

export interface DesiredEntry {
  /** Null when permanent. */
  readonly endsAt: Date | null
  /** `order:<id>` or `grant:<id>`. */
  readonly comment: string
}

export interface QueueTarget {
  /** Whose priority is paid for now. */
  readonly desired: ReadonlyMap<SteamId64, DesiredEntry>
  /** Each Steam ID that may have an owned entry, with the id of the one that an import took over. */
  readonly owned: ReadonlyMap<SteamId64, string | null>
}

export function readTarget({ perks, owned }: DesiredState): QueueTarget {
  return {
    desired: new Map(
      perks.map(({ steamId, endsAt, note }) => [steamId, { endsAt, comment: note }]),
    ),
    owned: new Map(owned.map(({ steamId, takenOver }) => [steamId, takenOver || null])),
  }
}

/** What is removed, added, or both: CFTools cannot change an entry. */
export interface QueueChange {
  readonly steamId: SteamId64
  readonly cftoolsId: string
  readonly removes: QueueEntry | null
  readonly adds: DesiredEntry | null
  /** Whether an unmanaged entry that has ended may block one that we add. */
  readonly isBlocked: boolean
  /** Whether the player lacks what is paid for, or soon would. */
  readonly isUrgent: boolean
}

/** Extending an entry that ends within this time is urgent. */
const soonMilliseconds = 15 * 60_000

export interface QueuePlan {
  /**
   * By Steam ID, or by CFTools' id for an unmanaged entry whose player we do not know. An owned entry
   * whose end changes counts as kept, because the player keeps the priority.
   */
  readonly comparison: Comparison
  readonly owned: number
  /** Urgent changes first, then removals of what has ended, then other ends of existing entries. */
  readonly changes: readonly QueueChange[]
  /** When the first unmanaged entry ends that already gives what we would add for longer. */
  readonly againAt: Date | null
}

/**
 * Compares the queue with what is desired. Owned is what a program added with one of our comments for
 * a player who is owned, and what an import has taken over; everything else is unmanaged. An unmanaged
 * entry that has not ended already gives what was paid for, and nothing is added beside it. One that
 * was taken over is left as it is while it lasts, so that it is still there if that is undone.
 */
export function planQueue(
  entries: readonly QueueEntry[],
  { desired, owned }: QueueTarget,
  cftoolsIds: ReadonlyMap<SteamId64, string>,
  now: Date,
): QueuePlan {
  const byPlayer = new Map(entries.map((entry) => [entry.cftoolsId, entry]))
  const entryOf = (steamId: SteamId64) => byPlayer.get(cftoolsIds.get(steamId) ?? '')
  const ownEntries = new Set<QueueEntry>()
  const adds: SteamId64[] = []
  const keeps: SteamId64[] = []
  const removes: SteamId64[] = []
  const changes: QueueChange[] = []
  const endsOfOthers: number[] = []
  const soon = new Date(now.getTime() + soonMilliseconds)
  const noteEnd = ({ endsAt }: QueueEntry, entry: DesiredEntry) => {
    if (endsAt && (!entry.endsAt || endsAt < entry.endsAt)) endsOfOthers.push(endsAt.getTime())
  }

  for (const [steamId, entry] of desired) {
    const cftoolsId = cftoolsIds.get(steamId) ?? ''
    const there = entryOf(steamId)
    const isTaken = there !== undefined && there.id === owned.get(steamId)
    const isKnown = owned.has(steamId) || there?.comment === entry.comment
    if (there && (isTaken || (isKnown && hasOurMark(there)))) {
      ownEntries.add(there)
      keeps.push(steamId)
      if (haveSameEnd(there, entry)) continue
      if (isTaken && !hasEnded(there, now)) {
        noteEnd(there, entry)
        continue
      }
      const isUrgent = hasEnded(there, soon)
      changes.push({ steamId, cftoolsId, removes: there, adds: entry, isBlocked: false, isUrgent })
    } else if (!there || hasEnded(there, now)) {
      adds.push(steamId)
      const isBlocked = there !== undefined
      changes.push({ steamId, cftoolsId, removes: null, adds: entry, isBlocked, isUrgent: true })
    } else noteEnd(there, entry)
  }
  for (const [steamId, takenOver] of owned) {
    const there = entryOf(steamId)
    if (desired.has(steamId) || !there) continue
    if (!hasOurMark(there) && there.id !== takenOver) continue
    ownEntries.add(there)
    removes.push(steamId)
    const { cftoolsId } = there
    const isUrgent = false
    changes.push({ steamId, cftoolsId, removes: there, adds: null, isBlocked: false, isUrgent })
  }
  const steamIds = new Map([...cftoolsIds].map(([steamId, cftoolsId]) => [cftoolsId, steamId]))
  const unmanaged = entries
    .filter((entry) => !ownEntries.has(entry))
    .map(({ cftoolsId }) => steamIds.get(cftoolsId) ?? cftoolsId)
  const rank = ({ isUrgent, adds: added }: QueueChange) => (isUrgent ? 0 : added ? 2 : 1)
  return {
    comparison: { outcome: 'compared', adds, keeps, removes, unmanaged },
    owned: ownEntries.size,
    changes: changes.toSorted((one, other) => rank(one) - rank(other)),
    againAt: endsOfOthers.length > 0 ? new Date(Math.min(...endsOfOthers)) : null,
  }
}

/** Whether an entry looks as if we had added it. */
export function hasOurMark({ isFromApi, comment }: QueueEntry): boolean {
  return isFromApi && /^(?:order|grant):/.test(comment)
}

/** CFTools may keep no parts of a second. */
function haveSameEnd(one: Pick<QueueEntry, 'endsAt'>, other: DesiredEntry): boolean {
  if (!one.endsAt || !other.endsAt) return one.endsAt === other.endsAt
  return Math.abs(one.endsAt.getTime() - other.endsAt.getTime()) < 1000
}

/** Entries that have ended may still be listed. */
export function hasEnded({ endsAt }: QueueEntry, now: Date): boolean {
  return endsAt !== null && endsAt <= now
}
