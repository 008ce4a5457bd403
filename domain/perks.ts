/**
 * How long a grant lasts. Months are calendar months in UTC (`perkSchedule` says on which day they
 * end). `until` is absolute: it begins at once, beside whatever else runs, and never adds.
 */
export type GrantTerm =
  | { readonly kind: 'months'; readonly months: number }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'until'; readonly untilMs: number }
  | { readonly kind: 'permanent' }

/**
 * A line in the ledger of one Steam ID and perk. `suspended`: the payment is disputed. `resumed`:
 * the dispute was won. `colored`: the player chose a colour. Times are in milliseconds since 1970.
 */
export type PerkLedgerEntry =
  | {
      readonly kind: 'granted'
      readonly grantId: string
      readonly term: GrantTerm
      /** `#rrggbb`; null when it brings no colour. */
      readonly color: string | null
      readonly atMs: number
    }
  | {
      readonly kind: 'voided' | 'suspended' | 'resumed'
      readonly grantId: string
      readonly atMs: number
    }
  | { readonly kind: 'colored'; readonly color: string; readonly atMs: number }

/** The time in which a grant runs: from its first millisecond to the one after its last. */
export interface Run {
  readonly grantId: string
  readonly fromMs: number
  /** Infinity when permanent. */
  readonly toMs: number
  /** The day of the month that its months keep; null when it is not of months, or was cut off. */
  readonly monthDay: number | null
}

export interface PerkSchedule {
  /** All runs, past and planned. A grant has several if a dispute interrupted it. */
  readonly runs: readonly Run[]
  /** The grants whose unused time waits for the end of a dispute. */
  readonly suspendedGrantIds: readonly string[]
  /** The day of the month that months keep which follow all runs without a gap; null without one. */
  readonly monthDay: number | null
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
 *
 * Months that follow each other without a gap keep the day of the first: one month bought on 31
 * January and another one end on 31 March, like two at once. They begin anew, on the day on which they
 * begin to run, after a gap, after a grant of months that was voided or suspended while it ran, after a
 * transfer, and after other time (a compensation, the rest of a disputed grant) that reaches into the
 * next month. Where it does not, as with some hours, they keep the day, so that time which is given in
 * between costs no day.
 */
export function perkSchedule(entries: readonly PerkLedgerEntry[]): PerkSchedule {
  const { queue, suspended, nowMs } = replay(entries)
  const runs = plan(queue, nowMs).map(({ run }) => run)
  return {
    runs: runs.filter(({ fromMs, toMs }) => fromMs < toMs),
    monthDay: runs.reduce(endOfCover, noCover).monthDay,
    suspendedGrantIds: [...suspended.keys()],
    asOfMs: nowMs,
  }
}

interface UnusedGrant {
  readonly grantId: string
  /** What is left of it. Months that have not begun are still months, and forever is still forever. */
  readonly term: GrantTerm
}

/**
 * The grants that have not ended, in the order in which they run: what another Steam ID gets by a
 * transfer. Without suspended ones.
 */
export function unusedGrants(
  entries: readonly PerkLedgerEntry[],
  atMs: number,
): readonly UnusedGrant[] {
  const { queue, nowMs } = letTimePass(replay(entries), atMs)
  return queue
    .filter((place) => !hasEnded(place, nowMs))
    .map((place) => ({
      grantId: place.grantId,
      term: place.term.kind === 'until' ? place.term : unusedTerm(place, nowMs),
    }))
}

/** The newest choice of a colour, `#rrggbb`, whatever became of its grant; null without one. */
export function newestColor(entries: readonly PerkLedgerEntry[]): string | null {
  const choice = entries.findLast((entry) => 'color' in entry && entry.color !== null)
  return choice && 'color' in choice ? choice.color : null
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * When the player can change the colour next, once a day; null when at once. The colour of a purchase
 * is not that day's change.
 */
export function nextColorChangeMs(
  entries: readonly PerkLedgerEntry[],
  nowMs: number,
): number | null {
  const change = entries.findLast(({ kind }) => kind === 'colored')
  return change && change.atMs + dayMs > nowMs ? change.atMs + dayMs : null
}

interface LedgerState {
  readonly queue: readonly Place[]
  /** The unused terms of disputed grants. */
  readonly suspended: ReadonlyMap<string, GrantTerm>
  /** The latest time so far. */
  readonly nowMs: number
}

function replay(entries: readonly PerkLedgerEntry[]): LedgerState {
  return entries.reduce(
    (state: LedgerState, entry) => write(letTimePass(state, entry.atMs), entry),
    { queue: [], suspended: new Map(), nowMs: Number.NEGATIVE_INFINITY },
  )
}

/** Begins the grants that are due until then. */
function letTimePass({ queue, suspended, nowMs }: LedgerState, atMs: number): LedgerState {
  const laterMs = Math.max(nowMs, atMs)
  const planned = plan(queue, nowMs)
  return {
    queue: planned.map((place) => ({ ...place, run: begun(place.run, laterMs) })),
    suspended,
    nowMs: laterMs,
  }
}

function write(state: LedgerState, entry: PerkLedgerEntry): LedgerState {
  const { queue, nowMs } = state
  if (entry.kind === 'colored') return state
  const { kind, grantId } = entry
  if (kind === 'granted') {
    const run = runAtOnce(grantId, entry.term, nowMs)
    return { ...state, queue: [...queue, { grantId, term: entry.term, run }] }
  }
  const suspended = new Map(state.suspended)
  const disputed = suspended.get(grantId)
  if (kind === 'resumed') {
    suspended.delete(grantId)
    return disputed
      ? { queue: [...queue, { grantId, term: disputed, run: null }], suspended, nowMs }
      : state
  }
  const unused = queue.find((place) => place.grantId === grantId && !hasEnded(place, nowMs))
  if (kind === 'voided') suspended.delete(grantId)
  else if (unused) suspended.set(grantId, unusedTerm(unused, nowMs))
  return {
    queue: queue.flatMap((place) => (place === unused ? cutOff(place, nowMs) : [place])),
    suspended,
    nowMs,
  }
}

/** Where runs end, and the day that months keep which follow them without a gap. */
interface EndOfCover {
  readonly atMs: number
  readonly monthDay: number | null
}

const noCover: EndOfCover = { atMs: Number.NEGATIVE_INFINITY, monthDay: null }

/** The queue with a run for each grant: one that has not begun begins when all before it have ended. */
function plan(queue: readonly Place[], nowMs: number): readonly (Place & { readonly run: Run })[] {
  let end = noCover
  return queue.map((place) => {
    const run =
      place.run ?? runFrom(place, end.atMs < nowMs ? { atMs: nowMs, monthDay: null } : end)
    end = endOfCover(end, run)
    return { ...place, run }
  })
}

function endOfCover(before: EndOfCover, { fromMs, toMs, monthDay }: Run): EndOfCover {
  if (toMs < before.atMs) return before
  const keepsDay = fromMs <= before.atMs && monthOf(before.atMs) === monthOf(toMs)
  return { atMs: toMs, monthDay: monthDay ?? (keepsDay ? before.monthDay : null) }
}

/** Counted from the beginning of our calendar. */
function monthOf(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function runFrom({ grantId, term }: Pick<Place, 'grantId' | 'term'>, start: EndOfCover): Run {
  const { atMs: fromMs } = start
  // Nothing runs after a permanent grant.
  if (fromMs === Number.POSITIVE_INFINITY) return { grantId, fromMs, toMs: fromMs, monthDay: null }
  if (term.kind !== 'months') return { grantId, fromMs, toMs: endMs(term, fromMs), monthDay: null }
  const monthDay = Math.max(start.monthDay ?? 0, new Date(fromMs).getUTCDate())
  const toMs = inReach(fromMs, addMonths(fromMs, term.months, monthDay))
  return { grantId, fromMs, toMs, monthDay }
}

function begun(run: Run, nowMs: number): Run | null {
  return run.fromMs <= nowMs ? run : null
}

function runAtOnce(grantId: string, term: GrantTerm, nowMs: number): Run | null {
  return term.kind === 'until' ? runFrom({ grantId, term }, { atMs: nowMs, monthDay: null }) : null
}

function hasEnded({ run }: Place, nowMs: number): boolean {
  return run !== null && run.toMs <= nowMs
}

function unusedTerm({ term, run }: Place, nowMs: number): GrantTerm {
  if (run === null || run.toMs === Number.POSITIVE_INFINITY) return term
  return { kind: 'time', ms: run.toMs - nowMs }
}

/** Cuts a grant to the part that has run. */
function cutOff(place: Place, nowMs: number): readonly Place[] {
  return place.run === null || place.run.fromMs >= nowMs
    ? []
    : [{ ...place, run: { ...place.run, toMs: nowMs, monthDay: null } }]
}

function endMs(term: Exclude<GrantTerm, { readonly kind: 'months' }>, fromMs: number): number {
  if (term.kind === 'permanent') return Number.POSITIVE_INFINITY
  return inReach(fromMs, term.kind === 'time' ? fromMs + term.ms : term.untilMs)
}

/** Every perk that ends does so before 2101, however many months, transfers and compensations. */
export const latestEndMs = Date.UTC(2101, 0, 1) - 1

function inReach(fromMs: number, toMs: number): number {
  return Math.max(fromMs, Math.min(toMs, latestEndMs))
}

/**
 * The same time of a later month, in UTC, on the same day or a later `monthDay`; on the last day of a
 * month that is too short for it.
 */
export function addMonths(fromMs: number, months: number, monthDay: number | null = null): number {
  const from = new Date(fromMs)
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const to = new Date(fromMs)
  to.setUTCFullYear(year, month, Math.min(Math.max(from.getUTCDate(), monthDay ?? 0), lastDay))
  return to.getTime()
}

/** The time that a Steam ID is covered without a gap. */
export interface Coverage {
  readonly fromMs: number
  /** Infinity when permanent. */
  readonly toMs: number
}

/** The coverage at a time; null if the perk is not held then. */
export function coverageAt({ runs, asOfMs }: PerkSchedule, atMs: number): Coverage | null {
  // A clock that jumped back can ask for a time before the newest entry, for which there is no plan.
  const nowMs = Math.max(atMs, asOfMs)
  // Runs that have not ended follow each other without a gap.
  const unended = runs.filter(({ toMs }) => toMs > nowMs)
  if (unended.length === 0) return null
  let fromMs = Math.min(...unended.map((run) => run.fromMs))
  const runBefore = () => runs.find((run) => run.fromMs < fromMs && run.toMs >= fromMs)
  for (let run = runBefore(); run; run = runBefore()) fromMs = run.fromMs
  return { fromMs, toMs: Math.max(...unended.map(({ toMs }) => toMs)) }
}

/** Whether a compensation can extend it: a permanent perk cannot become longer. */
export function canGrow(coverage: Coverage | null): coverage is Coverage {
  return coverage !== null && coverage.toMs < Number.POSITIVE_INFINITY
}

/**
 * Whether something begins later. What is paid just now does not: the time that a page has is
 * seconds old, and the clock of a device is rarely that of the server.
 */
export function isToCome(startsAt: string, nowMs: number): boolean {
  return Date.parse(startsAt) - nowMs > 60_000
}
