import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import {
  documentNames,
  readFrontMatter,
  readTextFiles,
  textToShow,
  type TextFile,
} from './content-files.ts'
import { createDocuments, filesSite } from './documents.ts'
import { findTranslationGaps } from './translation-gaps.ts'

test('shows French where a translation is missing or older, and says which', async () => {
  const texts = await write({
    'guides/raiding/fr.md': textOf('2026-11-21', '## Scie'),
    'guides/raiding/en.md': textOf('2026-11-21', '## Saw'),
    'guides/raiding/ru.md': textOf('2026-11-20', '## Пила'),
  })
  const shown = (['fr', 'en', 'ru', 'es'] as const).map(
    (language) => textToShow(texts, 'guides/raiding', language).language,
  )
  expect(shown).toEqual(['fr', 'en', 'fr', 'fr'])
  expect(findTranslationGaps(texts)).toEqual([
    'content/guides/raiding/ru.md is older than its original: 2026-11-20, not 2026-11-21',
    'content/guides/raiding/es.md is missing',
  ])
})

test('finds a translation whose parts are counted otherwise', async () => {
  const texts = await write({
    'rules/general/fr.md': textOf('2026-11-21', '## Un', '### Deux'),
    'rules/general/en.md': textOf('2026-11-21', '## One', '## Two'),
    'rules/general/ru.md': textOf('2026-11-21', '## Раз', '### Два'),
    'rules/general/es.md': textOf('2026-11-22', '## Uno', '### Dos'),
  })
  expect(findTranslationGaps(texts)).toEqual([
    'content/rules/general/en.md has other headings than its original: section-1 section-2, not section-1 section-1-1',
  ])
})

test('a text without a French original cannot be shown', async () => {
  const texts = await write({ 'rules/general/en.md': textOf('2026-11-21', 'Text') })
  expect(() => textToShow(texts, 'rules/general', 'en')).toThrow(
    'content/rules/general/fr.md:1: does not exist: write the French text too',
  )
  expect(() => findTranslationGaps(texts)).toThrow('write the French text too')
})

test('a file of another language is refused by name', async () => {
  await expect(write({ 'rules/general/de.md': textOf('2026-11-21', 'Text') })).rejects.toThrow(
    'content/rules/general/de.md:1: a text is called content/rules/<name>/fr.md or content',
  )
})

test('a drawing that nobody has drawn is refused by the place in the text', async () => {
  const texts = await write({
    'guides/raiding/fr.md': textOf('2026-11-21', '![Une licorne](picture:unicorn)'),
  })
  await expect(createDocuments(texts, filesSite).check()).rejects.toThrow(
    'content/guides/raiding/fr.md:6: there is no drawing unicorn in web/art/guides',
  )
})

test('the shipped texts are complete, current and alike in every language', async () => {
  const texts = await readTextFiles()
  expect(texts.length).toBeGreaterThan(0)
  expect(findTranslationGaps(texts)).toEqual([])
  for (const { kind, slug, related } of texts) {
    expect(related).not.toContain(paths.document(kind, slug))
  }
})

test('finds a number that differs between languages, but no local one', async () => {
  const texts = await write({
    'rules/general/fr.md': textOf('2026-11-21', 'À 2\u00A0000 m.', '## Codelocks', '20 ou 22.'),
    'rules/general/en.md': textOf('2026-11-21', '2,000 m away.', '## Codelocks', '20 or 25.'),
    'rules/general/ru.md': textOf('2026-11-21', '3000 м.', '## Замки', '20 или 22.'),
    'rules/general/es.md': textOf(
      '2026-11-21\nlocalNumbers: 9',
      'A 2000 m.',
      '## Codelocks',
      '20, 22 o 9.',
    ),
  })
  const place = 'content/rules/general'
  expect(findTranslationGaps(texts)).toEqual([
    `${place}/en.md:7: other numbers than ${place}/fr.md:7: 25 here, 22 there`,
    `${place}/ru.md:1: other numbers than ${place}/fr.md:1: 3000 here, 2000 there`,
  ])
})

test('orders are kept with the day of the latest legal text', async () => {
  const texts = await write({
    'legal/terms/fr.md': textOf('2026-11-21', 'Texte'),
    'legal/privacy/fr.md': textOf('2026-11-23', 'Texte'),
    'legal/privacy/en.md': textOf('2026-12-01', 'Text'),
  })
  expect(createDocuments(texts, filesSite).legalVersion).toBe('2026-11-23')
})

test('texts are in their order, news from the latest to the oldest', async () => {
  const texts = await write({
    'guides/a/fr.md': textOf('2026-11-21', 'A'),
    'guides/b/fr.md': textOf('2026-11-21\norder: 2', 'B'),
    'guides/c/fr.md': textOf('2026-11-21\norder: 1', 'C'),
    'news/old/fr.md': textOf('2026-10-01', 'Ancien'),
    'news/old/en.md': textOf('2026-12-01', 'Old'),
    'news/new/fr.md': textOf('2026-11-01', 'Nouveau'),
  })
  expect(documentNames(texts)).toEqual(['guides/c', 'guides/b', 'guides/a', 'news/new', 'news/old'])
})

test('each language has its texts, a missing one in French, and news the day on which it came out', async () => {
  const texts = await write({
    'guides/raiding/fr.md': textOf('2026-11-21\nrelated: /news/event', '## Scie', 'Bonjour'),
    'news/event/fr.md': textOf('2026-11-02', 'Bonjour'),
    'news/event/en.md': textOf('2026-11-05', 'Hello'),
  })
  const documents = createDocuments(texts, filesSite)
  const raiding = {
    kind: 'guides',
    slug: 'raiding',
    title: 'T',
    description: 'D',
    changed: '2026-11-21',
    language: 'fr',
  }
  const event = {
    ...raiding,
    kind: 'news',
    slug: 'event',
    changed: '2026-11-02',
    language: 'en',
  }
  expect(documents.list('en').documents).toEqual([raiding, event])
  expect(documents.list('en', 'news').documents).toEqual([event])
  expect(documents.read('news', 'event', 'en')).toEqual({
    ...event,
    headings: [],
    body: [{ tag: 'p', children: ['Hello'] }],
    related: [],
    previous: null,
    next: null,
  })
  expect(documents.read('guides', 'raiding', 'en')).toMatchObject({
    language: 'fr',
    headings: [{ anchor: 'section-1', depth: 2, heading: 'Scie' }],
    related: [event],
  })
  expect(() => documents.read('guides', 'event', 'en')).toThrow('not_found')
  expect(documents.searchTexts('en')).toEqual([
    {
      kind: 'guides',
      slug: 'raiding',
      title: 'T',
      language: 'fr',
      parts: [{ anchor: 'section-1', heading: 'Scie', text: 'Bonjour' }],
    },
  ])
})

test('the latest news are three, and each text has its neighbours', async () => {
  const texts = await write(
    Object.fromEntries(
      ['01', '02', '03', '04'].map((day) => [`news/n${day}/fr.md`, textOf(`2026-11-${day}`, 'x')]),
    ),
  )
  const documents = createDocuments(texts, filesSite)
  const slugs = documents.list('fr', 'latest-news').documents.map(({ slug }) => slug)
  expect(slugs).toEqual(['n04', 'n03', 'n02'])
  const { previous, next } = documents.read('news', 'n03', 'fr')
  expect([previous?.slug, next?.slug]).toEqual(['n04', 'n02'])
})

test('the version changes with any text of the language, and with none of another', async () => {
  const files = {
    'news/event/fr.md': textOf('2026-11-02', 'Bonjour'),
    'news/event/en.md': textOf('2026-11-02', 'Hello'),
  }
  const before = createDocuments(await write(files), filesSite)
  const after = createDocuments(
    await write({ ...files, 'news/event/en.md': textOf('2026-11-02', 'Hello!') }),
    filesSite,
  )
  expect(after.list('fr').version).toBe(before.list('fr').version)
  expect(after.list('en').version).not.toBe(before.list('en').version)
})

test.each([
  [
    'another kind of file',
    'guides/raids/fr.txt',
    'content/guides/raids/fr.txt:1: a text is called',
  ],
  ['a file without a folder', 'guides/fr.md', 'content/guides/fr.md:1: a text is called'],
  ['a folder that is no address', 'guides/Été 1/fr.md', 'rename it to small letters'],
])('%s is refused by name', async (_, file, fault) => {
  await expect(write({ [file]: textOf('2026-11-21', 'Texte') })).rejects.toThrow(fault)
})

test('a translation leaves the order to the original', async () => {
  const files = { 'guides/raids/en.md': textOf('2026-11-21\norder: 1', 'Text') }
  await expect(write(files)).rejects.toThrow('order and related stand in fr.md alone')
})

function textOf(changed: string, ...lines: readonly string[]): string {
  return ['---', 'title: T', 'description: D', `changed: ${changed}`, '---', ...lines].join('\n')
}

function write(files: Readonly<Record<string, string>>): Promise<readonly TextFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return readTextFiles(folder)
}

const head = [
  '---',
  'title: Raids',
  'description: Quand: le week-end.',
  'changed: 2026-11-21',
  '---',
]

test('reads the head and leaves the lines of the text where they are', () => {
  const text = readFrontMatter('fr.md', [...head, '', 'Bonjour'].join('\n'), () => true)
  expect(text).toMatchObject({
    title: 'Raids',
    description: 'Quand: le week-end.',
    changed: '2026-11-21',
  })
  expect(text.markdown.split('\n').indexOf('Bonjour')).toBe(6)
})

test.each([
  ['no head', ['Bonjour'], 'fr.md:1: a text begins with a line ---'],
  ['a head without end', ['---', 'title: x'], 'fr.md:1: the head has no second line ---'],
  ['a missing key', [...head.slice(0, 2), '---'], 'fr.md:3: the head lacks description'],
  ['an empty value', ['---', 'title: ', '---'], 'fr.md:2: title is empty'],
  [
    'an unknown key',
    ['---', 'titre: Raids', '---'],
    'fr.md:2: the head has title, description, changed, order, related, localNumbers, not “titre: Raids”',
  ],
  [
    'a day that does not exist',
    [...head.slice(0, 3), 'changed: 2026-02-30', '---'],
    'fr.md:4: 2026-02-30 is no day such as 2026-11-21',
  ],
  [
    'a place that is not a number',
    [...head.slice(0, 4), 'order: first', '---'],
    'fr.md:5: first is no',
  ],
  [
    'a related text that does not exist',
    [...head.slice(0, 4), 'related: /rules/raiding, /rules/none', '---'],
    'fr.md:5: /rules/none is no address of a text',
  ],
])('names the place of %s', (_, lines, fault) => {
  expect(() =>
    readFrontMatter('fr.md', lines.join('\n'), (path) => path === '/rules/raiding'),
  ).toThrow(fault)
})
