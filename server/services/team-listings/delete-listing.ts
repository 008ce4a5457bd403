import type { Services } from '#server/services/context.ts'
import { judgeListingEdit, type EditBasis } from './judge-listing-edit.ts'
import { lockOwnListing, type Maker } from './maker.ts'
import { tellOfListing } from './tell-of-listing.ts'

/**
 * Deletes a listing for ever, also one that has ended or was removed. Its texts are gone at once; its
 * id stays for a while. Refuses as `lockOwnListing`, and with `listing_changed` like an edit.
 */
export async function deleteListing(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maker: Maker,
  id: string,
  basis: EditBasis,
): Promise<void> {
  await database.transaction(async (trx) => {
    const listing = await lockOwnListing(trx, maker, id)
    const now = clock()
    judgeListingEdit(listing, basis, now)
    await trx
      .updateTable('team_listings')
      .set({
        deleted_at: now,
        description: '',
        discord_username: '',
        search_text: '',
        languages: [],
        play_styles: [],
        usual_hours: null,
        revision: listing.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await tellOfListing(trx, { change: 'gone', id: listing.id })
  })
}
