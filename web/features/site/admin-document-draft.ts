import * as z from 'zod/mini'
import { readText } from '#contract/documents.ts'
import type { Language } from '#contract/language.ts'
import type { DocumentKind } from '#contract/paths.ts'
import type { TypedText } from './admin-document-text.ts'
import { useDrafts, writeDraft } from './admin-drafts.ts'

/** Which text is edited. */
export interface DocumentPlace {
  readonly kind: DocumentKind
  readonly slug: string
  readonly language: Language
}

export function documentDraftName({ kind, slug, language }: DocumentPlace): string {
  return `documents/${kind}/${slug}/${language}`
}

export const documentDraft = z.object({
  typed: z.object({
    title: z.string(),
    description: z.string(),
    changed: z.string(),
    otherHead: z.string(),
    body: z.string(),
  }),
  /** What it was when the typing began; null for a new one. */
  version: z.nullable(z.number()),
})

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

export function emptyText(): TypedText {
  return { title: '', description: '', changed: today(), otherHead: '', body: '' }
}

/** Begins a new text, which its editor shows when it opens. */
export function startDocument(place: DocumentPlace, title: string): void {
  writeDraft(documentDraftName(place), { typed: { ...emptyText(), title }, version: null })
}

/** The texts into which something was typed that is not saved. */
export function useUnsavedTexts(): readonly (DocumentPlace & { readonly title: string })[] {
  return Object.entries(useDrafts()).flatMap(([name, draft]) => {
    const [, kind, slug, language] = name.split('/')
    const place = readText.params.safeParse({ kind, slug, language }).data
    const typed = documentDraft.safeParse(draft).data?.typed
    return place && typed ? [{ ...place, title: typed.title }] : []
  })
}
