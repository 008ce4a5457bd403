import type { Language } from '#contract/language.ts'

/** What one build of the site keeps on a device: guides, rules and the team finder. */
export interface OfflinePages {
  /** Another one for every build whose kept pages or files differ. */
  readonly build: string
  readonly files: Readonly<Record<Language, OfflineFiles>>
}

export interface OfflineFiles {
  /** Paths of pages; `:id` in one stands for any one segment. */
  readonly documents: readonly string[]
  /** Addresses of all that these pages load. */
  readonly assets: readonly string[]
}

/** Under this address each saved copy notes when it was made, as an ISO 8601 time. */
export const savedAtAddress = '/saved-at'
