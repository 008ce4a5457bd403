import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { lockImages } from './store-image.ts'

const address = sql<string>`'/images/' || images.hash || '.webp'`

/**
 * Deletes pictures that no item and no bought skin shows, and that were not needed since then: who
 * was buying the item that gave one up must have time to finish.
 */
export async function forgetImages(
  { transaction }: Pick<Database, 'transaction'>,
  before: Date,
): Promise<void> {
  await transaction(async (trx) => {
    await lockImages(trx)
    await trx
      .deleteFrom('images')
      .where('needed_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.or([
            eb.exists(eb.selectFrom('shop_items').select('id').where('image_url', '=', address)),
            eb.exists(
              eb.selectFrom('skin_purchases').select('id').where('image_url', '=', address),
            ),
          ]),
        ),
      )
      .execute()
  })
}
