-- The first four are the tables of better-auth 1.7, under our own names. A test checks with better-auth
-- that none is missing.

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  discord_username text
);
comment on column users.discord_username is
  'Their unique name at Discord, '
  'as anybody can choose the same display name; null until they sign in again.';

create table sessions (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);

create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index accounts_user_id on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index verifications_identifier on verifications (identifier);

create table admin_sessions (
  token_hash text primary key,
  created_at timestamptz not null default current_timestamp,
  expires_at timestamptz not null
);
comment on column admin_sessions.token_hash is
  'HMAC-SHA-256 of the secret in the admin''s cookie, with the access code as the key.';

create table steam_claims (
  steam_id text primary key check (steam_id ~ '^7656[0-9]{13}$'),
  user_id text not null references users (id) on delete cascade,
  persona_name text,
  claimed_at timestamptz not null default current_timestamp
);
comment on table steam_claims is 'Which account owns a balance, proven through Steam.';
create index steam_claims_of_user on steam_claims (user_id);

create table steam_nonces (
  nonce text primary key,
  created_at timestamptz not null default current_timestamp
);
comment on table steam_nonces is 'Steam''s answers that were used, because none may count twice.';
