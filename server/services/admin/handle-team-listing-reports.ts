import type { Services, Trx } from '#server/services/context.ts'
import { lockListing } from '#server/services/team-listings/listing-records.ts'
import { writeAudit } from './audit.ts'
import { readModeratedListing, type ModeratedListing } from './list-team-listings.ts'
import type { Admin } from './recognise-admin.ts'

/**
 * Notes that the staff looked at the reports of a listing, which stays. Repeating it changes nothing.
 * Refuses with `listing_not_found`.
 */
export async function handleTeamListingReports(
  services: Services,
  admin: Admin,
  listingId: string,
): Promise<ModeratedListing> {
  return services.database.transaction(async (trx) => {
    const listing = await lockListing(trx, listingId)
    const openReports = await handleReports(services, trx, listingId)
    if (openReports > 0) {
      await writeAudit(services, trx, admin, {
        action: 'team_listing_reports_handled',
        subject: `team_listing:${listingId}`,
        before: {
          listedBy: listing.discord_username,
          description: listing.description,
          openReports,
        },
        after: { listedBy: listing.discord_username, openReports: 0 },
      })
    }
    return readModeratedListing(trx, listingId)
  })
}

/** Answers how many reports waited. */
export async function handleReports(
  { clock }: Services,
  trx: Trx,
  listingId: string,
): Promise<number> {
  const handled = await trx
    .updateTable('team_listing_reports')
    .set({ handled_at: clock() })
    .where('listing_id', '=', listingId)
    .where('handled_at', 'is', null)
    .returning('listing_id')
    .execute()
  return handled.length
}
