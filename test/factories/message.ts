import type { Database } from '../../server/db/database.ts'
import type { MessageKind } from '../../server/db/schema.ts'
import { insertOrder } from './purchase.ts'

/** A message that waits to be sent, and is in no queue. */
export async function insertMessage(
  { db }: Pick<Database, 'db'>,
  {
    kind = 'checkout_paid',
    discordUsername = 'sokol',
  }: { kind?: MessageKind; discordUsername?: string } = {},
): Promise<{ id: string; orderId: string }> {
  const orderId = await insertOrder({ db }, { discord_username: discordUsername })
  const { id } = await db
    .insertInto('messages')
    .values({ kind, order_id: orderId, dedupe_key: `${kind}:${orderId}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, orderId }
}
