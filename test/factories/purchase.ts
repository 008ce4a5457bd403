import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { OrdersTable } from '#server/db/schema.ts'
import { steamId } from './checkout.ts'

/** A paid and delivered order, inserted by SQL. */
export async function insertPurchase({ db }: Pick<Database, 'db'>): Promise<string> {
  const orderId = await insertOrder({ db })
  await db
    .insertInto('purchases')
    .values({
      order_id: orderId,
      steam_id: steamId,
      discord_username: 'sokol',
      offer_key: 'priority-queue/3',
      item_name: 'Priority Queue',
      item_type: 'Priority Queue',
      duration_months: 3,
      price_cents: 2500,
    })
    .execute()
  return orderId
}

/** A pending order of an unknown buyer. */
export async function insertOrder(
  { db }: Pick<Database, 'db'>,
  changes: Partial<Insertable<OrdersTable>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('orders')
    .values({
      buyer_hash: randomUUID(),
      cart_item_id: randomUUID(),
      steam_id: steamId,
      discord_username: 'sokol',
      offer_key: 'priority-queue/3',
      item_name: 'Priority Queue',
      item_type: 'Priority Queue',
      duration_months: 3,
      price_cents: 2500,
      currency: 'EUR',
      provider: 'paypal',
      driver: 'orders',
      provider_mode: 'test',
      status: 'pending',
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
