create table events (
  id bigint generated always as identity primary key,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default current_timestamp,
  audience text
);
comment on column events.audience is
  'The Steam ID whose pages receive it; null for all pages.';
-- Only the newest of these events counts, so each deletes the one before.
create index events_server_status on events (id) where name = 'server-status';
-- A new event of a listing replaces its earlier ones.
create index events_of_team_listing
  on events ((coalesce(data -> 'listing' ->> 'id', data ->> 'id')))
  where name = 'team-listing';

create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

create table game_server_status (
  only_row boolean primary key default true check (only_row),
  next_ask_at timestamptz not null default 'epoch',
  source text not null default '',
  outcome text not null default 'ok'
    check (outcome in ('ok', 'refused', 'limited', 'failed')),
  failure text,
  reading jsonb,
  observed_at timestamptz,
  check ((reading is null) = (observed_at is null))
);
comment on column game_server_status.next_ask_at is
  'The process that moves this time on sends the next request, and all read the last status.';
comment on column game_server_status.source is
  'Fingerprint of the settings of the latest request.';
comment on column game_server_status.outcome is 'How the latest request ended.';
comment on column game_server_status.failure is 'Why it failed.';
comment on column game_server_status.reading is
  'The latest successful answer, and when it came.';
insert into game_server_status default values;

create table game_server_samples (
  sampled_at timestamptz primary key,
  players integer not null check (players >= 0),
  max_players integer not null check (max_players >= 0),
  is_offline boolean not null default false
);
comment on table game_server_samples is 'The number of players at each successful answer.';

create table demo_rows (
  kind text not null,
  id text not null,
  primary key (kind, id)
);
comment on table demo_rows is
  'Demo data, which the owner can remove: the table and id of each row, and when the shop was filled.';
