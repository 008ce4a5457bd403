import { sql, type Kysely } from 'kysely'

/** The browser that bought a pack, and so may read the lines of its Steam ID; null for older packs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table krypto_orders add column buyer_hash text`.execute(db)
  // For the check on every read of an unclaimed wallet.
  await sql`
    create index krypto_orders_of_buyer on krypto_orders (steam_id, buyer_hash)
    where paid_at is not null and buyer_hash is not null`.execute(db)
}
