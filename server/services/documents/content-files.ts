import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import type { TextFaultCode, TextPlace } from '#contract/documents.ts'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'
import { documentKinds, paths, type DocumentKind } from '#contract/paths.ts'

const contentFolder = join(import.meta.dirname, '../../../content')

/** A text of `content/` in one language. */
export interface TextFile extends FrontMatter, TextPlace {
  /** From the root of the repository; of a saved text the file in whose place it is. */
  readonly file: string
  /** The whole text, with its head. */
  readonly source: string
  readonly markdown: string
}

/** Whether there is a text at an address, to which a head may refer. */
type IsDocument = (path: string) => boolean

/** What is in the address of a page. */
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Reads every text. @throws ContentFault for an invalid head. */
export async function readTextFiles(folder: string = contentFolder): Promise<readonly TextFile[]> {
  const lists = await Promise.all(documentKinds.map((kind) => listFiles(folder, kind)))
  const files = lists.flat()
  const addresses = new Set(
    files.map(({ kind, path }) => paths.document(kind, path.split('/')[0] ?? '')),
  )
  return Promise.all(files.map((file) => readText(folder, file, addresses)))
}

interface FoundFile {
  readonly kind: DocumentKind
  /** Within the folder of its kind. */
  readonly path: string
}

async function listFiles(folder: string, kind: DocumentKind): Promise<readonly FoundFile[]> {
  const found = await readdir(join(folder, kind), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => relative(join(folder, kind), join(parentPath, name)))
    .toSorted()
    .map((file) => ({ kind, path: file.replaceAll('\\', '/') }))
}

async function readText(
  folder: string,
  { kind, path }: FoundFile,
  addresses: ReadonlySet<string>,
): Promise<TextFile> {
  const file = `content/${kind}/${path}`
  const [slug = '', ...name] = path.split('/')
  const language = languages.find((known) => name.join('/') === `${known}.md`)
  if (!language) {
    const names = languages.map((known) => `content/${kind}/<name>/${known}.md`)
    throw new ContentFault(file, 1, `a text is called ${names.join(' or ')}: rename this file`)
  }
  if (!slugPattern.test(slug)) {
    throw new ContentFault(
      file,
      1,
      `the folder ${slug} becomes the address of the page: rename it to small letters, digits and hyphens, such as raid-alerts`,
    )
  }
  const source = await readFile(join(folder, kind, path), 'utf8')
  const text = parseText({ kind, slug, language }, source, (one) => addresses.has(one))
  const uploaded = source.split('\n').findIndex((line) => /\]\(\/images\//.test(line))
  if (uploaded === -1) return text
  throw new ContentFault(
    file,
    uploaded + 1,
    'an uploaded picture is for texts saved in /admin',
    'picture',
  )
}

/** The file of a text, from the root of the repository. */
export function fileOf({ kind, slug, language }: TextPlace): string {
  return `content/${kind}/${slug}/${language}.md`
}

/** @throws ContentFault for an invalid head. */
export function parseText(place: TextPlace, source: string, isDocument: IsDocument): TextFile {
  const file = fileOf(place)
  const read = readFrontMatter(file, source, isDocument)
  if (place.language !== defaultLanguage && (read.order !== null || read.related.length > 0)) {
    throw new ContentFault(file, 1, `order and related stand in ${defaultLanguage}.md alone`)
  }
  return { ...place, file, source, ...read }
}

/**
 * The text to show in a language: the French one when there is no translation, or only one from
 * before the French text last changed its meaning. @throws ContentFault without a French text.
 */
export function textToShow(
  texts: readonly TextFile[],
  document: string,
  language: Language,
): TextFile {
  const original = originalOf(texts, document)
  const translation = texts.find(
    (text) => documentName(text) === document && text.language === language,
  )
  return translation && translation.changed >= original.changed ? translation : original
}

/** The French text. @throws ContentFault without one. */
export function originalOf(texts: readonly TextFile[], document: string): TextFile {
  const original = texts.find(
    (text) => documentName(text) === document && text.language === defaultLanguage,
  )
  if (original) return original
  throw new ContentFault(
    `content/${document}/${defaultLanguage}.md`,
    1,
    'does not exist: write the French text too, which stands in for missing translations',
    'no_original',
  )
}

/** `guides/raiding` */
export function documentName({ kind, slug }: Pick<TextFile, 'kind' | 'slug'>): string {
  return `${kind}/${slug}`
}

/**
 * The names of all documents, each once: news from the latest to the oldest, other texts by `order`,
 * then those without one by name.
 */
export function documentNames(texts: readonly TextFile[]): readonly string[] {
  const names = [...new Set(texts.map(documentName))]
  const originals = new Map(
    texts
      .filter(({ language }) => language === defaultLanguage)
      .map((text) => [documentName(text), text]),
  )
  const orderOf = (name: string) => originals.get(name)?.order ?? Number.MAX_SAFE_INTEGER
  const dayOf = (name: string) => originals.get(name)?.changed ?? ''
  return documentKinds.flatMap((kind) =>
    names
      .filter((name) => name.startsWith(`${kind}/`))
      .toSorted((a, b) =>
        kind === 'news' ? dayOf(b).localeCompare(dayOf(a)) : orderOf(a) - orderOf(b),
      ),
  )
}

const requiredKeys = ['title', 'description', 'changed'] as const
const keys = [...requiredKeys, 'order', 'related', 'localNumbers'] as const

interface FrontMatter {
  readonly title: string
  /** One sentence, for tiles and search engines. */
  readonly description: string
  /** The day when its meaning last changed: `2026-11-21`. */
  readonly changed: string
  /** Its place among the texts of its kind; null puts it after those that have one. */
  readonly order: number | null
  /** The addresses of the texts to read next. */
  readonly related: readonly string[]
  /** Numbers that other languages need not have, such as hours in a city's own time. */
  readonly localNumbers: readonly string[]
}

interface ParsedText extends FrontMatter {
  /** The text with its head replaced by empty lines, so that line numbers stay right. */
  readonly markdown: string
}

/**
 * Reads the head of a text: `key: value` lines between two lines `---`. @throws ContentFault that names the line.
 */
export function readFrontMatter(file: string, text: string, isDocument: IsDocument): ParsedText {
  const lines = text.split(/\r?\n/)
  if (lines[0] !== '---') {
    throw new ContentFault(file, 1, 'a text begins with a line ---, then title: and so on')
  }
  const end = lines.indexOf('---', 1)
  if (end === -1) {
    throw new ContentFault(file, 1, 'the head has no second line ---: write one below changed:')
  }
  const found = new Map(
    lines.slice(1, end).map((line, index) => readEntry(file, index + 2, line, isDocument)),
  )
  const valueOf = (key: (typeof requiredKeys)[number]): string => {
    const value = found.get(key)
    if (value === undefined) {
      throw new ContentFault(file, end + 1, `the head lacks ${key}: write a line ${key}: above`)
    }
    return value
  }
  const order = found.get('order')
  return {
    title: valueOf('title'),
    description: valueOf('description'),
    changed: valueOf('changed'),
    order: order === undefined ? null : Number(order),
    related: listIn(found.get('related')),
    localNumbers: listIn(found.get('localNumbers')),
    markdown: [...lines.slice(0, end + 1).fill(''), ...lines.slice(end + 1)].join('\n'),
  }
}

function readEntry(
  file: string,
  line: number,
  source: string,
  isDocument: IsDocument,
): readonly [string, string] {
  const [, key = '', value = ''] = /^(\w+): *(.*?) *$/.exec(source) ?? []
  if (!keys.some((known) => known === key)) {
    throw new ContentFault(file, line, `the head has ${keys.join(', ')}, not “${source}”`)
  }
  if (value === '') throw new ContentFault(file, line, `${key} is empty`)
  if (key === 'changed' && !z.iso.date().safeParse(value).success) {
    throw new ContentFault(file, line, `${value} is no day such as 2026-11-21`)
  }
  if (key === 'order' && !/^\d{1,4}$/.test(value)) {
    throw new ContentFault(file, line, `${value} is no place such as 3`)
  }
  const unknown = key === 'related' && listIn(value).find((path) => !isDocument(path))
  if (unknown) {
    throw new ContentFault(file, line, `${unknown} is no address of a text such as /rules/raiding`)
  }
  return [key, value]
}

function listIn(value: string | undefined): readonly string[] {
  return value?.split(/,\s*/) ?? []
}

/** A fault in a text of `content/`, with its place; authors read it. */
export class ContentFault extends Error {
  readonly file: string
  /** The file and line. */
  readonly place: string
  readonly line: number
  readonly fault: string
  readonly code: TextFaultCode

  constructor(file: string, line: number, fault: string, code: TextFaultCode = 'text_head') {
    const place = `${file}:${line}`
    super(`${place}: ${fault}`)
    this.name = 'ContentFault'
    this.file = file
    this.place = place
    this.line = line
    this.fault = fault
    this.code = code
    // Authors need the place in their text, not the one in our code.
    this.stack = this.message
  }
}
