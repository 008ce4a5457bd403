import readIndex from 'content:index'
import type { ComponentType } from 'react'
import type { Language } from '#contract/language.ts'
import { paths, type DocumentSection } from '#web/app/paths.ts'
import type { DrawingProps } from '#web/art/guides/parts/drawing-box.tsx'
import { getLocale } from '#web/i18n/runtime.ts'

/** A text without its content. */
interface DocumentEntry {
  readonly section: DocumentSection
  readonly slug: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** The day when its meaning last changed, or when the news came out: `2026-11-21`. */
  readonly changed: string
  /** The language of the text. It differs from the page's where there is no current translation. */
  readonly language: Language
  /** The addresses of the texts to read next. */
  readonly related: readonly string[]
}

/** The `lang` attribute for words of a text: undefined if they are in the page's language. */
export function foreignLanguage({
  language,
}: Pick<DocumentEntry, 'language'>): Language | undefined {
  return language === getLocale() ? undefined : language
}

/** A text, as the build makes it from a file in `content/`. */
export interface WrittenDocument extends Omit<DocumentEntry, 'related'> {
  readonly headings: readonly DocumentHeading[]
  readonly drawings: Readonly<Record<string, Drawing>>
  readonly Body: ComponentType<{ readonly components: object }>
}

interface DocumentHeading {
  readonly anchor: string
  readonly depth: number
  readonly heading: string
}

/** A part of a document under one heading, as plain text. */
export interface SearchText extends Pick<DocumentEntry, 'section' | 'slug'> {
  /** Empty for the part before the first heading. */
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

/**
 * A drawing for texts, which the build imports with the text. `picture:flag-claim` is the file
 * `web/art/guides/flag-claim.svg`, `picture:keycards`, which has captions, the component `Keycards`
 * of `web/art/guides/keycards.tsx`.
 */
export type Drawing = string | ComponentType<DrawingProps>

/** A text with the address of its page. */
export interface DocumentWithPath extends DocumentEntry {
  readonly path: string
}

/** All texts in the page's language, those of a section in the order of its tiles. */
export function allDocuments(): readonly DocumentWithPath[] {
  return readIndex().map((entry) => ({
    ...entry,
    path: paths.document(entry.section, entry.slug),
  }))
}

/** Throws for a path without a text. */
export function documentAt(path: string): DocumentWithPath {
  const found = allDocuments().find((one) => one.path === path)
  if (!found) throw new Error(`${path} has no text in content/`)
  return found
}

/** The guides, the rules, the legal texts, or the news from the latest to the oldest. */
export function documentsOf(section: DocumentSection): readonly DocumentWithPath[] {
  return allDocuments().filter((document) => document.section === section)
}
