import type { Selectable } from 'kysely'
import type { ModerateTeamListingRequest } from '#contract/admin-team.ts'
import type { TeamListingsTable } from '#server/db/team-tables.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { lockListing, readListing } from '#server/services/team-listings/listing-records.ts'
import { presentTeamListing } from '#server/services/team-listings/present-listing.ts'
import { tellOfListing } from '#server/services/team-listings/tell-of-listing.ts'
import { writeAudit } from './audit.ts'
import { handleReports } from './handle-team-listing-reports.ts'
import { readModeratedListing, type ModeratedListing } from './list-team-listings.ts'
import type { Admin } from './recognise-admin.ts'

type LockedListing = Selectable<TeamListingsTable>

/**
 * Takes a listing off the list, with a reason that its maker reads, or puts it back; its reports are
 * dealt with by that. Repeating it changes nothing: the first reason stays. Refuses with
 * `listing_not_found`, also when its maker deleted it.
 */
export async function moderateTeamListing(
  services: Services,
  admin: Admin,
  listingId: string,
  request: ModerateTeamListingRequest,
): Promise<ModeratedListing> {
  return services.database.transaction(async (trx) => {
    const before = await lockListing(trx, listingId)
    if ((before.removed_at !== null) !== request.removed) {
      await (request.removed
        ? remove(services, trx, admin, before, request.reason)
        : putBack(services, trx, admin, before))
    }
    return readModeratedListing(trx, listingId)
  })
}

async function remove(
  services: Services,
  trx: Trx,
  admin: Admin,
  listing: LockedListing,
  reason: string,
): Promise<void> {
  const removedAt = services.clock()
  await trx
    .updateTable('team_listings')
    .set({ removed_at: removedAt, removal_reason: reason, revision: listing.revision + 1 })
    .where('id', '=', listing.id)
    .execute()
  const openReports = await handleReports(services, trx, listing.id)
  await writeAudit(services, trx, admin, {
    action: 'team_listing_removed',
    subject: `team_listing:${listing.id}`,
    before: { listedBy: listing.discord_username, description: listing.description, openReports },
    after: { listedBy: listing.discord_username, removedAt, removalReason: reason, openReports: 0 },
  })
  await tellOfListing(trx, { change: 'gone', id: listing.id })
}

async function putBack(
  services: Services,
  trx: Trx,
  admin: Admin,
  listing: LockedListing,
): Promise<void> {
  await trx
    .updateTable('team_listings')
    .set({ removed_at: null, removal_reason: null, revision: listing.revision + 1 })
    .where('id', '=', listing.id)
    .execute()
  await writeAudit(services, trx, admin, {
    action: 'team_listing_put_back',
    subject: `team_listing:${listing.id}`,
    before: {
      listedBy: listing.discord_username,
      removedAt: listing.removed_at,
      removalReason: listing.removal_reason,
    },
    after: { listedBy: listing.discord_username },
  })
  if (listing.expires_at <= services.clock()) return
  const shown = presentTeamListing(await readListing(trx, listing.id))
  await tellOfListing(trx, { change: 'made', listing: shown })
}
