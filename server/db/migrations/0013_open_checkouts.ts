import { sql, type Kysely } from 'kysely'

/**
 * When an order was last reported as paid, and the networks from which a checkout was opened, as
 * pseudonyms while it is open. The indexes contain only open ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column told_at timestamptz, add column networks text[]`.execute(
    db,
  )
  await sql`alter table krypto_orders add column networks text[]`.execute(db)
  for (const table of ['orders', 'krypto_orders']) {
    await sql`
      create index ${sql.id(`${table}_open_of_steam_id`)} on ${sql.id(table)} (steam_id)
      where networks is not null`.execute(db)
    await sql`
      create index ${sql.id(`${table}_open_of_networks`)} on ${sql.id(table)} using gin (networks)
      where networks is not null`.execute(db)
  }
}
