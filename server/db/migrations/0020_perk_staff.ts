import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index perk_entries_newest on perk_entries (at desc, id desc)
    where kind = 'granted'`.execute(db)
  // Without it an earlier text, put back, would bring back for good what has ended since.
  await sql`
    alter table perk_file_versions add column ours jsonb not null default '[]'`.execute(db)
  await sql`alter table perk_file_versions alter column ours drop default`.execute(db)
  await sql`
    alter table game_server_samples add column is_offline boolean not null default false`.execute(
    db,
  )
}
