import type { ChangeTeamListingRequest } from '#contract/team.ts'
import type { ListingFields } from '#domain/team.ts'
import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { judgeListingEdit } from './judge-listing-edit.ts'
import { columnsOf, fieldsOf } from './listing-columns.ts'
import { readListing, type ListingRecord } from './listing-records.ts'
import { lockOwnListing, type Maker } from './maker.ts'
import { presentTeamListing } from './present-listing.ts'
import { tellOfListing } from './tell-of-listing.ts'

interface ChangedListing {
  readonly listing: ListingRecord
  /** Whether it replaced an edit that its editor had not seen. */
  readonly overtook: boolean
}

/**
 * Changes what a listing says; what is not named stays. The same change once more changes nothing.
 * Refuses as `lockOwnListing`, with `listing_removed`, and with `listing_changed` when the listing was
 * edited later than this edit was made.
 */
export async function changeListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: Maker,
  id: string,
  request: ChangeTeamListingRequest,
): Promise<ChangedListing> {
  return database.transaction(async (trx) => {
    const before = await lockOwnListing(trx, maker, id)
    if (before.removed_at) throw new Refusal('listing_removed')
    const fields = fieldsOf(before)
    const columns = columnsOf(changed(fields, request))
    if (JSON.stringify(columns) === JSON.stringify(columnsOf(fields))) {
      return { listing: await readListing(trx, id), overtook: false }
    }
    // Asked for when the row is ours: of two at once the second one is later.
    const { at, overtook } = judgeListingEdit(before, request, clock())
    const revision = before.revision + 1
    await trx
      .updateTable('team_listings')
      .set({ ...columns, edited_at: at, revision, edited_revision: revision })
      .where('id', '=', id)
      .execute()
    const listing = await readListing(trx, id)
    await tellOfListing(trx, { change: 'changed', listing: presentTeamListing(listing) })
    return { listing, overtook }
  })
}

function changed(before: ListingFields, request: ChangeTeamListingRequest): ListingFields {
  return {
    type: request.type ?? before.type,
    gameHours: request.gameHours ?? before.gameHours,
    age: request.age ?? before.age,
    hasMicrophone: request.hasMicrophone ?? before.hasMicrophone,
    description: request.description ?? before.description,
    discordUsername: request.discordUsername ?? before.discordUsername,
    languages: request.languages ?? before.languages,
    playStyles: request.playStyles ?? before.playStyles,
    usualHours: request.usualHours === undefined ? before.usualHours : request.usualHours,
  }
}
