import type { Row } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services } from '#server/services/context.ts'
import {
  countText,
  messageColors,
  type MessageTexts,
} from '#server/services/messages/message-texts.ts'

/** Discord's rate limit; the rest is sent a minute later. */
const messagesPerRun = 5
/** Discord accepts 25 fields and 6,000 characters in all; escaping can double a text. */
const maxSkins = 20
const maxCharacters = 2700

/**
 * Posts new sold skins to the staff, oldest first, many in one message. A skin is marked after
 * Discord has accepted its message: a repeated message is better than a missing one. The queue runs
 * this in one process at a time.
 */
export async function announceSkins({
  database,
  postToStaff,
  staffTexts,
  clock,
  log,
}: Pick<Services, 'database' | 'postToStaff' | 'staffTexts' | 'clock' | 'log'>): Promise<void> {
  for (let message = 0; message < messagesPerRun; message += 1) {
    const skins = await database.db
      .selectFrom('skin_purchases')
      .select(['id', 'steam_id', 'discord_username', 'item_name', 'price_kr'])
      .where('announced_at', 'is', null)
      .orderBy('created_at')
      .limit(maxSkins)
      .execute()
    if (skins.length === 0) return
    const { message: text, included } = composeSkinsMessage(staffTexts, skins)
    const result = await postToStaff(text)
    if (result.outcome !== 'sent') {
      log.warn({ result }, 'sold skins not announced, trying again in a minute')
      return
    }
    await database.db
      .updateTable('skin_purchases')
      .set({ announced_at: clock() })
      .where(
        'id',
        'in',
        included.map(({ id }) => id),
      )
      .execute()
  }
}

export type SoldSkin = Pick<
  Row<'skin_purchases'>,
  'id' | 'steam_id' | 'discord_username' | 'item_name' | 'price_kr'
>

/** One message with as many of the skins, from the first, as fit; and which these are. */
function composeSkinsMessage(
  texts: MessageTexts,
  skins: readonly SoldSkin[],
): {
  readonly message: StaffMessage
  readonly included: readonly SoldSkin[]
} {
  const included: SoldSkin[] = []
  const fields: { name: string; value: string }[] = []
  let characters = 0
  for (const skin of skins) {
    const field = {
      name: `${skin.price_kr} Kr`,
      // The name comes last, because a player could put another Steam ID into it.
      value: `${skin.item_name}, ${skin.steam_id}, ${skin.discord_username}`,
    }
    characters += field.name.length + field.value.length
    if (included.length > 0 && characters > maxCharacters) break
    included.push(skin)
    fields.push(field)
  }
  const title = countText(texts, texts.orders.skins_sold, included.length)
  return { message: { title, color: messageColors.green, fields }, included }
}
