import { sql, type Kysely } from 'kysely'
import { addExtension } from '#server/db/add-extension.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // For searches by parts of words. Postgres includes this extension, and any owner of a database may add it.
  await addExtension(db, 'pg_trgm')
  // The columns of the filters come first, because Postgres reads a row from its front, and only as far as needed.
  await sql`
    create table team_listings (
      id uuid primary key,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      deleted_at timestamptz,
      removed_at timestamptz,
      type text not null check (type in ('LFG', 'LFT')),
      has_microphone boolean not null,
      search_text text not null,
      languages text[] not null default '{}',
      play_styles text[] not null default '{}',
      secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
      user_id text references users (id) on delete set null,
      creator_id uuid not null,
      game_hours integer not null check (game_hours between 0 and 100000),
      age integer not null check (age between 13 and 99),
      description text not null,
      discord_username text not null,
      usual_hours jsonb,
      revision integer not null default 1 check (revision > 0),
      edited_revision integer not null default 1 check (edited_revision between 1 and revision),
      edited_at timestamptz not null default now(),
      removal_reason text,
      check ((removed_at is null) = (removal_reason is null)),
      check (expires_at > created_at),
      check (deleted_at is null or (description = '' and discord_username = '' and search_text = ''))
    )`.execute(db)
  // The list, newest first, whole and filtered.
  await sql`
    create index team_listings_newest on team_listings (created_at desc, id desc)
    where deleted_at is null and removed_at is null`.execute(db)
  await sql`
    create index team_listings_filtered
    on team_listings (type, has_microphone, created_at desc, id desc)
    where deleted_at is null and removed_at is null`.execute(db)
  // The total is counted from this index alone.
  await sql`
    create index team_listings_counted on team_listings (expires_at) include (type, has_microphone)
    where deleted_at is null and removed_at is null`.execute(db)
  await sql`
    create index team_listings_search on team_listings using gin (search_text gin_trgm_ops)
    where deleted_at is null and removed_at is null`.execute(db)
  await sql`
    create index team_listings_tags on team_listings using gin (languages, play_styles)
    where deleted_at is null and removed_at is null`.execute(db)
  await sql`create index team_listings_secret on team_listings (secret_hash)`.execute(db)
  await sql`create index team_listings_user on team_listings (user_id) where user_id is not null`.execute(
    db,
  )
  await sql`
    create table team_listing_reports (
      listing_id uuid not null references team_listings (id) on delete cascade,
      reporter_hash text not null check (reporter_hash ~ '^[0-9a-f]{64}$'),
      reason text not null check (reason in ('spam', 'insult', 'fraud', 'minor_at_risk', 'other')),
      note text not null default '',
      reported_at timestamptz not null default now(),
      handled_at timestamptz,
      primary key (listing_id, reporter_hash)
    )`.execute(db)
  await sql`
    create index team_listing_reports_open on team_listing_reports (listing_id)
    where handled_at is null`.execute(db)
  // A new event of a listing replaces its earlier ones.
  await sql`
    create index events_of_team_listing
    on events ((coalesce(data -> 'listing' ->> 'id', data ->> 'id')))
    where name = 'team-listing'`.execute(db)
  // Messages to the staff about a listing are deleted with it.
  await sql`
    alter table messages
      add column team_listing_id uuid references team_listings (id) on delete cascade,
      drop constraint messages_check,
      add constraint messages_check check (
        num_nonnulls(order_id, payment_id, krypto_order_id, team_listing_id) = 1
      )`.execute(db)
  await sql`
    create index messages_team_listing on messages (team_listing_id)
    where team_listing_id is not null`.execute(db)
  // The unique name at Discord; anybody can choose the same display name.
  await sql`alter table users add column discord_username text`.execute(db)
}
