import * as z from 'zod/mini'
import { placeOfText, textName, type TextPlace } from '#contract/documents.ts'
import { typedText, type TypedText } from './admin-document-text.ts'
import { useDrafts, writeDraft } from '#web/admin-kit/drafts.ts'

export const documentDraft = z.object({
  typed: typedText,
  /** What it was when the typing began; null for a new one. */
  version: z.nullable(z.number()),
})

/** The day where the reader is, as Swedish writes it: `2026-11-29`. */
export function today(): string {
  return new Date().toLocaleDateString('sv')
}

export function emptyText(): TypedText {
  return { title: '', description: '', changed: today(), otherHead: '', body: '' }
}

/** Begins a new text, which its editor shows when it opens. */
export function startDocument(place: TextPlace, title: string): void {
  writeDraft(textName(place), { typed: { ...emptyText(), title }, version: null })
}

/** The texts into which something was typed that is not saved. */
export function useUnsavedTexts(): readonly (TextPlace & { readonly title: string })[] {
  return Object.entries(useDrafts()).flatMap(([name, draft]) => {
    const place = placeOfText(name)
    const typed = documentDraft.safeParse(draft).data?.typed
    return place && typed ? [{ ...place, title: typed.title }] : []
  })
}
