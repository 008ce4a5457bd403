import { sql, type Kysely } from 'kysely'
import { applyFunction } from '#server/db/functions.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedger(db)
  await createShop(db)
  await createPackOrders(db)
  await createSteamClaims(db)
  // The first answer to each Idempotency-Key.
  await sql`
    create table idempotency_keys (
      scope text not null,
      key text not null,
      request_hash text not null,
      answer jsonb,
      created_at timestamptz not null default current_timestamp,
      primary key (scope, key)
    )`.execute(db)
  // The Steam ID that an event is for; null for everybody.
  await sql`alter table events add column audience text`.execute(db)
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table krypto_balance (
      steam_id text primary key check (steam_id ~ '^7656[0-9]{13}$'),
      discord_username text not null,
      balance bigint not null default 0,
      updated_at timestamptz not null default current_timestamp
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create table krypto_transactions (
      id bigint generated always as identity primary key,
      steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
      discord_username text not null,
      amount bigint not null check (amount <> 0),
      transaction_type text not null check (
        transaction_type in (
          'admin_add', 'pack_purchase', 'pack_bonus', 'skin_purchase', 'refund', 'dispute',
          'correction'
        )
      ),
      description text not null,
      source text not null unique,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
  await sql`
    create index krypto_transactions_of_steam_id on krypto_transactions (steam_id, id desc)`.execute(
    db,
  )
  await applyFunction(db, 'order_krypto_transaction', '97c1314c')
  await applyFunction(db, 'apply_krypto_transaction', '036396b0')
  await applyFunction(db, 'refuse_ledger_change', '92f4e091')
  await applyFunction(db, 'refuse_balance_change', '2e7ee024')
}

async function createShop(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shop_items (
      id uuid primary key default gen_random_uuid(),
      name text not null check (name <> ''),
      price integer not null check (price > 0),
      image_url text not null,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
  await sql`create index shop_items_newest on shop_items (created_at desc, id)`.execute(db)
  await sql`
    create table images (
      hash text primary key,
      media_type text not null,
      bytes bytea not null,
      needed_at timestamptz not null default current_timestamp
    )`.execute(db)
  // The item as it was bought, because it may change or be deleted later.
  await sql`
    create table skin_purchases (
      id uuid primary key default gen_random_uuid(),
      steam_id text not null,
      discord_username text not null,
      user_id text references users (id) on delete set null,
      item_id uuid not null,
      item_name text not null,
      price_kr integer not null check (price_kr > 0),
      image_url text not null,
      created_at timestamptz not null default current_timestamp,
      announced_at timestamptz,
      delivered_at timestamptz
    )`.execute(db)
  await sql`
    create index skin_purchases_of_steam_id on skin_purchases (steam_id, created_at desc, id)`.execute(
    db,
  )
  await sql`create index skin_purchases_newest on skin_purchases (created_at desc, id)`.execute(db)
  await sql`
    create index skin_purchases_to_announce on skin_purchases (created_at)
    where announced_at is null`.execute(db)
  await applyFunction(db, 'announce_skin_purchase', '2606a147')
  await applyFunction(db, 'announce_shop_items', 'd83ad698')
}

async function createPackOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table krypto_orders (
      id uuid primary key default gen_random_uuid(),
      steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
      discord_username text not null,
      amount integer not null check (amount > 0),
      bonus integer not null check (bonus >= 0),
      price_cents integer not null check (price_cents > 0),
      currency text not null,
      price_id text not null,
      provider_mode text not null check (provider_mode in ('live', 'test')),
      session_id text unique,
      session_url text,
      payment_intent text,
      status text not null check (
        status in ('pending', 'processing', 'paid', 'failed', 'expired', 'disputed', 'refunded')
      ),
      mismatch text,
      refunded_cents integer not null default 0,
      disputed_cents integer not null default 0,
      kr_taken_back integer not null default 0,
      revision integer not null default 0,
      next_check_at timestamptz,
      created_at timestamptz not null default current_timestamp,
      paid_at timestamptz
    )`.execute(db)
  await sql`
    create index krypto_orders_to_check on krypto_orders (next_check_at)
    where next_check_at is not null`.execute(db)
  await sql`create index krypto_orders_newest on krypto_orders (created_at desc, id)`.execute(db)
  await sql`create index krypto_orders_payment_intent on krypto_orders (payment_intent)`.execute(db)
  await sql`
    create index krypto_orders_paid_at on krypto_orders (paid_at) where paid_at is not null`.execute(
    db,
  )
  await sql`
    alter table messages
      add column krypto_order_id uuid references krypto_orders (id),
      drop constraint messages_check,
      add constraint messages_check check (
        num_nonnulls(order_id, payment_id, krypto_order_id) = 1
      )`.execute(db)
}

async function createSteamClaims(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table steam_claims (
      steam_id text primary key check (steam_id ~ '^7656[0-9]{13}$'),
      user_id text not null references users (id) on delete cascade,
      persona_name text,
      claimed_at timestamptz not null default current_timestamp
    )`.execute(db)
  await sql`create index steam_claims_of_user on steam_claims (user_id)`.execute(db)
  // Steam's answers that were used, because none may count twice.
  await sql`
    create table steam_nonces (
      nonce text primary key,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
}
