import { describe, expect, test } from 'vitest'
import {
  addMonths,
  coverageAt,
  newestColor,
  nextColorChangeMs,
  perkSchedule,
  unusedGrants,
  type GrantTerm,
  type PerkLedgerEntry,
} from './perks.ts'

const dayMs = 86_400_000
const start = Date.UTC(2027, 0, 20)
const day = (number: number): number => start + number * dayMs

const oneMonth: GrantTerm = { kind: 'months', months: 1 }
const days = (number: number): GrantTerm => ({ kind: 'time', ms: number * dayMs })
const granted = (
  grantId: string,
  atMs: number,
  term: GrantTerm = oneMonth,
  color: string | null = null,
): PerkLedgerEntry => ({ kind: 'granted', grantId, term, color, atMs })
const entry = (
  kind: 'voided' | 'suspended' | 'resumed',
  grantId: string,
  atMs: number,
): PerkLedgerEntry => ({ kind, grantId, atMs })

/** From and to, in days after the start. */
const coverOf = (entries: readonly PerkLedgerEntry[], atDay: number): readonly number[] | null => {
  const coverage = coverageAt(perkSchedule(entries), day(atDay))
  return coverage && [coverage.fromMs, coverage.toMs].map((ms) => (ms - start) / dayMs)
}
const endOf = (entries: readonly PerkLedgerEntry[], atMs: number): string | null => {
  const end = coverageAt(perkSchedule(entries), atMs)?.toMs
  if (end === undefined) return null
  return end === Infinity ? 'permanent' : new Date(end).toISOString()
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

  test('is over in 2100 at the latest, however many months follow each other', () => {
    const term = { kind: 'months', months: 120 } as const
    const ledger = Array.from({ length: 9 }, (_, index) => ({
      ...granted(`${index}`, day(0)),
      term,
    }))
    expect(endOf(ledger, day(0))).toBe('2100-12-31T23:59:59.999Z')
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
      granted('a', day(0), days(30)),
      granted('b', day(0), days(10)),
      entry('suspended', 'a', day(5)),
    ]
    expect(coverOf(ledger, 5)).toEqual([0, 15])
    expect(perkSchedule(ledger).suspendedGrantIds).toEqual(['a'])
    expect(coverOf([...ledger, entry('resumed', 'a', day(8))], 8)).toEqual([0, 40])
    const lost = [...ledger, entry('voided', 'a', day(8)), entry('resumed', 'a', day(9))]
    expect(coverOf(lost, 9)).toEqual([0, 15])
  })

  test('while all of it is disputed there is none', () => {
    const ledger = [granted('a', day(0), days(30)), entry('suspended', 'a', day(5))]
    expect(coverOf(ledger, 5)).toBeNull()
    expect(coverOf([...ledger, entry('resumed', 'a', day(9))], 9)).toEqual([9, 34])
  })

  test('an absolute end never adds, and lasts as long as it says', () => {
    const until = (number: number): GrantTerm => ({ kind: 'until', untilMs: day(number) })
    expect(coverOf([granted('a', day(0)), granted('i', day(1), until(90))], 1)).toEqual([0, 90])
    const both = [granted('a', day(0)), granted('b', day(0)), granted('i', day(1), until(2))]
    expect(endOf(both, day(1))).toBe('2027-03-20T00:00:00.000Z')
  })

  test('what is voided in the moment in which it begins has never run', () => {
    expect(perkSchedule([granted('a', day(0)), entry('voided', 'a', day(0))]).runs).toEqual([])
  })

  test('what is permanent has no end, until it is voided', () => {
    const ledger = [granted('p', day(0), { kind: 'permanent' }), granted('a', day(1))]
    expect(endOf(ledger, day(1))).toBe('permanent')
    expect(endOf([...ledger, entry('voided', 'p', day(2))], day(2))).toBe(
      '2027-02-22T00:00:00.000Z',
    )
  })
})

describe('a transfer', () => {
  test('moves what has not run: months that have not begun are still months', () => {
    const ledger = [granted('a', day(0)), granted('b', day(0)), granted('c', day(1), days(4))]
    expect(unusedGrants(ledger, day(10))).toEqual([
      { grantId: 'a', term: days(21) },
      { grantId: 'b', term: oneMonth },
      { grantId: 'c', term: days(4) },
    ])
    expect(unusedGrants(ledger, day(40)).map(({ grantId }) => grantId)).toEqual(['b', 'c'])
  })

  test('keeps what is permanent and what has an absolute end, and leaves what is disputed', () => {
    const permanent: GrantTerm = { kind: 'permanent' }
    const until: GrantTerm = { kind: 'until', untilMs: day(9) }
    const ledger = [
      granted('d', day(0)),
      granted('p', day(0), permanent),
      granted('i', day(0), until),
      granted('m', day(1)),
      entry('suspended', 'd', day(2)),
    ]
    expect(unusedGrants(ledger, day(3))).toEqual([
      { grantId: 'p', term: permanent },
      { grantId: 'i', term: until },
      { grantId: 'm', term: oneMonth },
    ])
  })
})

describe('a chain of months without a gap', () => {
  const at = (text: string): number => Date.parse(`${text}:00Z`)
  const bought = at('2027-01-31T10:00')
  const hours = (number: number): GrantTerm => ({ kind: 'time', ms: number * 3_600_000 })

  test.each<[string, string, readonly PerkLedgerEntry[]]>([
    ['one month twice', '2027-03-31', [granted('a', bought), granted('b', bought)]],
    [
      'a month bought in the last hour',
      '2027-03-31',
      [granted('a', bought), granted('b', at('2027-02-28T09:59'))],
    ],
    [
      'a month bought in the moment in which the first ends',
      '2027-03-31',
      [granted('a', bought), granted('b', at('2027-02-28T10:00'))],
    ],
    [
      'twelve single months, to the day of the next year',
      '2028-01-31',
      Array.from({ length: 12 }, (_, index) => granted(`month ${index}`, bought)),
    ],
    [
      'a refund in the middle of what has not begun',
      '2027-03-31',
      [
        ...['a', 'b', 'c'].map((id) => granted(id, bought)),
        entry('voided', 'b', at('2027-02-01T00:00')),
      ],
    ],
    [
      'a won dispute of a month that had not begun',
      '2027-03-31',
      [
        granted('a', bought),
        granted('b', bought),
        entry('suspended', 'b', at('2027-02-01T00:00')),
        entry('resumed', 'b', at('2027-02-02T00:00')),
      ],
    ],
  ])('keeps the day of its first: %s', (_name, end, ledger) => {
    expect(endOf(ledger, ledger.at(-1)?.atMs ?? 0)).toBe(`${end}T10:00:00.000Z`)
  })

  test('is not shortened by hours that are given in between', () => {
    const ledger = [granted('a', bought), granted('c', bought, hours(5)), granted('b', bought)]
    expect(endOf(ledger, bought)).toBe('2027-03-31T15:00:00.000Z')
    const after = [ledger, granted('b', at('2027-02-28T12:00'))].flat().toSpliced(2, 1)
    expect(endOf(after, at('2027-02-28T12:00'))).toBe('2027-03-31T15:00:00.000Z')
  })

  test.each<[string, string, readonly PerkLedgerEntry[]]>([
    [
      'after a gap',
      '2027-03-28T11:00',
      [granted('a', bought), granted('b', at('2027-02-28T11:00'))],
    ],
    [
      'when a refund pulls it forward',
      '2027-03-10T00:00',
      [granted('a', bought), granted('b', bought), entry('voided', 'a', at('2027-02-10T00:00'))],
    ],
    [
      'after days that reach the next month',
      '2027-04-02T10:00',
      [granted('a', bought), granted('c', bought, days(2)), granted('b', bought)],
    ],
    [
      'after the days of a won dispute',
      '2027-04-18T00:00',
      [
        granted('a', bought),
        entry('suspended', 'a', at('2027-02-10T10:00')),
        entry('resumed', 'a', at('2027-02-28T00:00')),
        granted('b', at('2027-02-28T00:00')),
      ],
    ],
  ])('begins anew %s', (_name, end, ledger) => {
    expect(endOf(ledger, ledger.at(-1)?.atMs ?? 0)).toBe(`${end}:00.000Z`)
  })
})

describe('a colour', () => {
  const colored = (color: string, atMs: number): PerkLedgerEntry => ({
    kind: 'colored',
    color,
    atMs,
  })

  test('is the newest choice, whether bought or changed, and outlasts its grant', () => {
    const red = granted('a', day(0), oneMonth, '#ff0000')
    expect(newestColor([granted('x', day(0))])).toBeNull()
    expect(newestColor([red, granted('b', day(1))])).toBe('#ff0000')
    expect(newestColor([red, colored('#00ff00', day(1)), entry('voided', 'a', day(2))])).toBe(
      '#00ff00',
    )
    const blue = granted('b', day(2), oneMonth, '#0000ff')
    expect(newestColor([red, colored('#00ff00', day(1)), blue])).toBe('#0000ff')
  })

  test('can be changed once a day; a purchase is not that day’s change', () => {
    const red = granted('a', day(3), oneMonth, '#ff0000')
    expect(nextColorChangeMs([red], day(3))).toBeNull()
    const changed = [colored('#00ff00', day(2.5)), red]
    expect(nextColorChangeMs(changed, day(3))).toBe(day(3.5))
    expect(nextColorChangeMs(changed, day(3.5))).toBeNull()
  })
})
