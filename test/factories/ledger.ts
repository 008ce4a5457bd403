import { randomInt, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { kr } from '#domain/kryptonite.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { moveKr } from '#server/services/kryptonite/ledger.ts'

/** A Steam ID that no other call returns. */
export function newSteamId(): SteamId64 {
  const steamId = `7656119${8_000_000_000 + randomInt(1_000_000_000)}`
  if (!isSteamId64(steamId)) throw new Error(`no Steam ID: ${steamId}`)
  return steamId
}

/** Gives Kr as an admin would, by default to a new Steam ID. Returns the Steam ID. */
export async function giveKr(
  database: Pick<Database, 'transaction'>,
  amount: number,
  steamId = newSteamId(),
): Promise<SteamId64> {
  await database.transaction((trx) =>
    moveKr(trx, {
      steamId,
      discordUsername: 'sokol',
      amount: kr(amount),
      type: 'admin_add',
      description: `Admin added ${amount} Kr`,
      source: `admin_request:${randomUUID()}`,
      now: new Date(),
    }),
  )
  return steamId
}

/** Moves Kr by a correction, there and back. */
export function correctKr(
  database: Pick<Database, 'transaction'>,
  steamId: string,
  amount: number,
  source = `correction:${randomUUID()}`,
) {
  return database.transaction((trx) =>
    moveKr(trx, {
      steamId,
      discordUsername: 'sokol',
      amount: kr(amount),
      type: 'correction',
      description: 'by hand',
      source,
      now: new Date(),
    }),
  )
}

/** A skin in the shop. */
export async function insertShopItem(
  { db }: Pick<Database, 'db'>,
  changes: Partial<Insertable<Schema['shop_items']>> = {},
): Promise<{ id: string; name: string; price: number }> {
  return db
    .insertInto('shop_items')
    .values({ name: 'Crystal Mosin', price: 250, image_url: '/images/none.webp', ...changes })
    .returning(['id', 'name', 'price'])
    .executeTakeFirstOrThrow()
}

/** An account's balance, and the balance that its lines add up to. */
export async function readLedger({ db }: Pick<Database, 'db'>, steamId: string) {
  const account = await db
    .selectFrom('krypto_balance')
    .select('balance')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('krypto_transactions')
    .select(['id', 'amount', 'transaction_type as type', 'source'])
    .where('steam_id', '=', steamId)
    .orderBy('id')
    .execute()
  const skins = await db
    .selectFrom('skin_purchases')
    .select(['id', 'item_name', 'price_kr', 'user_id'])
    .where('steam_id', '=', steamId)
    .execute()
  const sum = rows.reduce((total, { amount }) => total + amount, 0)
  return { balance: account?.balance ?? 0, sum, rows, skins }
}

/** A player's account, without a sign-in. */
export async function insertUser({ db }: Pick<Database, 'db'>): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('users')
    .values({ id, name: 'sokol', email: `${id}@discord.invalid`, email_verified: false })
    .execute()
  return id
}
