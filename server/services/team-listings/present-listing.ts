import type { OwnTeamListing, TeamListing } from '#contract/team.ts'
import { fieldsOf } from './listing-columns.ts'
import { marksOf, type ListingRecord } from './listing-records.ts'

/** A listing as everybody sees it; events tell the same. */
export function presentTeamListing(listing: ListingRecord): TeamListing {
  return {
    id: listing.id,
    creatorId: listing.creator_id,
    ...fieldsOf(listing),
    createdAt: listing.created_at.toISOString(),
    updatedAt: listing.edited_at.toISOString(),
    expiresAt: listing.expires_at.toISOString(),
    revision: listing.revision,
    verified: marksOf(listing),
  }
}

/** A listing as its maker and the staff see it: also when nobody else does. */
export function presentOwnListing(listing: ListingRecord, now: Date): OwnTeamListing {
  return {
    ...presentTeamListing(listing),
    state: stateOf(listing, now),
    removalReason: listing.removal_reason,
  }
}

function stateOf({ removed_at, expires_at }: ListingRecord, now: Date): OwnTeamListing['state'] {
  if (removed_at !== null) return 'removed'
  return expires_at > now ? 'live' : 'ended'
}
