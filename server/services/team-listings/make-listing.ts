import { randomUUID } from 'node:crypto'
import type { MakeTeamListingRequest } from '#contract/team.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { lockMaker, refuseTooMany, type ListingMaker } from './limit-listings.ts'
import { columnsOf } from './listing-columns.ts'
import { endOfListing } from './listing-lifetime.ts'
import { readListing, type ListingRecord } from './listing-records.ts'
import { presentTeamListing } from './present-listing.ts'
import { tellOfListing } from './tell-of-listing.ts'

interface MadeListing {
  readonly listing: ListingRecord
  /** False when it was there already: the same request came once more. */
  readonly isNew: boolean
}

/**
 * Posts a listing, once for an id. Refuses with `listing_exists` when the id is another maker's, with
 * `listing_not_found` when he has deleted it, with `listing_removed` when the staff took it off the
 * list, and with `too_many_listings`.
 */
export async function makeListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: ListingMaker,
  request: MakeTeamListingRequest,
): Promise<MadeListing> {
  const now = clock()
  return database.transaction(async (trx) => {
    await lockMaker(trx, maker)
    if (request.id !== undefined && (await isMade(trx, maker, request.id))) {
      return { listing: await readListing(trx, request.id), isNew: false }
    }
    await refuseTooMany(trx, maker, now)
    const listing = await readListing(trx, await insertListing(trx, maker, request, now))
    await tellOfListing(trx, { change: 'made', listing: presentTeamListing(listing) })
    return { listing, isNew: true }
  })
}

async function isMade(trx: Trx, maker: ListingMaker, id: string): Promise<boolean> {
  const known = await trx
    .selectFrom('team_listings')
    .select(['secret_hash', 'deleted_at', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return false
  if (known.secret_hash !== maker.secretHash) throw new Refusal('listing_exists')
  if (known.deleted_at) throw new Refusal('listing_not_found')
  if (known.removed_at) throw new Refusal('listing_removed')
  return true
}

async function insertListing(
  trx: Trx,
  maker: ListingMaker,
  request: MakeTeamListingRequest,
  now: Date,
): Promise<string> {
  const made = await trx
    .insertInto('team_listings')
    .values({
      ...columnsOf(request),
      id: request.id ?? randomUUID(),
      creator_id: request.creatorId ?? randomUUID(),
      secret_hash: maker.secretHash,
      user_id: maker.userId,
      created_at: now,
      edited_at: now,
      expires_at: endOfListing(now),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // Somebody else has just taken the id.
  if (!made) throw new Refusal('listing_exists')
  return made.id
}
