import type { Services } from '#server/services/context.ts'
import { selectListings, type ListingRecord } from './listing-records.ts'
import { isOf, requireProof, type Maker } from './maker.ts'

const mostOwnListings = 100

/**
 * What a maker has posted by his secret or his account, the newest first, also what has ended or was
 * removed. Refuses with `unauthenticated`.
 */
export async function listOwnListings(
  { database }: Pick<Services, 'database'>,
  maker: Maker,
): Promise<readonly ListingRecord[]> {
  requireProof(maker)
  return selectListings(database.db)
    .where((eb) => isOf(eb, maker))
    .orderBy('team_listings.created_at', 'desc')
    .orderBy('team_listings.id', 'desc')
    .limit(mostOwnListings)
    .execute()
}
