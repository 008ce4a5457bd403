import type { ModerateTeamListingRequest } from '#contract/team.ts'
import type { Row } from '#server/db/schema.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { readModeratedListing, type ModeratedListing } from './admin-listings.ts'
import { publishListingEvent } from './change-listings.ts'
import { lockListing, presentTeamListing, readListing } from './listing-records.ts'

type LockedListing = Row<'team_listings'>

/**
 * Takes a listing off the list, with a reason for its maker, or puts it back; closes its reports.
 * Repeating it changes nothing: the first reason stays. Refuses with `listing_not_found`, also for
 * a deleted listing.
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
        : restore(services, trx, admin, before))
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
  const openReports = await closeReports(services, trx, listing.id)
  await writeAudit(services, trx, admin, {
    action: 'team_listing_removed',
    subject: `team_listing:${listing.id}`,
    before: { listedBy: listing.discord_username, description: listing.description, openReports },
    after: { listedBy: listing.discord_username, removedAt, removalReason: reason, openReports: 0 },
  })
  await publishListingEvent(trx, { change: 'gone', id: listing.id })
}

async function restore(
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
  await publishListingEvent(trx, { change: 'made', listing: shown })
}

/**
 * Closes the reports of a listing until the newest that the admin has read; the listing stays.
 * Refuses with `listing_not_found`.
 */
export async function handleTeamListingReports(
  services: Services,
  admin: Admin,
  listingId: string,
  until: Date,
): Promise<ModeratedListing> {
  return services.database.transaction(async (trx) => {
    const listing = await lockListing(trx, listingId)
    const closed = await closeReports(services, trx, listingId, until)
    const moderated = await readModeratedListing(trx, listingId)
    const openReports = moderated.reports.length
    if (closed > 0) {
      await writeAudit(services, trx, admin, {
        action: 'team_listing_reports_handled',
        subject: `team_listing:${listingId}`,
        before: {
          listedBy: listing.discord_username,
          description: listing.description,
          openReports: closed + openReports,
        },
        after: { listedBy: listing.discord_username, openReports },
      })
    }
    return moderated
  })
}

/** Closes the open reports, all or those until a time, and returns their number. */
async function closeReports(
  { clock }: Services,
  trx: Trx,
  listingId: string,
  until: Date | null = null,
): Promise<number> {
  const handled = await trx
    .updateTable('team_listing_reports')
    .set({ handled_at: clock() })
    .where('listing_id', '=', listingId)
    .where('handled_at', 'is', null)
    .$if(until !== null, (open) => open.where('reported_at', '<=', until))
    .returning('listing_id')
    .execute()
  return handled.length
}
