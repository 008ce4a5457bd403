import { sql, type Kysely } from 'kysely'

/** A declined payment is tried again only when its buyer approves again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table provider_orders add column declined_at timestamptz`.execute(db)
}
