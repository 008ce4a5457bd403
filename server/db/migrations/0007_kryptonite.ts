import { sql, type Kysely } from 'kysely'

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
  // Whom an event is for: a Steam ID; null for everybody.
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
  // Rows of one account get their ids in the order in which they move its balance: the account is
  // locked before the id is taken. `buy_skin` has locked it before it inserts.
  await sql`
    create function order_krypto_transaction() returns trigger language plpgsql as $$
    begin
      perform from krypto_balance b where b.steam_id = new.steam_id for no key update;
      if not found then
        insert into krypto_balance (steam_id, discord_username, updated_at)
          values (new.steam_id, new.discord_username, new.created_at) on conflict do nothing;
        perform from krypto_balance b where b.steam_id = new.steam_id for no key update;
      end if;
      new.id := nextval('krypto_transactions_id_seq');
      return new;
    end $$`.execute(db)
  await sql`
    create trigger order_krypto_transaction before insert on krypto_transactions
    for each row when (current_setting('kryptonique.buying', true) is distinct from 'on')
    execute function order_krypto_transaction()`.execute(db)
  // The balance follows the row, whoever inserts it, and open pages hear of it; after the insert, so
  // that a row which conflicts with one that is there moves nothing. Spending alone must be covered.
  await sql`
    create function apply_krypto_transaction() returns trigger language plpgsql as $$
    declare
      new_balance bigint;
      event_id bigint;
      event_data jsonb;
    begin
      update krypto_balance b set
          balance = b.balance + new.amount,
          -- Money that goes back knows the player by the name of back then, and who gives a pack to a
          -- balance that is claimed does not say what its owner is called.
          discord_username = case
            when new.discord_username = b.discord_username
              or new.transaction_type in ('refund', 'dispute')
              or (new.transaction_type in ('pack_purchase', 'pack_bonus') and exists (
                select from steam_claims c where c.steam_id = new.steam_id))
            then b.discord_username else new.discord_username end,
          updated_at = new.created_at
        where b.steam_id = new.steam_id
          and (b.balance + new.amount >= 0 or new.transaction_type <> 'skin_purchase')
        returning b.balance into new_balance;
      if not found then
        raise exception 'spending more Kr than there are' using errcode = 'check_violation',
          constraint = 'krypto_balance_covers_spending', table = 'krypto_balance';
      end if;
      event_data := jsonb_build_object('balance', new_balance);
      insert into events (name, data, audience) values ('balance', event_data, new.steam_id)
        returning id into event_id;
      perform pg_notify('events', jsonb_build_object(
        'id', event_id, 'name', 'balance', 'data', event_data, 'audience', new.steam_id)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger apply_krypto_transaction after insert on krypto_transactions
    for each row when (current_setting('kryptonique.buying', true) is distinct from 'on')
    execute function apply_krypto_transaction()`.execute(db)
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$ begin
      raise exception 'the ledger only grows: write a correction';
    end $$`.execute(db)
  await sql`
    create trigger krypto_transactions_only_grow
    before update or delete or truncate on krypto_transactions
    execute function refuse_ledger_change()`.execute(db)
  // Nobody writes a balance but the trigger above, which comes one level deeper, and `buy_skin`.
  await sql`
    create function refuse_balance_change() returns trigger language plpgsql as $$ begin
      raise exception 'a balance follows its ledger: insert into krypto_transactions';
    end $$`.execute(db)
  await sql`
    create trigger krypto_balance_follows_ledger
    before insert or update or delete or truncate on krypto_balance
    for each statement when (
      pg_trigger_depth() = 0 and current_setting('kryptonique.buying', true) is distinct from 'on'
    ) execute function refuse_balance_change()`.execute(db)
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
  // Of what was bought, as it was then: the item may change or go.
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
  await sql`
    create function announce_skin_purchase() returns trigger language plpgsql as $$
    declare
      event_id bigint;
      event_data jsonb := jsonb_build_object('type', 'Skin');
    begin
      insert into events (name, data) values ('purchase', event_data) returning id into event_id;
      perform pg_notify('events', jsonb_build_object('id', event_id, 'name', 'purchase', 'data', event_data)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger announce_skin_purchase after insert on skin_purchases
    for each row when (
      current_setting('kryptonique.buying', true) is distinct from 'on'
    ) execute function announce_skin_purchase()`.execute(db)
  await sql`
    create function announce_shop_items() returns trigger language plpgsql as $$
    declare
      event_id bigint;
    begin
      insert into events (name, data) values ('shop-items', '{}') returning id into event_id;
      perform pg_notify('events', jsonb_build_object('id', event_id, 'name', 'shop-items', 'data', '{}'::jsonb)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger announce_shop_items after insert or update or delete on shop_items
    for each statement execute function announce_shop_items()`.execute(db)
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
  // Steam's answers that were used: none counts twice.
  await sql`
    create table steam_nonces (
      nonce text primary key,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
}
