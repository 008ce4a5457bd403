import { sql, type Kysely } from 'kysely'

/** Orders from before were for whoever paid, as far as anybody can know, and agreed to no version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column for_somebody_else boolean not null default false,
      add column details text check (details <> ''),
      add column agreed_terms text,
      add column agreed_at timestamptz,
      add check ((agreed_terms is null) = (agreed_at is null))`.execute(db)
}
