import type { AdminTeamListing } from '#contract/admin-team.ts'
import type { ModeratedListing } from '#server/services/admin/list-team-listings.ts'
import { presentOwnListing } from '#server/services/team-listings/present-listing.ts'

export function presentAdminTeamListing(
  { listing, reports }: ModeratedListing,
  now: Date,
): AdminTeamListing {
  return {
    ...presentOwnListing(listing, now),
    removedAt: listing.removed_at?.toISOString() ?? null,
    reports: reports.map(({ reason, note, reported_at: reportedAt }) => ({
      reason,
      note,
      reportedAt: reportedAt.toISOString(),
    })),
  }
}
