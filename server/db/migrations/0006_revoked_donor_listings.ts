import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column donor_listing_revoked boolean not null default false`.execute(db)
}
