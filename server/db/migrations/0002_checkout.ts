import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id uuid primary key default gen_random_uuid(),
      buyer_hash text not null,
      user_id text references users (id) on delete set null,
      cart_item_id uuid not null,
      steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
      discord_username text not null,
      discord_avatar_url text,
      offer_key text not null,
      item_name text not null,
      item_type text not null,
      duration_months integer,
      price_cents integer not null check (price_cents > 0),
      currency text not null,
      provider text not null,
      driver text not null,
      provider_mode text not null,
      provider_order_id text unique,
      provider_order_attempt integer not null default 1,
      provider_payee text,
      status text not null,
      next_check_at timestamptz,
      created_at timestamptz not null default current_timestamp,
      opened_at timestamptz not null default current_timestamp,
      settled_at timestamptz
    )`.execute(db)
  // One live order for one entry of one buyer's cart, whatever number of tabs and clicks.
  await sql`
    create unique index orders_one_per_cart_item on orders (buyer_hash, cart_item_id)
    where status not in ('superseded', 'refunded')`.execute(db)
  await sql`
    create index orders_to_check on orders (next_check_at)
    where next_check_at is not null`.execute(db)
  await sql`
    create table payments (
      id uuid primary key default gen_random_uuid(),
      provider text not null,
      reference text not null,
      order_id uuid unique references orders (id),
      unmatched_reason text,
      status text not null,
      amount_cents integer not null,
      refunded_cents integer not null default 0,
      currency text not null,
      provider_mode text not null,
      created_at timestamptz not null default current_timestamp,
      updated_at timestamptz not null default current_timestamp,
      unique (provider, reference)
    )`.execute(db)
  // Delivered at most once, by the database's own rule.
  await sql`
    create table purchases (
      id uuid primary key default gen_random_uuid(),
      order_id uuid not null unique references orders (id),
      steam_id text not null,
      discord_username text not null,
      offer_key text not null,
      item_name text not null,
      item_type text not null,
      duration_months integer,
      price_cents integer not null,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
  await sql`
    create table webhook_events (
      provider text not null,
      event_id text not null,
      type text not null,
      body jsonb not null,
      received_at timestamptz not null default current_timestamp,
      processed_at timestamptz,
      error text,
      primary key (provider, event_id)
    )`.execute(db)
  await sql`
    create table messages (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      dedupe_key text not null unique,
      order_id uuid not null references orders (id),
      attempts integer not null default 0,
      last_error text,
      sent_at timestamptz,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
  await sql`create index messages_kind_created_at on messages (kind, created_at)`.execute(db)
}
