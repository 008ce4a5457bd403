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
      driver text not null check (driver in ('orders', 'hosted')),
      provider_mode text not null check (provider_mode in ('live', 'test')),
      provider_order_attempt integer not null default 1,
      status text not null check (
        status in ('pending', 'processing', 'settled', 'expired', 'superseded', 'refunded')
      ),
      next_check_at timestamptz,
      created_at timestamptz not null default current_timestamp,
      opened_at timestamptz not null default current_timestamp,
      settled_at timestamptz
    )`.execute(db)
  // One live order for one entry of a buyer's cart, however many tabs and clicks there are.
  await sql`
    create unique index orders_one_per_cart_item on orders (buyer_hash, cart_item_id)
    where status not in ('superseded', 'refunded')`.execute(db)
  await sql`create index orders_of_cart_item on orders (buyer_hash, cart_item_id)`.execute(db)
  await sql`create index orders_pending on orders (opened_at) where status = 'pending'`.execute(db)
  await sql`create index orders_of_user on orders (user_id) where user_id is not null`.execute(db)
  await sql`
    create index orders_waiting_for_hosted_payment on orders (price_cents, opened_at)
    where driver = 'hosted' and status = 'pending'`.execute(db)
  await sql`
    create index orders_to_check on orders (next_check_at)
    where next_check_at is not null`.execute(db)
  // Every order that was ever made at the provider for an order of ours: the money of an old one is
  // as real as that of the newest.
  await sql`
    create table provider_orders (
      provider text not null,
      reference text not null,
      order_id uuid not null references orders (id),
      attempt integer not null,
      payee text,
      created_at timestamptz not null default current_timestamp,
      primary key (provider, reference),
      unique (order_id, attempt)
    )`.execute(db)
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
      made_at timestamptz not null,
      created_at timestamptz not null default current_timestamp,
      updated_at timestamptz not null default current_timestamp,
      unique (provider, reference)
    )`.execute(db)
  // The database itself ensures that an order is delivered at most once.
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
      order_id uuid references orders (id),
      payment_id uuid references payments (id),
      attempts integer not null default 0,
      last_error text,
      sent_at timestamptz,
      created_at timestamptz not null default current_timestamp,
      check (num_nonnulls(order_id, payment_id) = 1)
    )`.execute(db)
  await sql`create index messages_unsent on messages (created_at) where sent_at is null`.execute(db)
  await sql`create index messages_kind_created_at on messages (kind, created_at)`.execute(db)
}
