import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  canGrow,
  coverageAt,
  perkSchedule,
  unusedGrants,
  type GrantTerm,
  type PerkLedgerEntry,
} from './perks.ts'

const dayMs = 86_400_000
// A history begins at the end of a month, whose day not every month has.
const start = Date.UTC(2027, 0, 29)
const day = (number: number): number => start + number * dayMs
const days = (number: number): GrantTerm => ({ kind: 'time', ms: number * dayMs })
const granted = (grantId: string, atMs: number, term: GrantTerm): PerkLedgerEntry => ({
  kind: 'granted',
  grantId,
  term,
  color: null,
  atMs,
})
const entry = (
  kind: 'voided' | 'suspended' | 'resumed',
  grantId: string,
  atMs: number,
): PerkLedgerEntry => ({ kind, grantId, atMs })

// All times are whole days, so that the model can go from day to day.
const lastDay = 500
const term = fc.oneof(
  fc.record({ kind: fc.constant('months' as const), months: fc.integer({ min: 1, max: 3 }) }),
  fc.integer({ min: 1, max: 40 }).map(days),
  fc.record({ kind: fc.constant('until' as const), untilMs: fc.integer({ max: 90 }).map(day) }),
  fc.constant({ kind: 'permanent' as const }),
)
const weightedTerm = fc.oneof(
  { weight: 12, arbitrary: term.filter((it) => it.kind !== 'permanent') },
  term,
)

type Owner = 0 | 1
type Step =
  | { readonly kind: 'bought'; readonly by: Owner; readonly term: GrantTerm }
  /** A refund, a lost dispute, or the undoing of a compensation. */
  | { readonly kind: 'voided' | 'suspended' | 'resumed'; readonly grant: number }
  | { readonly kind: 'transferred'; readonly from: Owner }
  | { readonly kind: 'compensated'; readonly days: number }

const owner = fc.constantFrom<Owner>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('bought'), by: owner, term: weightedTerm }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('voided', 'suspended', 'resumed'),
      grant: fc.integer({ min: 0, max: 7 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('transferred'), from: owner }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('compensated'),
      days: fc.integer({ min: 1, max: 5 }),
    }),
  },
)

interface History {
  readonly steps: readonly { readonly today: number; readonly step: Step }[]
  readonly ledgers: readonly [readonly PerkLedgerEntry[], readonly PerkLedgerEntry[]]
  /** The grants of the steps, each with those that continue it on the other Steam ID. */
  readonly grants: readonly (readonly string[])[]
}

/** A history of two Steam IDs; the clock sometimes jumps back. */
const history = fc
  .array(fc.record({ daysLater: fc.integer({ min: -2, max: 12 }), step }), {
    minLength: 1,
    maxLength: 16,
  })
  .map((moves): History => {
    let today = 0
    const steps = moves.map((move) => {
      today = Math.max(0, today + move.daysLater)
      return { today, step: move.step }
    })
    return { steps, ...writeLedgers(steps) }
  })

/** What the ledgers say after these steps. */
function writeLedgers(steps: History['steps']): Pick<History, 'ledgers' | 'grants'> {
  const ledgers: [PerkLedgerEntry[], PerkLedgerEntry[]] = [[], []]
  const grants: { readonly names: string[]; at: Owner }[] = []
  const grant = (by: Owner, what: GrantTerm, atMs: number) => {
    const name = `grant ${grants.length}`
    grants.push({ names: [name], at: by })
    ledgers[by].push(granted(name, atMs, what))
  }
  for (const { today, step: it } of steps) {
    const atMs = day(today)
    if (it.kind === 'bought') grant(it.by, it.term, atMs)
    else if (it.kind === 'compensated') {
      for (const by of [0, 1] as const) {
        if (canGrow(coverageAt(perkSchedule(ledgers[by]), atMs))) grant(by, days(it.days), atMs)
      }
    } else if (it.kind === 'transferred') {
      const from = ledgers[it.from]
      if (perkSchedule(from).suspendedGrantIds.length > 0) continue
      for (const { grantId, term: rest } of unusedGrants(from, atMs)) {
        const moved = grants.find(({ names }) => names.includes(grantId))
        if (!moved) throw new Error(`nobody was granted ${grantId}`)
        moved.at = it.from === 0 ? 1 : 0
        moved.names.push(`${grantId} moved`)
        from.push(entry('voided', grantId, atMs))
        ledgers[moved.at].push(granted(`${grantId} moved`, atMs, rest))
      }
    } else {
      const meant = grants[it.grant]
      const name = meant?.names.at(-1)
      if (meant && name !== undefined) ledgers[meant.at].push(entry(it.kind, name, atMs))
    }
  }
  return { ledgers, grants: grants.map(({ names }) => names) }
}

interface Held {
  readonly grant: number
  readonly term: GrantTerm
  /** Null until it begins. */
  endsOn: number | null
  /** The day of the month that its months keep. */
  monthDay: number | null
}

/** A Steam ID that lives from day to day. */
class Player {
  readonly covered: boolean[] = []
  readonly disputed = new Map<number, GrantTerm>()
  held: Held[] = []
  /** When months ended last, and the day that those keep which begin then. */
  chain = { endedOn: -1, monthDay: 0 }

  get today(): number {
    return this.covered.length
  }

  /** A clock that jumped back does not undo days. */
  liveUntil(today: number): void {
    this.passEnded()
    while (this.today < today) {
      this.covered.push(this.held.length > 0)
      this.passEnded()
    }
  }

  /** A grant runs when no older one is left; one with an absolute end at once. */
  passEnded(): void {
    for (const it of this.held) if (it.term.kind === 'until') this.begin(it)
    for (const { endsOn, monthDay } of this.held) {
      if (endsOn === this.today && monthDay !== null) this.chain = { endedOn: endsOn, monthDay }
    }
    this.held = this.held.filter((it) => it.endsOn === null || it.endsOn > this.today)
    const [first] = this.held
    if (first) this.begin(first)
  }

  begin(it: Held): void {
    if (it.endsOn !== null) return
    const dayOf = (ms: number): number => Math.round((ms - start) / dayMs)
    const todayMs = day(this.today)
    if (it.term.kind === 'months') {
      const kept = this.chain.endedOn === this.today ? this.chain.monthDay : 0
      it.monthDay = Math.max(kept, new Date(todayMs).getUTCDate())
      it.endsOn = dayOf(addMonths(todayMs, it.term.months, it.monthDay))
    } else if (it.term.kind === 'time') it.endsOn = this.today + it.term.ms / dayMs
    else it.endsOn = it.term.kind === 'until' ? dayOf(it.term.untilMs) : Infinity
  }

  add(grant: number, what: GrantTerm): void {
    this.held.push({ grant, term: what, endsOn: null, monthDay: null })
    this.passEnded()
  }

  rest({ term: what, endsOn }: Held): GrantTerm {
    return endsOn === null || endsOn === Infinity ? what : days(endsOn - this.today)
  }

  drop(grant: number): Held | undefined {
    const own = this.held.find((it) => it.grant === grant)
    this.held = this.held.filter((it) => it !== own)
    this.passEnded()
    return own
  }

  /** As it would be on that day. */
  on(today: number): Player {
    const then = new Player()
    then.covered.push(...this.covered)
    then.held = structuredClone(this.held)
    then.chain = this.chain
    for (const [grant, what] of this.disputed) then.disputed.set(grant, what)
    then.liveUntil(today)
    return then
  }
}

/** The days of cover of both, by living through them. */
function daysOfCover(steps: History['steps']): readonly [boolean[], boolean[]] {
  const players: [Player, Player] = [new Player(), new Player()]
  /** Who has each grant. */
  const homes: Owner[] = []
  for (const { today, step: it } of steps) {
    const live = (by: Owner): Player => (players[by] = players[by].on(today))
    if (it.kind === 'bought') live(it.by).add(homes.push(it.by) - 1, it.term)
    else if (it.kind === 'compensated') {
      for (const by of [0, 1] as const) {
        const { held } = players[by].on(today)
        const isForever = held.some((one) => one.term.kind === 'permanent')
        if (held.length > 0 && !isForever) live(by).add(homes.push(by) - 1, days(it.days))
      }
    } else if (it.kind === 'transferred') {
      const from = players[it.from].on(today)
      if (from.disputed.size > 0 || from.held.length === 0) continue
      const to = it.from === 0 ? 1 : 0
      players[it.from] = from
      const moving = from.held.map((one) => ({
        grant: one.grant,
        term: one.term.kind === 'until' ? one.term : from.rest(one),
      }))
      from.held = []
      for (const { grant, term: rest } of moving) {
        homes[grant] = to
        live(to).add(grant, rest)
      }
    } else {
      const home = homes[it.grant]
      if (home === undefined) continue
      const player = live(home)
      const unused = player.disputed.get(it.grant)
      if (it.kind === 'resumed') {
        if (unused && player.disputed.delete(it.grant)) player.add(it.grant, unused)
      } else {
        if (it.kind === 'voided') player.disputed.delete(it.grant)
        const dropped = player.held.find(({ grant }) => grant === it.grant)
        if (dropped && it.kind === 'suspended') player.disputed.set(it.grant, player.rest(dropped))
        player.drop(it.grant)
      }
    }
  }
  const [first, second] = players.map((player) => player.on(lastDay).covered)
  return [first ?? [], second ?? []]
}

/** A moment within four years, so that a leap day is among them. */
const moment = fc.date({
  min: new Date('2027-01-01T00:00:00Z'),
  max: new Date('2030-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const endOf = (ledger: readonly PerkLedgerEntry[]): number =>
  Math.max(...perkSchedule(ledger).runs.map(({ toMs }) => toMs))

describe('months that are bought while those before them run', () => {
  test('end with as many months bought at once, however they are split', () => {
    const parts = fc.array(
      fc.record({
        months: fc.integer({ min: 1, max: 12 }),
        when: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { minLength: 1, maxLength: 14 },
    )
    fc.assert(
      fc.property(moment, parts, (first, purchases) => {
        const ledger = purchases.reduce(
          (before: readonly PerkLedgerEntry[], { months, when }, index) => {
            const lastMs = before.at(-1)?.atMs ?? first.getTime()
            const atMs = index === 0 ? lastMs : lastMs + Math.floor(when * (endOf(before) - lastMs))
            return [...before, granted(`part ${index}`, atMs, { kind: 'months', months })]
          },
          [],
        )
        const sum = purchases.reduce((total, { months }) => total + months, 0)
        const atOnce = granted('all', first.getTime(), { kind: 'months', months: sum })
        expect(endOf(ledger)).toBe(endOf([atOnce]))
      }),
    )
  })

  test('lose no day to time that is given in between', () => {
    const months = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 8 })
    const minutes = fc.integer({ min: 1, max: 3 * 24 * 60 })
    fc.assert(
      fc.property(moment, months, fc.nat(), minutes, (first, parts, place, given) => {
        const atMs = first.getTime()
        const ledger = parts.map((number, index) =>
          granted(`part ${index}`, atMs, { kind: 'months', months: number }),
        )
        const gift = granted('gift', atMs, { kind: 'time', ms: given * 60_000 })
        const longer = ledger.toSpliced(1 + (place % (parts.length - 1)), 0, gift)
        // A month that is too short ends on its last day, at the hour at which the grant began.
        expect(endOf(longer)).toBeGreaterThan(endOf(ledger) - dayMs)
      }),
    )
  })
})

describe('over any history', () => {
  test('the coverage equals living day by day', () => {
    fc.assert(
      fc.property(history, ({ steps, ledgers }) => {
        const lived = daysOfCover(steps)
        const scheduled = ledgers.map((ledger) => {
          const { runs } = perkSchedule(ledger)
          return Array.from({ length: lastDay }, (_, today) =>
            runs.some(({ fromMs, toMs }) => fromMs <= day(today) && day(today) < toMs),
          )
        })
        expect(scheduled).toEqual(lived)
      }),
    )
  })

  test('no day of a grant vanishes, and none is used twice', () => {
    fc.assert(
      fc.property(history, ({ steps, ledgers, grants }) => {
        const schedules = ledgers.map((ledger) => perkSchedule(ledger))
        const entries = ledgers.flat()
        for (const [index, names] of grants.entries()) {
          const isLast = (name: string): boolean => name === names.at(-1)
          const first = entries.find((it) => it.kind === 'granted' && it.grantId === names[0])
          if (first?.kind !== 'granted' || first.term.kind !== 'time') continue
          const wasVoided = steps.some(({ step: it }) => it.kind === 'voided' && it.grant === index)
          const waits = schedules.some(({ suspendedGrantIds: ids }) => ids.some(isLast))
          // Nothing runs after what is permanent.
          const isLate = schedules.some(({ runs }) => runs.some(({ toMs }) => toMs === Infinity))
          if (wasVoided || waits || isLate) continue
          const own = schedules.flatMap(({ runs }) =>
            runs.filter(({ grantId }) => names.includes(grantId)),
          )
          expect(own.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)).toBe(first.term.ms)
        }
      }),
    )
  })

  test('granting and taking back at once changes no run', () => {
    fc.assert(
      fc.property(history, weightedTerm, ({ ledgers: [ledger] }, mistake) => {
        const { runs, asOfMs } = perkSchedule(ledger)
        const undone = perkSchedule([
          ...ledger,
          granted('mistake', asOfMs, mistake),
          entry('voided', 'mistake', asOfMs),
        ])
        expect(undone.runs).toEqual(runs)
      }),
    )
  })

  test('a transfer there and back at once leaves as much of each grant', () => {
    fc.assert(
      fc.property(history, ({ ledgers: [ledger] }) => {
        const { asOfMs } = perkSchedule(ledger)
        const before = unusedGrants(ledger, asOfMs)
        const back = before.flatMap(({ grantId, term: rest }) => [
          entry('voided', grantId, asOfMs),
          granted(`${grantId} again`, asOfMs, rest),
        ])
        const terms = (entries: readonly PerkLedgerEntry[]): readonly GrantTerm[] =>
          unusedGrants(entries, asOfMs).map((unused) => unused.term)
        expect(terms([...ledger, ...back])).toEqual(before.map((unused) => unused.term))
      }),
    )
  })

  test('a colour changes no day', () => {
    fc.assert(
      fc.property(history, fc.nat(), ({ ledgers: [ledger] }, place) => {
        const at = place % (ledger.length + 1)
        const { atMs } = ledger[at] ?? { atMs: perkSchedule(ledger).asOfMs }
        const changed = ledger.toSpliced(at, 0, { kind: 'colored', color: '#ff0000', atMs })
        expect(perkSchedule(changed).runs).toEqual(perkSchedule(ledger).runs)
      }),
    )
  })
})
