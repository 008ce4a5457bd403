import { sql, type Kysely } from 'kysely'

/** The tables of better-auth 1.7, under our own names. A test checks with better-auth that none is missing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id text primary key,
      name text not null,
      email text not null unique,
      email_verified boolean not null,
      image text,
      created_at timestamptz not null default current_timestamp,
      updated_at timestamptz not null default current_timestamp
    )`.execute(db)
  await sql`
    create table sessions (
      id text primary key,
      expires_at timestamptz not null,
      token text not null unique,
      user_id text not null references users (id) on delete cascade,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default current_timestamp,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`create index sessions_user_id on sessions (user_id)`.execute(db)
  await sql`
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
    )`.execute(db)
  await sql`create index accounts_user_id on accounts (user_id)`.execute(db)
  await sql`
    create table verifications (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default current_timestamp,
      updated_at timestamptz not null default current_timestamp
    )`.execute(db)
  await sql`create index verifications_identifier on verifications (identifier)`.execute(db)
}
