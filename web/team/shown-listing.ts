import type { VerifiedMarks } from '#contract/team-listings.ts'
import type { ListingFields } from '#domain/team-listings.ts'
import type { FailureCode } from '#web/api/client.ts'

/** A listing as a page shows it: what this device and the server know of it. */
export interface ShownListing extends ListingFields {
  readonly id: string
  readonly creatorId: string
  /** Times are ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
  /** Null until the server has it. */
  readonly expiresAt: string | null
  /** Null until the server has it; an edit may say that it was made on this one. */
  readonly revision: number | null
  readonly verified: VerifiedMarks
  readonly isOwn: boolean
  readonly state: 'live' | 'ended' | 'removed'
  /** What the staff said when it removed the listing. */
  readonly removalReason: string | null
  /** How far the visitor's newest wish for it has come; `refused` stays until edited or deleted. */
  readonly sending: 'sent' | 'waiting' | 'refused'
  /** Why it was refused. */
  readonly refusal: FailureCode | null
}
