import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'
import { ContentFault } from './content-fault.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'

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

/**
 * Reads every text.
 * @throws ContentFault for one with a wrong head.
 */
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
 * The text to show in a language: the French one where there is none in that language, or only
 * one from before the French text last changed its meaning.
 * @throws when there is not even a French text.
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
