create table perk_adapters (
  name text primary key,
  target text not null,
  enabled_at timestamptz,
  state text not null check (state in ('ready', 'retrying', 'needs_owner')),
  reason_code text,
  reason_detail text,
  failing_since timestamptz,
  last_run_at timestamptz,
  next_run_at timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  remembered jsonb not null,
  dry_run jsonb,
  proof jsonb,
  unfinished jsonb,
  put_back text
);
comment on column perk_adapters.target is 'Fingerprint of where it writes.';
comment on column perk_adapters.enabled_at is
  'When the owner switched it on; null while it only reads.';
comment on column perk_adapters.failing_since is 'Since when no run has succeeded.';
comment on column perk_adapters.lease_id is
  'The run that may write, and until when nobody else may.';
comment on column perk_adapters.remembered is
  'What is kept of an adapter as long as it writes to the same place.';
comment on column perk_adapters.proof is 'What the latest run read back.';
comment on column perk_adapters.unfinished is
  'The texts of a file that was being written over, and may be cut.';
comment on column perk_adapters.put_back is 'An earlier text that the owner puts back.';

create table perk_deliveries (
  adapter text not null,
  steam_id text not null,
  perk text not null,
  state text not null check (
    state in (
      'queued', 'sending', 'verified', 'waiting_first_join', 'waiting_restart', 'needs_owner',
      'retrying'
    )
  ),
  steps jsonb not null,
  is_ours boolean not null default false,
  is_extra boolean not null default false,
  taken_over text,
  reason_code text,
  reason_detail text,
  queued_at timestamptz not null,
  changed_at timestamptz not null,
  next_at timestamptz,
  run_id uuid,
  put_at timestamptz,
  primary key (adapter, steam_id, perk)
);
comment on table perk_deliveries is 'How far one adapter is with a Steam ID and perk.';
comment on column perk_deliveries.steps is 'Since it was last queued.';
comment on column perk_deliveries.is_ours is
  'Whether we own it, since we may have put it there: what we do not own is never touched.';
comment on column perk_deliveries.is_extra is
  'Whether it only adds to the perk, as a role in Discord does, and somebody else delivers it.';
comment on column perk_deliveries.taken_over is
  'The entry there that an import took over, where the adapter has ids of entries.';
comment on column perk_deliveries.queued_at is
  'The first change that is not delivered yet; `changed_at` is the latest one.';
comment on column perk_deliveries.next_at is
  'When it is due again: the next try, or the end of what was delivered.';
comment on column perk_deliveries.run_id is
  'The run that works on it; null once it has changed again.';
comment on column perk_deliveries.put_at is
  'Since when it is there by us, as first read back; null when it is not.';
create index perk_deliveries_unfinished on perk_deliveries (adapter, state)
  where state <> 'verified';
create index perk_deliveries_next on perk_deliveries (adapter, next_at) where next_at is not null;
create index perk_deliveries_of_holder on perk_deliveries (steam_id, perk);

create table perk_attempts (
  id bigint generated always as identity primary key,
  adapter text not null,
  run_id uuid not null,
  steam_id text,
  perk text,
  what text not null,
  code text,
  answer text not null,
  at timestamptz not null
);
comment on table perk_attempts is 'What a run did. Without a Steam ID it is about the adapter.';
comment on column perk_attempts.code is 'Null when it succeeded.';
create index perk_attempts_of_holder on perk_attempts (steam_id, perk, id desc);
create index perk_attempts_at on perk_attempts (at);

create table perk_file_versions (
  id uuid primary key default gen_random_uuid(),
  adapter text not null,
  sha256 text not null,
  content text not null,
  ours jsonb not null,
  replaced_at timestamptz not null
);
comment on table perk_file_versions is 'Files as they were before we changed them.';
comment on column perk_file_versions.ours is
  'The Steam IDs in it that we had put there: without it an earlier text, '
  'put back, would bring back for good what has ended since.';
create index perk_file_versions_newest on perk_file_versions (adapter, replaced_at desc);

create table lb_requests (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  poll_id integer,
  poll_port integer,
  answered_at timestamptz,
  answer text,
  check ((sent_at is null) = (poll_id is null) and (sent_at is null) = (poll_port is null)),
  check ((answered_at is null) = (answer is null))
);
comment on table lb_requests is
  'What the game server is to do, which it fetches from us: from any process, whichever wants it done.';
comment on column lb_requests.poll_id is
  'The number and port by which the game fetched it; once it is answered, those of the answer.';
create index lb_requests_unsent on lb_requests (id) where sent_at is null;

create table lb_polls (
  only_row boolean primary key default true check (only_row),
  last_at timestamptz
);

create table cftools_players (
  steam_id text primary key,
  cftools_id text not null
);
comment on table cftools_players is 'CFTools'' ids of players, which never change.';

create table discord_roles_given (
  guild_id text not null,
  discord_id text not null,
  role_id text not null,
  primary key (guild_id, discord_id, role_id)
);
comment on table discord_roles_given is
  'The roles in Discord that we may have given and not taken yet: all others are foreign.';

create table priority_pulls (
  only_row boolean primary key default true check (only_row),
  offered text[] not null default '{}',
  offered_since timestamptz,
  fetched text[] not null default '{}',
  fetched_at timestamptz
);
comment on table priority_pulls is
  'The ids of the priority queue that a script on the game''s machine fetches from us.';
comment on column priority_pulls.offered is 'What it gets next.';
comment on column priority_pulls.offered_since is
  'When the owner switched on the delivery that offers it; once it is off or elsewhere, nothing is.';
comment on column priority_pulls.fetched is 'What it has got last, and when.';
