import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

/**
 * Packs and skins keep who bought them, as orders do: a typed Steam ID or name proves nothing. And a
 * player who deletes their data takes the staff's reasons with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table krypto_orders
      add column user_id text references users (id) on delete set null`.execute(db)
  await sql`
    create index krypto_orders_of_user on krypto_orders (user_id)
    where user_id is not null`.execute(db)
  await sql`alter table skin_purchases add column buyer_hash text`.execute(db)
  await sql`create index skin_purchases_of_browser on skin_purchases (buyer_hash)`.execute(db)
  await sql`
    create index skin_purchases_of_user on skin_purchases (user_id)
    where user_id is not null`.execute(db)
  // With the buyer's browser it has another signature, and would stay beside the new one.
  await sql`
    drop function buy_skin(text, text, text, uuid, numeric, text, boolean, timestamptz)`.execute(db)
  await applyFunction(db, 'buy_skin', '73215921')
  await applyFunction(db, 'audit_without_player', '37bd9d04')
  await applyFunction(db, 'refuse_perk_entry_change', 'f634a079')
}
