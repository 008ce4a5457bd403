import type { SteamId64 } from '#domain/steam-id64.ts'
import type { Comparison, Wanted } from '#server/providers/perk-adapter.ts'

/** An entry of a server's priority queue at CFTools. */
export interface QueueEntry {
  /** CFTools' own id of the player. */
  readonly cftoolsId: string
  readonly comment: string
  /** Null when permanent. */
  readonly endsAt: Date | null
  /** Whether a program added it, ours or another. */
  readonly isFromApi: boolean
}

export interface WantedEntry {
  /** Null when permanent. */
  readonly endsAt: Date | null
  /** `order:<id>` or `grant:<id>`. */
  readonly comment: string
}

export interface QueueTarget {
  /** Whose priority is paid for now. */
  readonly wanted: ReadonlyMap<SteamId64, WantedEntry>
  /** Each Steam ID for which we may have put an entry there. */
  readonly managed: ReadonlySet<SteamId64>
}

export function readTarget({ perks, managed }: Wanted): QueueTarget {
  return {
    wanted: new Map(perks.map(({ steamId, endsAt, note }) => [steamId, { endsAt, comment: note }])),
    managed: new Set(managed.map(({ steamId }) => steamId)),
  }
}

/** What is removed, added, or both: CFTools cannot change an entry. */
export interface QueueChange {
  readonly steamId: SteamId64
  readonly cftoolsId: string
  readonly removes: QueueEntry | null
  readonly adds: WantedEntry | null
  /** An entry of others that has ended, and may keep ours from being added. */
  readonly isBlocked: boolean
}

export interface QueuePlan {
  /**
   * By Steam ID; foreign entries of players whom we do not know by CFTools' id. One of ours with
   * another end is kept, as the player keeps the priority.
   */
  readonly comparison: Comparison
  /** How many entries are ours. */
  readonly ours: number
  /** What was paid for first, what ended last. */
  readonly changes: readonly QueueChange[]
  /** The first end of an entry of others that stands for a longer one of ours. */
  readonly againAt: Date | null
}

/**
 * Compares the queue with what is wanted. Ours is what a program added with one of our comments for
 * a player who is managed; everything else is foreign. A foreign entry that has not ended already
 * gives what was paid for, and nothing is added beside it.
 */
export function planQueue(
  entries: readonly QueueEntry[],
  { wanted, managed }: QueueTarget,
  cftoolsIds: ReadonlyMap<SteamId64, string>,
  now: Date,
): QueuePlan {
  const byPlayer = new Map(entries.map((entry) => [entry.cftoolsId, entry]))
  const entryOf = (steamId: SteamId64) => byPlayer.get(cftoolsIds.get(steamId) ?? '')
  const ours = new Set<QueueEntry>()
  const adds: SteamId64[] = []
  const keeps: SteamId64[] = []
  const removes: SteamId64[] = []
  const changes: QueueChange[] = []
  const endsOfOthers: number[] = []

  for (const [steamId, entry] of wanted) {
    const cftoolsId = cftoolsIds.get(steamId) ?? ''
    const there = entryOf(steamId)
    if (there && isOurs(there, managed.has(steamId) || there.comment === entry.comment)) {
      ours.add(there)
      keeps.push(steamId)
      if (haveSameEnd(there, entry)) continue
      changes.push({ steamId, cftoolsId, removes: there, adds: entry, isBlocked: false })
    } else if (!there || hasEnded(there, now)) {
      adds.push(steamId)
      const isBlocked = there !== undefined
      changes.push({ steamId, cftoolsId, removes: null, adds: entry, isBlocked })
    } else if (there.endsAt && (!entry.endsAt || there.endsAt < entry.endsAt)) {
      endsOfOthers.push(there.endsAt.getTime())
    }
  }
  for (const steamId of managed) {
    const there = entryOf(steamId)
    if (wanted.has(steamId) || !there || !isOurs(there, true)) continue
    ours.add(there)
    removes.push(steamId)
    const { cftoolsId } = there
    changes.push({ steamId, cftoolsId, removes: there, adds: null, isBlocked: false })
  }
  const steamIds = new Map([...cftoolsIds].map(([steamId, cftoolsId]) => [cftoolsId, steamId]))
  const foreign = entries
    .filter((entry) => !ours.has(entry))
    .map(({ cftoolsId }) => steamIds.get(cftoolsId) ?? cftoolsId)
  const rank = (change: QueueChange) => (change.adds ? (change.removes ? 1 : 0) : 2)
  return {
    comparison: { outcome: 'compared', adds, keeps, removes, foreign },
    ours: ours.size,
    changes: changes.toSorted((one, other) => rank(one) - rank(other)),
    againAt: endsOfOthers.length > 0 ? new Date(Math.min(...endsOfOthers)) : null,
  }
}

/** Whether an entry looks as if we had added it. */
export function hasOurMark({ isFromApi, comment }: QueueEntry): boolean {
  return isFromApi && /^(?:order|grant):/.test(comment)
}

function isOurs(entry: QueueEntry, isKnown: boolean): boolean {
  return isKnown && hasOurMark(entry)
}

/** CFTools may keep no parts of a second. */
function haveSameEnd(one: Pick<QueueEntry, 'endsAt'>, other: WantedEntry): boolean {
  if (!one.endsAt || !other.endsAt) return one.endsAt === other.endsAt
  return Math.abs(one.endsAt.getTime() - other.endsAt.getTime()) < 1000
}

/** Entries that have ended may still be listed. */
function hasEnded({ endsAt }: QueueEntry, now: Date): boolean {
  return endsAt !== null && endsAt <= now
}
