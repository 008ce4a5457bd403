import type { Language } from '../../contract/language.ts'

/** What one build of the site keeps on a device, so that guides and rules can be read offline. */
export interface Reading {
  /** Another one for every build whose guides, rules or files differ. */
  readonly build: string
  readonly files: Readonly<Record<Language, ReadingFiles>>
}

export interface ReadingFiles {
  /** Paths of pages. */
  readonly documents: readonly string[]
  /** Addresses of all that these pages load. */
  readonly assets: readonly string[]
}

/** Under this address each saved copy notes when it was made, as an ISO 8601 time. */
export const savedAtAddress = '/saved-at'
