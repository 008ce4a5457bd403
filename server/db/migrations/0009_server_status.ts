import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row for all processes: the one that changes next_ask_at sends the request, and all read the last status.
  await sql`
    create table game_server_status (
      only_row boolean primary key default true check (only_row),
      next_ask_at timestamptz not null default 'epoch',
      source text not null default '',
      outcome text not null default 'told'
        check (outcome in ('told', 'refused', 'limited', 'failed')),
      failure text,
      reading jsonb,
      observed_at timestamptz,
      check ((reading is null) = (observed_at is null))
    )`.execute(db)
  await sql`insert into game_server_status default values`.execute(db)
  await sql`
    create table game_server_samples (
      sampled_at timestamptz primary key,
      players integer not null check (players >= 0),
      max_players integer not null check (max_players >= 0)
    )`.execute(db)
  // Only the newest of these events counts, so each deletes the one before.
  await sql`
    create index events_server_status on events (id) where name = 'server-status'`.execute(db)
}
