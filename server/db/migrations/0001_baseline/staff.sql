create table unreadable_answers (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('paypal', 'stripe')),
  subject text not null,
  reference text not null,
  order_id uuid references orders (id) on delete set null,
  krypto_order_id uuid references krypto_orders (id) on delete set null,
  detail text not null,
  answer text not null check (length(answer) <= 4000),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  unique (provider, subject),
  check (resolution is null or resolved_at is not null)
);
comment on table unreadable_answers is
  'Provider answers about payments that we cannot parse: one row per order.';
comment on column unreadable_answers.subject is
  'The id of our order where it is known, otherwise the reference.';
comment on column unreadable_answers.reference is
  'The provider''s id of what we requested; our order''s id where the provider has no id yet.';
comment on column unreadable_answers.detail is 'Which part of it cannot be parsed.';
comment on column unreadable_answers.answer is
  'The latest one, shortened, without names, addresses and secrets.';
comment on column unreadable_answers.first_seen_at is
  'Since the entry was last opened: a resolved entry can open again.';
comment on column unreadable_answers.resolved_at is
  'When a later answer could be parsed, or the owner resolved it.';
comment on column unreadable_answers.resolution is
  'The owner''s note; null when it resolved itself.';
create index unreadable_answers_order on unreadable_answers (order_id) where order_id is not null;
create index unreadable_answers_krypto_order on unreadable_answers (krypto_order_id)
  where krypto_order_id is not null;

create table connection_faults (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  code text not null,
  operations text[] not null,
  detail text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  cleared_at timestamptz,
  unique (provider, code)
);
comment on table connection_faults is
  'What a provider refuses until somebody changes a setting. '
  'A fault stays, with the time of its end, until it comes back.';
comment on column connection_faults.operations is
  'The calls that met it, and were not good since.';

create table messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  dedupe_key text not null unique,
  order_id uuid references orders (id),
  payment_id uuid references payments (id),
  krypto_order_id uuid references krypto_orders (id),
  team_listing_id uuid references team_listings (id) on delete cascade,
  unreadable_answer_id uuid references unreadable_answers (id) on delete cascade,
  perk_adapter text,
  perk_steam_id text,
  perk text,
  connection_fault_id uuid references connection_faults (id),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default current_timestamp,
  check (
    num_nonnulls(
      order_id, payment_id, krypto_order_id, team_listing_id, unreadable_answer_id, perk_adapter,
      connection_fault_id
    )
    = case when kind in ('wrong_admin_codes', 'wrong_beta_codes') then 0 else 1 end
  )
);
comment on column messages.order_id is
  'Its subject, one of these and `perk_adapter`; a message about wrong codes has none.';
comment on column messages.last_error is 'Why Discord refused it.';
create index messages_unsent on messages (created_at) where sent_at is null;
create index messages_kind_created_at on messages (kind, created_at);
create index messages_team_listing on messages (team_listing_id) where team_listing_id is not null;
create index messages_unreadable_answer on messages (unreadable_answer_id)
  where unreadable_answer_id is not null;

create table audit_log (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default current_timestamp
);
comment on table audit_log is 'Append-only: the database refuses anything else.';
comment on column audit_log.actor is
  '`discord:<id>`, `code:<first digits of the session''s hash>`, or `player` who deleted their data.';
comment on column audit_log.subject is
  'The target: `order:<id>`, `payment:<id>`, `session:<first digits of its hash>`.';
