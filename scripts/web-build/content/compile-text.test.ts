import { expect, test } from 'vitest'
import { compileText, fillInParticulars } from './compile-text.ts'
import type { TextFile } from './content-files.ts'

function compile(...lines: readonly string[]) {
  return compileText(textOf('guides', lines))
}

function textOf(section: 'guides' | 'legal', lines: readonly string[]): TextFile {
  return {
    section,
    slug: 'test',
    language: 'fr',
    file: section === 'legal' ? 'legal.md' : 'fr.md',
    title: '',
    description: '',
    changed: '',
    order: null,
    related: [],
    localNumbers: [],
    markdown: lines.join('\n'),
  }
}

test('headings have anchors by their place, and what stands under them is for the search', async () => {
  const { sections } = await compile(
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

test('what belongs on one line stays on it in headings and for the search', async () => {
  const { sections } = await compile('## Combien\u00A0?', 'À\u00A02\u202F000\u00A0m', '  au moins.')
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

test('lists the drawings that a text needs', async () => {
  const { drawings } = await compile(
    '![Un drapeau](picture:flag-claim)',
    '',
    '```recipe',
    '2 nails Clous',
    '1 nails Encore',
    '= heavy-charge Charge',
    '```',
  )
  expect(drawings).toEqual(['flag-claim', 'nails', 'heavy-charge'])
})

test('what a picture shows is a sentence of its own for the search', async () => {
  const { sections } = await compile('![Un drapeau](picture:flag-claim)', '', 'Levez-le.')
  expect(sections.map(({ text }) => text)).toEqual(['Un drapeau. Levez-le.'])
})

test('nothing in a text is executed', async () => {
  const { code } = await compile('import x from "./x.js"', '', '{process.exit(1)}', '', '<b')
  expect(code).toContain('"{process.exit(1)}"')
  expect(code).not.toMatch(/^import x/m)
})

test('cells are aligned without a style attribute', async () => {
  const { code } = await compile('| a |', '| --: |', '| 1 |')
  expect(code).toContain('align: "right"')
  expect(code).not.toContain('style')
})

test('a cell names its column, for screens on which rows are blocks', async () => {
  const { code } = await compile('| Quoi | **Durée** |', '| --- | --- |', '| Panier | 1 an |')
  expect(code).toContain('"data-label": "Quoi"')
  expect(code).toContain('"data-label": "Durée"')
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
])('refuses %s and names the line', async (_, lines, fault) => {
  await expect(compile(...lines)).rejects.toThrow(fault)
})

test('links lead to pages, to parts of them and out', async () => {
  const { code } = await compile(
    '[a](/donation) [b](/rules/raiding#section-2) [c](#section-1) [d](https://example.org)',
  )
  expect(code).toContain('href: "/rules/raiding#section-2"')
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

test('only a legal text has particulars', async () => {
  const { code } = await compileText(textOf('legal', ['Nom : {brand}']))
  expect(code).toContain('Nom : KRYPTONIQUE')
  expect((await compile('Nom : {brand}')).code).toContain('Nom : {brand}')
})
