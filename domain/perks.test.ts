import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  coverageEndMs,
  perkSchedule,
  type GrantTerm,
  type PerkLedgerEntry,
} from './perks.ts'

const dayMs = 86_400_000
const start = Date.UTC(2027, 0, 20)
const day = (number: number): number => start + number * dayMs

const oneMonth: GrantTerm = { kind: 'months', months: 1 }
const granted = (grantId: string, atMs: number, term: GrantTerm = oneMonth): PerkLedgerEntry => ({
  kind: 'granted',
  grantId,
  term,
  atMs,
})
const entry = (
  kind: 'voided' | 'suspended' | 'resumed',
  grantId: string,
  atMs: number,
): PerkLedgerEntry => ({ kind, grantId, atMs })

const endOf = (entries: readonly PerkLedgerEntry[], atMs: number): string | null => {
  const end = coverageEndMs(perkSchedule(entries), atMs)
  return end === null ? null : end === Infinity ? 'permanent' : new Date(end).toISOString()
}

describe('calendar months', () => {
  test.each([
    ['2027-01-31T10:00:00.000Z', 1, '2027-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2027-10-31T00:00:00.000Z', 4, '2028-02-29T00:00:00.000Z'],
    ['2027-12-05T23:59:59.999Z', 12, '2028-12-05T23:59:59.999Z'],
  ])('%s and %i months are %s', (from, months, to) => {
    expect(new Date(addMonths(Date.parse(from), months)).toISOString()).toBe(to)
  })
})

describe('the coverage of a perk', () => {
  test('a second month begins at the end of the first', () => {
    expect(endOf([granted('a', day(0)), granted('b', day(3))], day(3))).toBe(
      '2027-03-20T00:00:00.000Z',
    )
  })

  test('after a gap a grant begins at once', () => {
    expect(endOf([granted('a', day(0)), granted('b', day(60))], day(60))).toBe(
      '2027-04-21T00:00:00.000Z',
    )
  })

  test('a refund of the first month pulls the second forward', () => {
    const ledger = [granted('a', day(0)), granted('b', day(1)), entry('voided', 'a', day(10))]
    expect(endOf(ledger, day(10))).toBe('2027-02-28T00:00:00.000Z')
  })

  test('a dispute lets later grants run meanwhile, and a won one appends the unused days', () => {
    const ledger = [
      granted('a', day(0), { kind: 'time', ms: 30 * dayMs }),
      granted('b', day(0), { kind: 'time', ms: 10 * dayMs }),
      entry('suspended', 'a', day(5)),
    ]
    expect(coverageEndMs(perkSchedule(ledger), day(5))).toBe(day(15))
    expect(perkSchedule(ledger).suspendedGrantIds).toEqual(['a'])
    const won = [...ledger, entry('resumed', 'a', day(8))]
    expect(coverageEndMs(perkSchedule(won), day(8))).toBe(day(40))
    const lost = [...ledger, entry('voided', 'a', day(8)), entry('resumed', 'a', day(9))]
    expect(coverageEndMs(perkSchedule(lost), day(9))).toBe(day(15))
  })

  test('an absolute end never adds, and lasts as long as it says', () => {
    const until: GrantTerm = { kind: 'until', untilMs: day(90) }
    expect(
      coverageEndMs(perkSchedule([granted('a', day(0)), granted('i', day(1), until)]), 0),
    ).toBe(day(90))
    const early: GrantTerm = { kind: 'until', untilMs: day(2) }
    const both = [granted('a', day(0)), granted('b', day(0)), granted('i', day(1), early)]
    expect(endOf(both, day(1))).toBe('2027-03-20T00:00:00.000Z')
  })

  test('what is permanent has no end, until it is voided', () => {
    const ledger = [granted('p', day(0), { kind: 'permanent' }), granted('a', day(1))]
    expect(endOf(ledger, day(1))).toBe('permanent')
    expect(endOf([...ledger, entry('voided', 'p', day(2))], day(2))).toBe(
      '2027-02-22T00:00:00.000Z',
    )
  })
})

// All times are whole days, so that the model can go from day to day.
const lastDay = 500
const term = fc.oneof(
  fc.record({ kind: fc.constant('months' as const), months: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('time' as const),
    ms: fc.integer({ min: 1, max: 40 }).map((days) => days * dayMs),
  }),
  fc.record({ kind: fc.constant('until' as const), untilMs: fc.integer({ max: 90 }).map(day) }),
  fc.constant({ kind: 'permanent' as const }),
)
const weightedTerm = fc.oneof(
  { weight: 12, arbitrary: term.filter((it) => it.kind !== 'permanent') },
  term,
)
const step = fc.record({
  daysLater: fc.integer({ min: -2, max: 12 }),
  grant: fc.integer({ min: 0, max: 5 }),
  action: fc.oneof(
    weightedTerm,
    fc.constantFrom('voided' as const, 'suspended' as const, 'resumed' as const),
  ),
})

/** A history of purchases, refunds and disputes; the clock sometimes jumps back. */
const history = fc.array(step, { minLength: 1, maxLength: 14 }).map((steps) => {
  const ledger: PerkLedgerEntry[] = []
  let today = 0
  for (const { daysLater, grant, action } of steps) {
    today = Math.max(0, today + daysLater)
    if (typeof action === 'string') ledger.push(entry(action, `grant ${grant}`, day(today)))
    else
      ledger.push(
        granted(`grant ${ledger.filter((it) => it.kind === 'granted').length}`, day(today), action),
      )
  }
  return ledger
})

interface Held {
  readonly id: string
  readonly term: GrantTerm
  /** Null until it begins. */
  endsOn: number | null
}

/** The days of cover, by living through them: a grant runs when no older one is left. */
function daysOfCover(ledger: readonly PerkLedgerEntry[]): boolean[] {
  let held: Held[] = []
  const disputed = new Map<string, GrantTerm>()
  const dayOf = (ms: number): number => Math.round((ms - start) / dayMs)
  const ends = (it: GrantTerm, today: number): number => {
    if (it.kind === 'months') return dayOf(addMonths(day(today), it.months))
    if (it.kind === 'time') return today + it.ms / dayMs
    return it.kind === 'until' ? dayOf(it.untilMs) : Infinity
  }
  let written = 0
  return Array.from({ length: lastDay }, (_, today) => {
    const passEnded = (): void => {
      for (const it of held.filter(({ term }) => term.kind === 'until'))
        it.endsOn ??= ends(it.term, today)
      held = held.filter((it) => it.endsOn === null || it.endsOn > today)
      const first = held[0]
      if (first) first.endsOn ??= ends(first.term, today)
    }
    passEnded()
    // An entry is written when all before it are: a clock that jumped back does not undo days.
    for (
      let next = ledger[written];
      next !== undefined && dayOf(next.atMs) <= today;
      next = ledger[written]
    ) {
      written += 1
      const { grantId } = next
      const own = held.find((it) => it.id === grantId)
      if (next.kind === 'granted') held.push({ id: grantId, term: next.term, endsOn: null })
      else if (next.kind === 'resumed') {
        const unused = disputed.get(grantId)
        if (unused && disputed.delete(grantId))
          held.push({ id: grantId, term: unused, endsOn: null })
      } else {
        if (next.kind === 'voided') disputed.delete(grantId)
        else if (own)
          disputed.set(
            grantId,
            own.endsOn === null || own.endsOn === Infinity
              ? own.term
              : { kind: 'time', ms: (own.endsOn - today) * dayMs },
          )
        held = held.filter((it) => it !== own)
      }
      passEnded()
    }
    return held.length > 0
  })
}

describe('over any history', () => {
  test('the coverage equals living day by day', () => {
    fc.assert(
      fc.property(history, (ledger) => {
        const { runs } = perkSchedule(ledger)
        const covered = daysOfCover(ledger).map((_, today) =>
          runs.some(({ fromMs, toMs }) => fromMs <= day(today) && day(today) < toMs),
        )
        expect(covered).toEqual(daysOfCover(ledger))
      }),
    )
  })

  test('no day of a grant vanishes, and none is used twice', () => {
    fc.assert(
      fc.property(history, (ledger) => {
        const { runs, suspendedGrantIds } = perkSchedule(ledger)
        // Nothing runs after what is permanent.
        fc.pre(runs.every(({ toMs }) => toMs < Infinity))
        for (const grant of ledger) {
          if (grant.kind !== 'granted' || grant.term.kind !== 'time') continue
          const wasVoided = ledger.some(
            (it) => it.kind === 'voided' && it.grantId === grant.grantId,
          )
          if (wasVoided || suspendedGrantIds.includes(grant.grantId)) continue
          const own = runs.filter(({ grantId }) => grantId === grant.grantId)
          expect(own.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)).toBe(grant.term.ms)
        }
      }),
    )
  })

  test('granting and taking back at once changes no run', () => {
    fc.assert(
      fc.property(history, weightedTerm, (ledger, mistake) => {
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
})
