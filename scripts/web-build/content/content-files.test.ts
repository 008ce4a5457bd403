import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFrontMatter, readTextFiles, textToShow, type TextFile } from './content-files.ts'
import { contentModule } from './plugin.ts'
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
  expect(await findTranslationGaps(texts)).toEqual([
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
  expect(await findTranslationGaps(texts)).toEqual([
    'content/rules/general/en.md has other headings than its original: section-1 section-2, not section-1 section-1-1',
  ])
})

test('a text without a French original cannot be shown', async () => {
  const texts = await write({ 'rules/general/en.md': textOf('2026-11-21', 'Text') })
  expect(() => textToShow(texts, 'rules/general', 'en')).toThrow(
    'content/rules/general/fr.md does not exist',
  )
  expect(await findTranslationGaps(texts)).toEqual(['content/rules/general/fr.md is missing'])
})

test('a file of another language is refused by name', async () => {
  await expect(write({ 'rules/general/de.md': textOf('2026-11-21', 'Text') })).rejects.toThrow(
    'content/rules/general/de.md:1: a text is called fr.md, en.md, ru.md, es.md',
  )
})

test('a bundle of one language has the texts of that language alone', async () => {
  const texts = await write({
    'rules/general/fr.md': textOf('2026-11-21', 'Bonjour'),
    'rules/general/ru.md': textOf('2026-11-21', 'Привет'),
  })
  const forRussian = await contentModule('rules/general', texts, ['ru'])
  expect(forRussian).toContain('content:rules/general/ru')
  expect(forRussian).not.toContain('/fr')
  const search = await contentModule('search', texts, ['ru'])
  expect(search).toContain('Привет')
  expect(search).not.toContain('Bonjour')
  const forSpanish = await contentModule('rules/general', texts, ['es'])
  expect(forSpanish).toContain("import es from 'content:rules/general/fr'")
})

test('a drawing that nobody has drawn fails the build and names the text', async () => {
  const texts = await write({
    'guides/raiding/fr.md': textOf('2026-11-21', '![Une licorne](picture:unicorn)'),
  })
  await expect(contentModule('guides/raiding/fr', texts, ['fr'])).rejects.toThrow(
    'content/guides/raiding/fr.md:1: there is no drawing unicorn in web/art/guides',
  )
})

test('the shipped texts are complete, current and alike in every language', async () => {
  const texts = await readTextFiles()
  expect(texts.length).toBeGreaterThan(0)
  expect(await findTranslationGaps(texts)).toEqual([])
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
  const text = readFrontMatter('fr.md', [...head, '', 'Bonjour'].join('\n'))
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
    'fr.md:2: the head has title, description, changed, not “titre: Raids”',
  ],
  [
    'a day that does not exist',
    [...head.slice(0, 3), 'changed: 2026-02-30', '---'],
    'fr.md:4: 2026-02-30 is no day such as 2026-11-21',
  ],
])('names the place of %s', (_, lines, fault) => {
  expect(() => readFrontMatter('fr.md', lines.join('\n'))).toThrow(fault)
})
