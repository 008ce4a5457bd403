import type { Services } from '#server/services/context.ts'
import { composeSkinsMessage } from '#server/services/wallet/skins-message.ts'

/** As many as Discord takes at once; what is left goes a minute later. */
const messagesPerRun = 5
const skinsPerLook = 20

/**
 * Tells the staff of sold skins that it has not heard of, oldest first, many in one message. A skin
 * is marked once Discord has taken its message: a message twice is better than none. The queue runs
 * this in one process at a time.
 */
export async function announceSkins({
  database,
  postToStaff,
  clock,
  log,
}: Pick<Services, 'database' | 'postToStaff' | 'clock' | 'log'>): Promise<void> {
  for (let message = 0; message < messagesPerRun; message += 1) {
    const skins = await database.db
      .selectFrom('skin_purchases')
      .select(['id', 'steam_id', 'discord_username', 'item_name', 'price_kr'])
      .where('announced_at', 'is', null)
      .orderBy('created_at')
      .limit(skinsPerLook)
      .execute()
    if (skins.length === 0) return
    const { message: text, told } = composeSkinsMessage(skins)
    const result = await postToStaff(text)
    if (result.outcome !== 'sent') {
      log.warn({ result }, 'sold skins not told, trying again in a minute')
      return
    }
    await database.db
      .updateTable('skin_purchases')
      .set({ announced_at: clock() })
      .where(
        'id',
        'in',
        told.map(({ id }) => id),
      )
      .execute()
  }
}
