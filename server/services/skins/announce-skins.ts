import type { Selectable } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services } from '#server/services/context.ts'

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

export type SoldSkin = Pick<
  Selectable<Schema['skin_purchases']>,
  'id' | 'steam_id' | 'discord_username' | 'item_name' | 'price_kr'
>

/** Discord takes 25 fields and 6,000 characters in all; escaping can double a text. */
const mostSkins = 20
const mostCharacters = 2700

/**
 * One message for the staff, in French, on as many of these skins as fit into it, the first ones
 * first, and which they are.
 */
function composeSkinsMessage(skins: readonly SoldSkin[]): {
  readonly message: StaffMessage
  readonly told: readonly SoldSkin[]
} {
  const told: SoldSkin[] = []
  const fields: { name: string; value: string }[] = []
  let characters = 0
  for (const skin of skins.slice(0, mostSkins)) {
    const field = {
      name: `${skin.price_kr} Kr`,
      // The name last: whoever chose it could write another Steam ID into it.
      value: `${skin.item_name}, ${skin.steam_id}, ${skin.discord_username}`,
    }
    characters += field.name.length + field.value.length
    if (told.length > 0 && characters > mostCharacters) break
    told.push(skin)
    fields.push(field)
  }
  const title =
    told.length === 1
      ? '💎 Skin acheté en Kr\u00A0: à livrer'
      : `💎 ${told.length} skins achetés en Kr\u00A0: à livrer`
  return { message: { title, color: 0x4dff9e, fields, thumbnailUrl: null }, told }
}
