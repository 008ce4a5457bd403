import { sql, type Kysely } from 'kysely'

/** Which browser bought a pack, and so may read the lines of its Steam ID; unknown of older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table krypto_orders add column buyer_hash text`.execute(db)
  // Asked with every look into a wallet that nobody has linked.
  await sql`
    create index krypto_orders_of_buyer on krypto_orders (steam_id, buyer_hash)
    where paid_at is not null and buyer_hash is not null`.execute(db)
}
