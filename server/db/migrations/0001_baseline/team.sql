-- The columns of the filters come first, because Postgres reads a row from its front, and only as far
-- as needed.
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
  group_size integer not null default 1 check (group_size between 1 and 8),
  check ((removed_at is null) = (removal_reason is null)),
  check (expires_at > created_at),
  check (deleted_at is null or (description = '' and discord_username = '' and search_text = ''))
);
comment on column team_listings.id is
  'Made by the browser, perhaps before it could send the listing.';
comment on column team_listings.deleted_at is
  'A deleted listing keeps its id, so that a copy cannot be posted again; its texts are erased.';
comment on column team_listings.removed_at is 'When the staff took it off the list, and why.';
comment on column team_listings.search_text is '`searchTextOf`.';
comment on column team_listings.secret_hash is 'SHA-256 of the maker''s secret, in hex.';
comment on column team_listings.user_id is
  'The account that was signed in when it was made; may change it as well.';
comment on column team_listings.creator_id is 'The maker''s `userId`; proves nothing.';
comment on column team_listings.revision is 'Increases with every change.';
comment on column team_listings.edited_revision is
  'The revision of the latest edit; an editor who knows it, or a later one, has seen it.';
comment on column team_listings.group_size is 'How many the author already are.';
-- The list, newest first, whole and filtered.
create index team_listings_newest on team_listings (created_at desc, id desc)
  where deleted_at is null and removed_at is null;
create index team_listings_filtered
  on team_listings (type, has_microphone, created_at desc, id desc)
  where deleted_at is null and removed_at is null;
-- The total is counted from this index alone.
create index team_listings_counted on team_listings (expires_at) include (type, has_microphone)
  where deleted_at is null and removed_at is null;
create index team_listings_search on team_listings using gin (search_text gin_trgm_ops)
  where deleted_at is null and removed_at is null;
create index team_listings_tags on team_listings using gin (languages, play_styles)
  where deleted_at is null and removed_at is null;
create index team_listings_secret on team_listings (secret_hash);
create index team_listings_user on team_listings (user_id) where user_id is not null;

create table team_listing_reports (
  listing_id uuid not null references team_listings (id) on delete cascade,
  reporter_hash text not null check (reporter_hash ~ '^[0-9a-f]{64}$'),
  reason text not null check (reason in ('spam', 'insult', 'fraud', 'minor_at_risk', 'other')),
  note text not null default '',
  reported_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (listing_id, reporter_hash)
);
comment on column team_listing_reports.reporter_hash is
  'HMAC-SHA-256 of the reporter''s widest network, so that each counts once, unidentified.';
comment on column team_listing_reports.handled_at is 'When the staff closed it.';
create index team_listing_reports_open on team_listing_reports (listing_id)
  where handled_at is null;
