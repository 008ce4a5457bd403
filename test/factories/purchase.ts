import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { steamId } from './checkout.ts'

const priorityQueue = {
  steam_id: steamId,
  discord_username: 'sokol',
  offer_key: 'priority-queue/3',
  item_name: 'Priority Queue',
  item_type: 'Priority Queue',
  duration_months: 3,
  price_cents: 2500,
} as const

/** A paid and delivered order, inserted by SQL. */
export async function insertPurchase(
  { db }: Pick<Database, 'db'>,
  changes: Partial<Insertable<Schema['orders']>> = {},
): Promise<string> {
  const orderId = await insertOrder({ db }, changes)
  await db.insertInto('purchases').values({ order_id: orderId }).execute()
  return orderId
}

/** A pending order of an unknown buyer. */
export async function insertOrder(
  { db }: Pick<Database, 'db'>,
  changes: Partial<Insertable<Schema['orders']>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('orders')
    .values({
      buyer_hash: randomUUID(),
      cart_item_id: randomUUID(),
      ...priorityQueue,
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

/** A completed payment of 25 € at PayPal, for an order or none. */
export async function insertPayment(
  { db }: Pick<Database, 'db'>,
  changes: Partial<Insertable<Schema['payments']>>,
): Promise<string> {
  const { id } = await db
    .insertInto('payments')
    .values({
      provider: 'paypal',
      reference: randomUUID(),
      status: 'completed',
      amount_cents: 2500,
      currency: 'EUR',
      provider_mode: 'test',
      made_at: new Date(),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
