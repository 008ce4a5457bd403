import readIndex from 'content:index'
import type { ComponentType } from 'react'
import type { Language } from '#contract/language.ts'
import type { DocumentEntry, WrittenDocument } from '#contract/documents.ts'
import { paths, type DocumentSection } from '#web/app/paths.ts'
import type { DrawingProps } from '#web/art/guides/parts/drawing-box.tsx'
import { getLocale } from '#web/i18n/runtime.ts'

/** The `lang` attribute for words of a text: undefined if they are in the page's language. */
export function foreignLanguage({
  language,
}: Pick<DocumentEntry, 'language'>): Language | undefined {
  return language === getLocale() ? undefined : language
}

/** A text with the drawings that it shows. */
export interface DrawnDocument extends WrittenDocument {
  readonly drawings: Readonly<Record<string, Drawing>>
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
