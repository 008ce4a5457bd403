import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptRows, readCsv, readPriorityText } from './perk-imports.ts'

const steamId = (number: number): string => String(76561198000000000n + BigInt(number))
const [alice, bob, carol] = [steamId(1), steamId(2), steamId(3)]
const end = Date.UTC(2027, 11, 31)

describe('a priority.txt', () => {
  test.each([
    ['one line', `${alice};${bob};`],
    ['lines of Windows', `${alice}\r\n\r\n${bob}\r\n`],
    ['a byte order mark and comments', `\uFEFF${alice} // ${carol}\n// friends\n${bob},`],
    ['the same as read byte by byte', `\u00EF\u00BB\u00BF${alice} // \u00C3\n${bob}`],
    ['an id twice', `${alice};${bob};${alice}`],
    ['pasted ids', `\u202A${alice}\u202C;"${bob}"`],
  ])('is read as %s', (_, text) => {
    const { rows, refused } = readPriorityText(text)
    expect(rows.map((row) => [row.steamId, row.perk, row.untilMs])).toEqual([
      [alice, 'priority_queue', null],
      [bob, 'priority_queue', null],
    ])
    expect(refused).toEqual([])
  })

  test('names each line with something else, once', () => {
    const text = `${alice};Bob;the boss\n${bob}\n7,65612E+16;${carol} // Carol`
    const { rows, refused } = readPriorityText(text)
    expect(rows.map((row) => [row.steamId, row.line])).toEqual([
      [alice, 1],
      [bob, 2],
      [carol, 3],
    ])
    expect(refused).toEqual([
      { line: 1, reason: 'steam_id_unrecognised' },
      { line: 3, reason: 'steam_id_mangled' },
    ])
  })
})

describe('a CSV', () => {
  test.each([
    ['commas', `steam64,perk,until,note\n${alice},priority_queue,2027-12-31,"a ""friend"", old"`],
    [
      'semicolons, a byte order mark and lines of Windows',
      `\uFEFFsteam64;perk;until;note\r\n${alice};priority_queue;2027-12-31;"a ""friend"", old"\r\n`,
    ],
    ['tabs', `steam64\tperk\tuntil\tnote\n${alice}\tpriority_queue\t2027-12-31\ta "friend", old`],
    [
      'columns in another order, and unknown ones',
      `Name,Note,Until,Perk,Steam64\nAlice,"a ""friend"", old",2027-12-31T01:00+01:00,priority_queue,${alice}\n,,,,\n`,
    ],
  ])('is read with %s', (_, text) => {
    expect(readCsv(text)).toEqual({
      rows: [
        {
          line: 2,
          steamId: alice,
          perk: 'priority_queue',
          untilMs: end,
          note: 'a "friend", old',
        },
      ],
      refused: [],
    })
  })

  test('may have no header, and fewer columns', () => {
    expect(readCsv(`${alice},priority_queue\n${bob},clan_tag_color`).rows).toMatchObject([
      { line: 1, steamId: alice, perk: 'priority_queue', untilMs: null, note: null },
      { line: 2, steamId: bob, perk: 'clan_tag_color', untilMs: null, note: null },
    ])
  })

  test.each([
    `perk,until,note\npriority_queue,2027-12-31,${alice}`,
    `steam_id;Name\n${alice};Alice`,
    `SteamID64\n${alice}\n${bob}`,
  ])('whose header names no column steam64 says so: %j', (text) => {
    expect(readCsv(text)).toEqual({
      rows: [],
      refused: [{ line: 1, reason: 'steam64_column_missing' }],
    })
  })

  test('begins with a player where a cell only has the name of a column', () => {
    expect(readCsv(`${alice},vip,,note`).rows).toMatchObject([{ line: 1, note: 'note' }])
    expect(readCsv('7,65612E+16,vip,,note').refused).toEqual([
      { line: 1, reason: 'steam_id_mangled' },
    ])
  })

  test('counts the lines within a cell', () => {
    const { rows } = readCsv(`note,steam64,perk\n"two\r\nlines",${alice},vip\n,${bob},vip`)
    expect(rows.map(({ line, note }) => [line, note])).toEqual([
      [2, 'two lines'],
      [4, null],
    ])
  })

  test.each([
    ['7,65612E+16,priority_queue,,', 'steam_id_mangled'],
    ['"7,65612E+16",priority_queue,,', 'steam_id_mangled'],
    ['7.65612E+16,priority_queue,,', 'steam_id_mangled'],
    [',priority_queue,,', 'steam_id_empty'],
    ['Bob,priority_queue,,', 'steam_id_unrecognised'],
    [`${alice} ${bob},priority_queue,,`, 'steam_id_unrecognised'],
    ['https://steamcommunity.com/id/bob,priority_queue,,', 'steam_id_vanity_url'],
    [`${alice},priority_queue,31/12/2027,`, 'until_unrecognised'],
    [`${alice},priority_queue,2027-02-30,`, 'until_unrecognised'],
    [`${alice},priority_queue,2027-12-31T25:00Z,`, 'until_unrecognised'],
  ])('refuses the line %s', (line, reason) => {
    const { rows, refused } = readCsv(
      `steam64,perk,until,note\n${line}\n\u2060${bob},priority_queue,,`,
    )
    expect(refused).toEqual([{ line: 2, reason }])
    expect(rows.map((row) => row.steamId)).toEqual([bob])
  })

  test('of Excel keeps what its semicolons separate', () => {
    const { refused } = readCsv('steam64;perk;until;note\r\n7,65612E+16;priority_queue;;\r\n')
    expect(refused).toEqual([{ line: 2, reason: 'steam_id_mangled' }])
  })
})

const rules = {
  nowMs: Date.UTC(2027, 0, 20),
  isPerk: (perk: string) => ['priority_queue', 'vip'].includes(perk),
  fallback: null,
}

describe('the rules', () => {
  test('refuse unknown perks, and what has no end or is over', () => {
    const text = [
      'steam64,perk,until,note',
      `${alice},priority_queue,2027-12-31,`,
      `${alice},flying,2027-12-31,`,
      `${alice},vip,,`,
      `${bob},vip,2027-01-20,`,
      'nobody,vip,,',
      `${bob},vip,2101-01-01,`,
    ].join('\n')
    const { accepted, refused } = acceptRows(readCsv(text), rules)
    expect(accepted.map(({ line, term }) => [line, term])).toEqual([
      [2, { kind: 'until', untilMs: end }],
    ])
    expect(refused).toEqual([
      { line: 3, reason: 'unknown_perk' },
      { line: 4, reason: 'no_end' },
      { line: 5, reason: 'already_over' },
      { line: 6, reason: 'steam_id_unrecognised' },
      { line: 7, reason: 'after_2100' },
    ])
  })

  test('give lines without an end the one that was chosen', () => {
    const fallback = { kind: 'permanent' } as const
    const { accepted } = acceptRows(readPriorityText(`${alice};${bob}`), { ...rules, fallback })
    expect(accepted.map(({ term }) => term)).toEqual([fallback, fallback])
  })
})

interface Line {
  readonly steamId: string
  readonly perk: string
  readonly until: string
  readonly note: string
}
const line: fc.Arbitrary<Line> = fc.record({
  steamId: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }).map(steamId) },
    fc.constantFrom('', 'nobody', '7,65612E+16'),
  ),
  perk: fc.constantFrom('priority_queue', 'vip', 'flying', ''),
  until: fc.constantFrom('', '2027-12-31', '2028-01-01T12:00Z', '2026-01-01', 'soon'),
  note: fc.constantFrom('', 'a friend', 'old; "very", old', 'two\nlines'),
})
interface Style {
  readonly separator: string
  readonly lineBreak: string
  readonly mark: string
  readonly order: readonly string[]
}
const style: fc.Arbitrary<Style> = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
  order: fc.shuffledSubarray(['steam64', 'perk', 'until', 'note', 'country'], { minLength: 5 }),
})

function write(lines: readonly Line[], { separator, lineBreak, mark, order }: Style) {
  const quote = (cell: string) =>
    /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const rows = lines.map(({ steamId: steam64, ...rest }) => {
    const cells: Readonly<Record<string, string>> = { steam64, ...rest, country: 'FR' }
    return order.map((name) => quote(cells[name] ?? '')).join(separator)
  })
  return mark + [order.join(separator), ...rows].join(lineBreak)
}

describe('any table', () => {
  const summary = (lines: readonly Line[], how: Style) => {
    const { accepted, refused } = acceptRows(readCsv(write(lines, how)), rules)
    return {
      accepted: accepted.map(({ steamId: id, perk, untilMs, note }) => [id, perk, untilMs, note]),
      refused: refused.map(({ reason }) => reason),
    }
  }

  test('means the same in every form', () => {
    fc.assert(
      fc.property(fc.array(line), style, style, (lines, one, other) => {
        expect(summary(lines, one)).toEqual(summary(lines, other))
      }),
    )
  })

  test('repeated means the same, and each line is accepted, repeated or refused', () => {
    fc.assert(
      fc.property(fc.array(line), style, (lines, how) => {
        const once = summary(lines, how)
        expect(summary([...lines, ...lines], how).accepted).toEqual(once.accepted)
        const distinct = new Set(
          lines.map(({ steamId: id, perk, until }) => `${id} ${perk} ${until}`),
        )
        expect(once.accepted.length + once.refused.length).toBeGreaterThanOrEqual(distinct.size)
        expect(once.accepted.length + once.refused.length).toBeLessThanOrEqual(lines.length)
      }),
    )
  })

  test('and any text at all is read without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const list of [readCsv(text), readPriorityText(text)]) {
          const lines = text.split(/\r\n?|\n/).length
          expect([...list.rows, ...list.refused].every((one) => one.line <= lines)).toBe(true)
        }
      }),
    )
  })
})
