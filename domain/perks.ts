/** The perks that players can hold for some time, by their names in the API. */
export const perkNames = ['priority_queue', 'name_tag_color', 'clan_tag_color'] as const
export type PerkName = (typeof perkNames)[number]

/**
 * How long a grant lasts. Months are calendar months in UTC, counted from the day on which the grant
 * begins to run. `until` is absolute: it begins at once, beside whatever else runs, and never adds.
 */
export type GrantTerm =
  | { readonly kind: 'months'; readonly months: number }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'until'; readonly untilMs: number }
  | { readonly kind: 'permanent' }

/**
 * A line in the ledger of one Steam ID and perk. `suspended`: the payment is disputed. `resumed`:
 * the dispute was won. Times are in milliseconds since 1970.
 */
export type PerkLedgerEntry =
  | {
      readonly kind: 'granted'
      readonly grantId: string
      readonly term: GrantTerm
      readonly atMs: number
    }
  | {
      readonly kind: 'voided' | 'suspended' | 'resumed'
      readonly grantId: string
      readonly atMs: number
    }

/** The time in which a grant runs: from its first millisecond to the one after its last. */
export interface Run {
  readonly grantId: string
  readonly fromMs: number
  /** Infinity when permanent. */
  readonly toMs: number
}

export interface PerkSchedule {
  /** All runs, past and planned. A grant has several if a dispute interrupted it. */
  readonly runs: readonly Run[]
  /** The grants whose unused time waits for the end of a dispute. */
  readonly suspendedGrantIds: readonly string[]
  /** The time of the newest entry, in milliseconds since 1970. */
  readonly asOfMs: number
}

/** A grant in the queue; without a run it has not begun. */
interface Place {
  readonly grantId: string
  readonly term: GrantTerm
  readonly run: Run | null
}

/**
 * The schedule that follows from a ledger, whose entries are in the order in which they were
 * written. A clock that jumped back changes nothing that has run: its entries count as written at
 * the latest time before them.
 *
 * Grants run one after the other, in the order in which they were granted. What has run stays; what
 * has not begun moves forward when something before it is voided or suspended. A resumed grant runs
 * after all others.
 */
export function perkSchedule(entries: readonly PerkLedgerEntry[]): PerkSchedule {
  let nowMs = Number.NEGATIVE_INFINITY
  let queue: readonly Place[] = []
  const suspended = new Map<string, GrantTerm>()

  for (const entry of entries) {
    const planned = plan(queue, nowMs)
    nowMs = Math.max(nowMs, entry.atMs)
    queue = planned.map((place) => ({ ...place, run: begun(place.run, nowMs) }))
    const { grantId } = entry
    if (entry.kind === 'granted') {
      queue = [...queue, { grantId, term: entry.term, run: runAtOnce(grantId, entry.term, nowMs) }]
    } else if (entry.kind === 'resumed') {
      const term = suspended.get(grantId)
      if (term && suspended.delete(grantId)) queue = [...queue, { grantId, term, run: null }]
    } else {
      const unused = queue.find((place) => place.grantId === grantId && !hasEnded(place, nowMs))
      if (entry.kind === 'voided') suspended.delete(grantId)
      else if (unused) suspended.set(grantId, unusedTerm(unused, nowMs))
      queue = queue.flatMap((place) => (place === unused ? cutOff(place, nowMs) : [place]))
    }
  }

  return {
    runs: plan(queue, nowMs)
      .map(({ run }) => run)
      .filter(({ fromMs, toMs }) => fromMs < toMs),
    suspendedGrantIds: [...suspended.keys()],
    asOfMs: nowMs,
  }
}

/** The queue with a run for each grant: what has not begun begins when all before it has ended. */
function plan(queue: readonly Place[], nowMs: number): readonly (Place & { readonly run: Run })[] {
  let freeMs = nowMs
  return queue.map((place) => {
    const run = place.run ?? {
      grantId: place.grantId,
      fromMs: freeMs,
      toMs: endMs(place.term, freeMs),
    }
    freeMs = Math.max(freeMs, run.toMs)
    return { ...place, run }
  })
}

function begun(run: Run, nowMs: number): Run | null {
  return run.fromMs <= nowMs ? run : null
}

function runAtOnce(grantId: string, term: GrantTerm, nowMs: number): Run | null {
  return term.kind === 'until' ? { grantId, fromMs: nowMs, toMs: endMs(term, nowMs) } : null
}

function hasEnded({ run }: Place, nowMs: number): boolean {
  return run !== null && run.toMs <= nowMs
}

function unusedTerm({ term, run }: Place, nowMs: number): GrantTerm {
  if (run === null || run.toMs === Number.POSITIVE_INFINITY) return term
  return { kind: 'time', ms: run.toMs - nowMs }
}

/** Keeps of a grant only what has run. */
function cutOff(place: Place, nowMs: number): readonly Place[] {
  return place.run === null || place.run.fromMs >= nowMs
    ? []
    : [{ ...place, run: { ...place.run, toMs: nowMs } }]
}

function endMs(term: GrantTerm, fromMs: number): number {
  switch (term.kind) {
    case 'months':
      return addMonths(fromMs, term.months)
    case 'time':
      return fromMs + term.ms
    case 'until':
      return Math.max(fromMs, term.untilMs)
    case 'permanent':
      return Number.POSITIVE_INFINITY
  }
}

/** The same day and time of a later month, in UTC; the last day of a month that is too short for it. */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs)
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const to = new Date(fromMs)
  to.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay))
  return to.getTime()
}

/** When the coverage that exists at a time ends: Infinity when permanent, null when there is none. */
export function coverageEndMs({ runs, asOfMs }: PerkSchedule, atMs: number): number | null {
  // Nothing is planned for the time before the newest entry, which a clock that jumped back can show.
  const nowMs = Math.max(atMs, asOfMs)
  // Whatever has not ended follows without a gap.
  const ends = runs.filter(({ toMs }) => toMs > nowMs).map(({ toMs }) => toMs)
  return ends.length === 0 ? null : Math.max(...ends)
}
