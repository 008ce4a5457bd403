create table perk_batches (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('compensation', 'transfer', 'import')),
  reason text not null,
  actor text not null,
  details jsonb not null,
  made_at timestamptz not null,
  undone_at timestamptz
);
comment on table perk_batches is 'What the staff does for several Steam IDs at once.';
create index perk_batches_newest on perk_batches (made_at desc, id);

create table perk_entries (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
  perk text not null check (perk <> ''),
  kind text not null check (kind in ('granted', 'voided', 'suspended', 'resumed', 'colored')),
  grant_id uuid,
  term_kind text check (term_kind in ('months', 'time', 'until', 'permanent')),
  term_months integer check (term_months > 0),
  term_ms bigint check (term_ms > 0),
  term_until timestamptz,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  source text check (source in ('order', 'staff', 'compensation', 'import', 'transfer')),
  order_id uuid references orders (id),
  moved_from uuid,
  batch_id uuid references perk_batches (id),
  reason text,
  actor text not null,
  at timestamptz not null,
  check ((kind = 'granted') = (term_kind is not null)),
  check ((kind = 'granted') = (source is not null)),
  check (kind <> 'granted' or grant_id = id),
  check ((kind = 'colored') = (grant_id is null)),
  check (kind <> 'colored' or color is not null),
  check ((term_kind is not distinct from 'months') = (term_months is not null)),
  check ((term_kind is not distinct from 'time') = (term_ms is not null)),
  check ((term_kind is not distinct from 'until') = (term_until is not null)),
  check ((source is not distinct from 'order') = (order_id is not null))
);
comment on table perk_entries is
  'The ledger of perks. Append-only: '
  'the database refuses anything else, but that a reason becomes `-`.';
comment on column perk_entries.seq is
  'The order in which the entries of one Steam ID and perk were written.';
comment on column perk_entries.grant_id is
  'Of what is granted its own id; null for a choice of colour.';
comment on column perk_entries.color is '`#rrggbb`.';
comment on column perk_entries.moved_from is
  'The grant of another Steam ID that this one continues.';
comment on column perk_entries.actor is '`order`, `player`, or an admin as in `audit_log`.';
create index perk_entries_in_order on perk_entries (steam_id, perk, seq);
create index perk_entries_newest on perk_entries (at desc, id desc) where kind = 'granted';
create unique index perk_entries_of_order on perk_entries (order_id) where order_id is not null;
create unique index perk_entries_moved on perk_entries (moved_from) where moved_from is not null;
create index perk_entries_of_batch on perk_entries (batch_id) where batch_id is not null;

create table perk_coverage (
  steam_id text not null,
  perk text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  is_suspended boolean not null,
  color text,
  note text not null,
  as_of timestamptz not null,
  primary key (steam_id, perk)
);
comment on table perk_coverage is
  'What follows from the ledger: a row for each Steam ID and perk that has or had something.';
comment on column perk_coverage.ends_at is 'Null when permanent.';
comment on column perk_coverage.is_suspended is
  'Whether a part of it waits for the end of a dispute.';
comment on column perk_coverage.color is '`#rrggbb`, the newest choice.';
comment on column perk_coverage.note is 'The grant that runs: `order:<id>` or `grant:<id>`.';
comment on column perk_coverage.as_of is 'The time of the newest entry.';
create index perk_coverage_ends on perk_coverage (perk, ends_at);

create table perk_reminder_choices (
  user_id text primary key references users (id) on delete cascade,
  language text not null default 'fr',
  chosen_at timestamptz not null,
  stopped_at timestamptz,
  stop_reason text
);
comment on table perk_reminder_choices is
  'Who wants to be reminded by Discord, until Discord refuses.';
comment on column perk_reminder_choices.language is
  'Of the messages: the page''s, on which they were chosen.';

create table perk_reminders_sent (
  steam_id text not null,
  perk text not null,
  ends_at timestamptz not null,
  kind text not null check (kind in ('week_before', 'day_before', 'ended')),
  sent_at timestamptz not null,
  primary key (steam_id, perk, ends_at, kind)
);
