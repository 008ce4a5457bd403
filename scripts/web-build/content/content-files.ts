import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'

export const root = join(import.meta.dirname, '../../..')

export const contentFolder = join(root, 'content')

const sections = ['guides', 'rules'] as const

/** A text of `content/` in one language. */
export interface TextFile extends FrontMatter {
  readonly section: (typeof sections)[number]
  readonly slug: string
  readonly language: Language
  /** From the root of the repository. */
  readonly file: string
  readonly markdown: string
}

/** Reads every text. @throws ContentFault for an invalid head. */
export async function readTextFiles(folder: string = contentFolder): Promise<readonly TextFile[]> {
  const texts = await Promise.all(sections.map((section) => readSection(folder, section)))
  return texts.flat()
}

async function readSection(
  folder: string,
  section: TextFile['section'],
): Promise<readonly TextFile[]> {
  const found = await readdir(join(folder, section), { recursive: true }).catch(() => [])
  const files = found.filter((file) => file.endsWith('.md')).toSorted()
  return Promise.all(files.map((file) => readText(folder, section, file.replaceAll('\\', '/'))))
}

async function readText(
  folder: string,
  section: TextFile['section'],
  path: string,
): Promise<TextFile> {
  const file = `content/${section}/${path}`
  const [slug = '', name = ''] = path.split('/')
  const language = languages.find((known) => name === `${known}.md`)
  if (!language) {
    throw new ContentFault(file, 1, `a text is called ${languages.join('.md, ')}.md`)
  }
  const text = await readFile(join(folder, section, path), 'utf8')
  return { section, slug, language, file, ...readFrontMatter(file, text) }
}

/**
 * The text to show in a language: the French one when there is no translation, or only one from
 * before the French text last changed its meaning. @throws without a French text.
 */
export function textToShow(
  texts: readonly TextFile[],
  document: string,
  language: Language,
): TextFile {
  const versions = texts.filter((text) => documentName(text) === document)
  const original = versions.find((text) => text.language === defaultLanguage)
  if (!original) throw new Error(`content/${document}/${defaultLanguage}.md does not exist`)
  const translation = versions.find((text) => text.language === language)
  return translation && translation.changed >= original.changed ? translation : original
}

/** `guides/raiding` */
export function documentName({ section, slug }: Pick<TextFile, 'section' | 'slug'>): string {
  return `${section}/${slug}`
}

/** The names of all documents, each once. */
export function documentNames(texts: readonly TextFile[]): readonly string[] {
  return [...new Set(texts.map(documentName))]
}

const keys = ['title', 'description', 'changed'] as const

/** The head of a text. */
interface FrontMatter {
  readonly title: string
  /** One sentence, for tiles and search engines. */
  readonly description: string
  /** The day when its meaning last changed: `2026-11-21`. */
  readonly changed: string
}

interface ParsedText extends FrontMatter {
  /** The text with its head replaced by empty lines, so that line numbers stay right. */
  readonly markdown: string
}

/**
 * Reads the head of a text: `key: value` lines between two lines `---`.
 * @throws ContentFault that names the line.
 */
export function readFrontMatter(file: string, text: string): ParsedText {
  const lines = text.split(/\r?\n/)
  if (lines[0] !== '---') throw new ContentFault(file, 1, 'a text begins with a line ---')
  const end = lines.indexOf('---', 1)
  if (end === -1) throw new ContentFault(file, 1, 'the head has no second line ---')
  const found = new Map(lines.slice(1, end).map((line, index) => readEntry(file, index + 2, line)))
  const valueOf = (key: (typeof keys)[number]): string => {
    const value = found.get(key)
    if (value === undefined) throw new ContentFault(file, end + 1, `the head lacks ${key}`)
    return value
  }
  return {
    title: valueOf('title'),
    description: valueOf('description'),
    changed: valueOf('changed'),
    markdown: [...lines.slice(0, end + 1).fill(''), ...lines.slice(end + 1)].join('\n'),
  }
}

function readEntry(file: string, line: number, source: string): readonly [string, string] {
  const [, key = '', value = ''] = /^(\w+): *(.*?) *$/.exec(source) ?? []
  if (!keys.some((known) => known === key)) {
    throw new ContentFault(file, line, `the head has ${keys.join(', ')}, not “${source}”`)
  }
  if (value === '') throw new ContentFault(file, line, `${key} is empty`)
  if (key === 'changed' && !z.iso.date().safeParse(value).success) {
    throw new ContentFault(file, line, `${value} is no day such as 2026-11-21`)
  }
  return [key, value]
}

/** A fault in a text of `content/`, with its place; authors read it. */
export class ContentFault extends Error {
  constructor(file: string, line: number, fault: string) {
    super(`${file}:${line}: ${fault}`)
    this.name = 'ContentFault'
  }
}
