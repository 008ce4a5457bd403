import { expect, test } from 'vitest'
import { readTree } from './document-tree.ts'
import { fillInParticulars } from './legal-particulars.ts'

const references = {
  isPage: (path: string) => ['/donation', '/rules/raiding'].includes(path),
  discordInviteUrl: 'https://discord.gg/example',
  videos: ['raidAlerts'],
  particulars: { brand: 'NORDWIND' },
}

function read(...lines: readonly string[]) {
  return readTextOf('guides', lines)
}

function readTextOf(kind: 'guides' | 'legal', lines: readonly string[]) {
  return readTree({ kind, file: 'fr.md', markdown: lines.join('\n') }, references)
}

test('headings have anchors by their place, and what stands under them is for the search', () => {
  const { sections } = read(
    'Avant **tout**.',
    '## Scie',
    '- coffre',
    '- casier',
    '### Durée',
    '## Charge',
    '```recipe',
    '2 nails Clous',
    '= heavy-charge Charge lourde',
    '```',
  )
  expect(sections).toEqual([
    { anchor: '', line: 1, depth: 1, heading: '', text: 'Avant tout.' },
    { anchor: 'section-1', line: 2, depth: 2, heading: 'Scie', text: 'coffre casier' },
    { anchor: 'section-1-1', line: 5, depth: 3, heading: 'Durée', text: '' },
    { anchor: 'section-2', line: 6, depth: 2, heading: 'Charge', text: 'Clous Charge lourde' },
  ])
})

test('what belongs on one line stays on it in headings and for the search', () => {
  const { sections } = read('## Combien\u00A0?', 'À\u00A02\u202F000\u00A0m', '  au moins.')
  expect(sections).toEqual([
    {
      anchor: 'section-1',
      line: 1,
      depth: 2,
      heading: 'Combien\u00A0?',
      text: 'À\u00A02\u202F000\u00A0m au moins.',
    },
  ])
})

test('what a picture shows is a sentence of its own for the search', () => {
  const { sections } = read('![Un drapeau](picture:flag-claim)', '', 'Levez-le.')
  expect(sections.map(({ text }) => text)).toEqual(['Un drapeau. Levez-le.'])
})

test('nothing in a text is executed', () => {
  const { body } = read('import x from "./x.js"', '', '{process.exit(1)}', '', '<b')
  expect(body).toEqual([
    { tag: 'p', children: ['import x from "./x.js"'] },
    { tag: 'p', children: ['{process.exit(1)}'] },
    { tag: 'p', children: ['<b'] },
  ])
})

test('words keep the spaces between them, and blocks have none', () => {
  const { body } = read('**a** *b*', '**c**', '', '> d', '', '- e', '  - f')
  expect(body).toEqual([
    {
      tag: 'p',
      children: [
        { tag: 'strong', children: ['a'] },
        ' ',
        { tag: 'em', children: ['b'] },
        '\n',
        { tag: 'strong', children: ['c'] },
      ],
    },
    { tag: 'blockquote', children: [{ tag: 'p', children: ['d'] }] },
    {
      tag: 'ul',
      children: [
        {
          tag: 'li',
          children: ['e', '\n', { tag: 'ul', children: [{ tag: 'li', children: ['f'] }] }, '\n'],
        },
      ],
    },
  ])
})

test('pictures, videos and recipes are elements of their own', () => {
  const { body } = read(
    '![Un drapeau](picture:flag-claim)',
    '',
    '![Un film](video:raidAlerts)',
    '',
    '```recipe',
    '2 nails Clous',
    '= heavy-charge Charge',
    '```',
  )
  expect(body).toEqual([
    { tag: 'drawing', props: { drawing: 'flag-claim', label: 'Un drapeau' } },
    { tag: 'video', props: { video: 'raidAlerts', title: 'Un film' } },
    {
      tag: 'recipe',
      children: [
        { tag: 'ingredient', props: { count: '2', drawing: 'nails' }, children: ['Clous'] },
        { tag: 'product', props: { drawing: 'heavy-charge' }, children: ['Charge'] },
      ],
    },
  ])
})

test('a cell is aligned without a style, and names its column, for screens on which rows are blocks', () => {
  const { body } = read('| Quoi | **Durée** |', '| --- | --: |', '| Panier | 1 an |')
  expect(body).toMatchObject([
    {
      tag: 'table',
      children: [
        { tag: 'thead' },
        {
          tag: 'tbody',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'td', props: { 'data-label': 'Quoi' }, children: ['Panier'] },
                { tag: 'td', props: { align: 'right', 'data-label': 'Durée' } },
              ],
            },
          ],
        },
      ],
    },
  ])
})

test.each([
  ['a second title', ['Texte', '', '# Titre'], 'fr.md:3: headings are ## and ###'],
  ['a part of nothing', ['### Titre'], 'fr.md:1: a heading ### needs a heading ## before it'],
  ['HTML', ['Texte', '', '<script>1</script>'], 'fr.md:3: HTML is not for texts'],
  ['HTML in a line', ['un <b>mot</b>'], 'fr.md:1: HTML is not for texts'],
  ['other code', ['```js', '1', '```'], 'fr.md:1: the only blocks of code are recipes'],
  ['a foreign picture', ['![x](https://example.org/x.png)'], 'fr.md:1: a picture is picture:'],
  ['an unknown video', ['![x](video:nothing)'], 'not video:nothing'],
  ['a picture without words', ['![](picture:nails)'], 'fr.md:1: picture:nails needs words'],
  ['a picture among words', ['Voici ![x](picture:nails)'], 'stands in a paragraph alone'],
  ['a dead link', ['[x](/nowhere)'], 'fr.md:1: a link leads to a page of the site'],
  ['a link that runs', ['[x](javascript:alert)'], 'fr.md:1: a link leads to a page'],
  ['a link by its name', ['[x][y]', '', '[y]: javascript:alert'], 'fr.md:3: an address stands'],
  ['a picture by its name', ['![x][y]', '', '[y]: https://x.org/x.png'], 'fr.md:3: an address'],
  ['a note below', ['x[^1]', '', '[^1]: note'], 'fr.md:1: footnotes are not for texts'],
  ['a link in a heading', ['## [x](/rules)'], 'fr.md:1: a heading is a link itself'],
  ['a recipe for nothing', ['```recipe', '1 nails Clous', '```'], 'fr.md:1: a recipe ends with'],
  ['a recipe of nothing', ['```recipe', '= nails Clous', '```'], 'at least one ingredient'],
  ['no count', ['```recipe', 'nails Clous', '= nails Clous', '```'], 'not “nails Clous”'],
])('refuses %s and names the line', (_, lines, fault) => {
  expect(() => read(...lines)).toThrow(fault)
})

test('links lead to pages, to parts of them and out', () => {
  const addresses = [
    '/donation',
    '/rules/raiding#section-2',
    '#section-1',
    'https://example.org',
    'http://example.org',
    'mailto:us@example.org',
    references.discordInviteUrl,
  ]
  const { body } = read(...addresses.map((address) => `[x](${address})`))
  expect(JSON.stringify(body).match(/(?<="href":").*?(?=")/g)).toEqual(addresses)
})

test('a legal text has the particulars of the owner, and no line for what is missing', () => {
  const particulars = { name: 'A_B *C*', phone: null }
  expect(
    fillInParticulars('fr.md', '- Nom : {name}\n- Téléphone : {phone}\n\nFin', particulars),
  ).toBe('- Nom : A\\_B \\*C\\*\n\n\nFin')
  expect(() => fillInParticulars('fr.md', 'x\n{nom}', particulars)).toThrow(
    'fr.md:2: {nom} is unknown: use name, phone',
  )
})

test('only a legal text has particulars', () => {
  const shown = (kind: 'guides' | 'legal') => readTextOf(kind, ['Nom : {brand}']).body
  expect(shown('legal')).toEqual([{ tag: 'p', children: ['Nom : NORDWIND'] }])
  expect(shown('guides')).toEqual([{ tag: 'p', children: ['Nom : {brand}'] }])
})
