import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import { packs } from '#test/factories/site.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

/** A Steam ID that no other call returns. */
export function newSteamId(): string {
  return `765611980${String(randomInt(100_000_000)).padStart(8, '0')}`
}

/** The pack with that many Kr, without the bonus. */
export function packOf(amount: number) {
  const pack = packs.find((known) => known.amount === amount)
  if (!pack) throw new Error(`no pack has ${amount} Kr`)
  return pack
}

/** The body of `create-krypto-checkout`: 1000 Kr with a bonus of 100 for $9.99. */
export function packBody(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    priceId: packOf(1000).priceId,
    steamId: newSteamId(),
    discordUsername: 'sokol',
    ...changes,
  }
}

export function openPackCheckout(visitor: Visitor, body: unknown, key?: string): Promise<Answer> {
  const path = '/functions/v1/create-krypto-checkout'
  return visitor.post(path, body, key === undefined ? undefined : { 'idempotency-key': key })
}

export function settlePackPayment(visitor: Visitor, sessionId: string): Promise<Answer> {
  return visitor.post('/functions/v1/process-krypto-stripe-payment', { sessionId })
}

export interface OpenedPack {
  readonly orderId: string
  readonly sessionId: string
  readonly url: string
}

/** A pack whose buyer is on Stripe's page. */
export async function openPack(
  shop: TestShop,
  changes: Readonly<Record<string, unknown>> = {},
  buyer = shop.visitor(),
): Promise<OpenedPack> {
  const answer = await openPackCheckout(buyer, packBody(changes))
  const { url } = z.object({ url: z.string() }).parse(answer.body)
  const { id, session_id: sessionId } = await shop.services.database.db
    .selectFrom('krypto_orders')
    .select(['id', 'session_id'])
    .where('session_url', '=', url)
    .executeTakeFirstOrThrow()
  return { orderId: id, sessionId: sessionId ?? '', url }
}

/** Everything stored for a pack's order. */
export async function readPack({ services: { database } }: TestShop, orderId: string) {
  const { db } = database
  const order: PackOrder = await db
    .selectFrom('krypto_orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('krypto_transactions')
    .select(['transaction_type', 'amount', 'source', 'description'])
    .where('steam_id', '=', order.steam_id)
    .orderBy('id')
    .execute()
  const balance = await db
    .selectFrom('krypto_balance')
    .select('balance')
    .where('steam_id', '=', order.steam_id)
    .executeTakeFirst()
  const messages = await db
    .selectFrom('messages')
    .select('kind')
    .where('krypto_order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
  return {
    order,
    status: order.status,
    rows,
    /** `pack_purchase 1000`, oldest first. */
    lines: rows.map(({ transaction_type: type, amount }) => `${type} ${amount}`),
    balance: balance?.balance ?? 0,
    news: messages.map(({ kind }) => kind),
  }
}

/** A shop whose tests run the jobs themselves, without Stripe's events: both would take their packs. */
export async function openPackShop(location: DatabaseLocation): Promise<TestShop> {
  const shop = await openShop(location)
  await shop.stopJobs()
  await loseStripeEvents(shop)
  return shop
}

/** From now on Stripe sends no events by itself; `resend` delivers one. */
export function loseStripeEvents({ sandbox }: TestShop): Promise<void> {
  return sandbox.fail({ provider: 'stripe', kind: 'webhook-lost', times: 1_000_000 })
}

/** Delivers the newest event of a type; returns the product's status. */
export async function deliverEvent(
  { sandbox }: TestShop,
  type: string,
  resourceId?: string,
): Promise<number | null> {
  const events = await sandbox.stripe.readEvents()
  const event = events.findLast(
    (known) => known.type === type && (resourceId ?? known.resourceId) === known.resourceId,
  )
  if (!event) throw new Error(`no ${type} happened`)
  return sandbox.stripe.resend(event.eventId)
}

/** A pending order of 1000 Kr, inserted by SQL: Stripe does not know it. */
export async function insertPackOrder(
  { db }: Pick<Database, 'db'>,
  changes: Partial<Insertable<Schema['krypto_orders']>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('krypto_orders')
    .values({
      steam_id: newSteamId(),
      discord_username: 'sokol',
      amount: 1000,
      bonus: 100,
      price_cents: 999,
      currency: 'USD',
      price_id: packOf(1000).priceId,
      provider_mode: 'test',
      status: 'pending',
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
