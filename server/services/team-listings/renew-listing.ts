import type { Services, Trx } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { lockMaker, refuseTooMany } from './limit-listings.ts'
import { endOfListing } from './listing-lifetime.ts'
import { readListing, type ListingRecord } from './listing-records.ts'
import { lockOwnListing, requireProof, type Maker } from './maker.ts'
import { presentTeamListing } from './present-listing.ts'
import { tellOfListing } from './tell-of-listing.ts'

/**
 * Lets a listing be shown from now on as long as a new one; it keeps its place in the list. One that
 * has ended is live again. Refuses as `lockOwnListing`, with `listing_removed`, and with
 * `too_many_listings` when its maker has posted others meanwhile.
 */
export async function renewListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: Maker,
  id: string,
): Promise<ListingRecord> {
  requireProof(maker)
  return database.transaction(async (trx) => {
    const owner = await readOwner(trx, id)
    await lockMaker(trx, owner)
    const before = await lockOwnListing(trx, maker, id)
    if (before.removed_at) throw new Refusal('listing_removed')
    const now = clock()
    if (before.expires_at <= now) await refuseTooMany(trx, owner, now)
    await trx
      .updateTable('team_listings')
      .set({ expires_at: endOfListing(now), revision: before.revision + 1 })
      .where('id', '=', id)
      .execute()
    const listing = await readListing(trx, id)
    await tellOfListing(trx, { change: 'changed', listing: presentTeamListing(listing) })
    return listing
  })
}

/** Whose live listings it adds to, whoever of them asks. */
async function readOwner(trx: Trx, id: string) {
  const owner = await trx
    .selectFrom('team_listings')
    .select(['secret_hash as secretHash', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!owner) throw new Refusal('listing_not_found')
  return owner
}
