import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { isLive, selectListings, type ListingRecord } from './listing-records.ts'

/** A listing that everybody sees. Refuses with `listing_not_found`. */
export async function findListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
): Promise<ListingRecord> {
  const listing = await selectListings(database.db)
    .where('team_listings.id', '=', id)
    .where(isLive(clock()))
    .executeTakeFirst()
  if (!listing) throw new Refusal('listing_not_found')
  return listing
}
