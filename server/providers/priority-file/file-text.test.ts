import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import { changeFile, idsInFile, otherWordsInFile } from './file-text.ts'

function steamId(number: number): SteamId64 {
  const id = String(76561198000000000n + BigInt(number))
  if (!isSteamId64(id)) throw new Error(`${id} is no Steam ID`)
  return id
}

const [alice, bob, carol] = [steamId(1), steamId(2), steamId(3)]
const none = new Set<SteamId64>()

describe('the ids in a file', () => {
  test.each([
    ['one line', `${alice};${bob};`],
    ['lines', `${alice}\r\n${bob}\r\n`],
    [
      'a byte order mark, comments and spaces',
      `\u00EF\u00BB\u00BF${alice} // ${carol}\n\t${bob},#${carol}\n# ${carol};${carol}`,
    ],
    ['words that are no ids', `${alice}; nobody; 123; ${bob}`],
  ])('%s', (_, text) => {
    expect(idsInFile(text)).toEqual(new Set([alice, bob]))
  })
})

test('words that are no ids are told from comments', () => {
  expect(otherWordsInFile(`\u00EF\u00BB\u00BF${alice};Bob // the boss\n7,65612E+16`)).toEqual([
    'Bob',
    '7',
    '65612E+16',
  ])
})

describe('a change', () => {
  test.each([
    ['an empty file', '', 'semicolon', `${alice};${bob}`],
    ['one line', carol, 'semicolon', `${carol};${alice};${bob}`],
    ['a separator at the end', `${carol};`, 'semicolon', `${carol};${alice};${bob}`],
    [
      'a comment at the end',
      `${carol} // staff`,
      'semicolon',
      `${carol} // staff\n${alice};${bob}`,
    ],
    ['another comment', `# ${alice}`, 'semicolon', `# ${alice}\n${alice};${bob}`],
    ['lines', `${carol}\n`, 'lines', `${carol}\n${alice}\n${bob}`],
    ['lines of Windows', `//\r\n${carol}`, 'lines', `//\r\n${carol}\r\n${alice}\r\n${bob}`],
    [
      'nothing but a byte order mark',
      '\u00EF\u00BB\u00BF',
      'semicolon',
      `\u00EF\u00BB\u00BF${alice};${bob}`,
    ],
  ] as const)('adds ids after %s', (_, text, format, changed) => {
    expect(changeFile(text, { remove: none, add: [alice, bob] }, format)).toBe(changed)
  })

  test('cuts out an id with the separator behind it', () => {
    const text = `${carol} // staff\n${alice};${bob};\n`
    expect(changeFile(text, { remove: new Set([alice]), add: [] }, 'semicolon')).toBe(
      `${carol} // staff\n${bob};\n`,
    )
  })

  test('leaves a file alone that needs none', () => {
    const text = `${alice},\n ${bob}`
    expect(changeFile(text, { remove: new Set([carol]), add: [bob] }, 'lines')).toBe(text)
  })

  test('never loses a byte of somebody else, and never puts an id into a comment', () => {
    const id = fc.integer({ min: 10, max: 40 }).map(steamId)
    const unmanaged = fc
      .array(
        fc.oneof(
          id,
          fc.constantFrom(
            ';',
            ',',
            '\n',
            '\r\n',
            ' ',
            '//',
            '/',
            '#',
            'staff',
            '\u00EF\u00BB\u00BF',
          ),
        ),
      )
      .map((parts) => parts.join(''))
    const ours = fc.uniqueArray(fc.integer({ min: 50, max: 60 }).map(steamId))
    const format = fc.constantFrom('semicolon' as const, 'lines' as const)
    fc.assert(
      fc.property(unmanaged, ours, ours, format, (text, first, second, chosen) => {
        const once = changeFile(text, { remove: none, add: first }, chosen)
        expect(once.startsWith(text)).toBe(true)
        const gone = new Set(first.filter((it) => !second.includes(it)))
        const twice = changeFile(once, { remove: gone, add: second }, chosen)
        expect(twice.startsWith(text)).toBe(true)
        expect(idsInFile(twice)).toEqual(new Set([...idsInFile(text), ...second]))
        expect(changeFile(twice, { remove: gone, add: second }, chosen)).toBe(twice)
      }),
    )
  })
})
