import { readStoredJson, removeStored, writeStored } from '#web/storage/browser-storage.ts'
import { parseDraft, type ListingDraft } from './listing-draft.ts'

/** What was typed, and the listing that it was typed into. */
export interface KeptDraft {
  readonly draft: ListingDraft
  /** How the listing stood when it was begun; for a new one, what the form started with. */
  readonly basis: ListingDraft
  /** The revision of that; null where the server had none. */
  readonly basisRevision: number | null
}

/** Which form: the one for a new listing, or that of the listing with this id. */
export type FormKey = 'new' | (string & {})

const storageKey = (form: FormKey): string => `listingDraft:${form}`

/** What was typed into a form in this tab and not posted; a reload or another page does not cost it. */
export function readKeptDraft(form: FormKey): KeptDraft | null {
  const value = readStoredJson('sessionStorage', storageKey(form))
  if (typeof value !== 'object' || value === null) return null
  const kept: Record<string, unknown> = { ...value }
  const draft = parseDraft(kept['draft'])
  const basis = parseDraft(kept['basis'])
  const revision = kept['basisRevision']
  if (draft === null || basis === null) return null
  return { draft, basis, basisRevision: typeof revision === 'number' ? revision : null }
}

/** Keeps what was typed, for as long as the tab lives. */
export function keepDraft(form: FormKey, kept: KeptDraft): void {
  writeStored('sessionStorage', storageKey(form), JSON.stringify(kept))
}

export function forgetDraft(form: FormKey): void {
  removeStored('sessionStorage', storageKey(form))
}
