create table krypto_balance (
  steam_id text primary key check (steam_id ~ '^7656[0-9]{13}$'),
  discord_username text not null,
  balance bigint not null default 0,
  updated_at timestamptz not null default current_timestamp
) with (fillfactor = 50);
comment on table krypto_balance is
  'Updated by a trigger on `krypto_transactions` and by `buy_skin`, and by nothing else.';
comment on column krypto_balance.balance is
  'Kr; below zero only after a refund or dispute of a pack whose Kr were spent.';

create table krypto_transactions (
  id bigint generated always as identity primary key,
  steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
  discord_username text not null,
  amount bigint not null check (amount <> 0),
  transaction_type text not null check (
    transaction_type in (
      'admin_add', 'pack_purchase', 'pack_bonus', 'skin_purchase', 'refund', 'dispute', 'correction'
    )
  ),
  description text not null,
  source text not null unique,
  created_at timestamptz not null default current_timestamp
);
comment on table krypto_transactions is
  'The ledger. Append-only: the database refuses anything else, but that a name becomes `-`.';
comment on column krypto_transactions.amount is 'Kr; negative when they are taken.';
comment on column krypto_transactions.source is
  'What caused it, unique: `stripe:<session>`, `skin_purchase:<id>`, `admin_request:<id>`.';
create index krypto_transactions_of_steam_id on krypto_transactions (steam_id, id desc);

create table krypto_orders (
  id uuid primary key default gen_random_uuid(),
  buyer_hash text,
  user_id text references users (id) on delete set null,
  steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
  discord_username text not null,
  amount integer not null check (amount > 0),
  bonus integer not null check (bonus >= 0),
  price_cents integer not null check (price_cents > 0),
  currency text not null,
  price_id text not null,
  provider_mode text not null check (provider_mode in ('live', 'test')),
  for_somebody_else boolean not null default false,
  agreed_terms text,
  agreed_at timestamptz,
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
  networks text[],
  created_at timestamptz not null default current_timestamp,
  paid_at timestamptz,
  check ((agreed_terms is null) = (agreed_at is null))
);
comment on column krypto_orders.buyer_hash is
  'As in `orders`: the browser that bought it, '
  'and so may read the lines of its Steam ID; null once its buyer has deleted their data.';
comment on column krypto_orders.amount is 'The pack at the time of the order.';
comment on column krypto_orders.agreed_terms is 'As in `orders`.';
comment on column krypto_orders.session_id is
  'Stripe''s checkout session; null until it is made.';
comment on column krypto_orders.mismatch is
  'Why a payment was not credited: it differs from what the order asked for.';
comment on column krypto_orders.disputed_cents is 'In open and lost disputes.';
comment on column krypto_orders.revision is
  'Increases with every change, so that an older answer is not applied after a change.';
comment on column krypto_orders.networks is
  'Pseudonyms of the buyer''s networks, narrowest first; null once the checkout is over.';
create index krypto_orders_newest on krypto_orders (created_at desc, id);
create index krypto_orders_to_check on krypto_orders (next_check_at)
  where next_check_at is not null;
create index krypto_orders_payment_intent on krypto_orders (payment_intent);
create index krypto_orders_paid_at on krypto_orders (paid_at) where paid_at is not null;
create index krypto_orders_open_of_steam_id on krypto_orders (steam_id) where networks is not null;
create index krypto_orders_open_of_networks on krypto_orders using gin (networks)
  where networks is not null;
-- For the check on every read of an unclaimed wallet.
create index krypto_orders_of_buyer on krypto_orders (steam_id, buyer_hash)
  where paid_at is not null and buyer_hash is not null;
-- What a browser bought is found by it, also without an account.
create index krypto_orders_of_browser on krypto_orders (buyer_hash);
create index krypto_orders_of_user on krypto_orders (user_id) where user_id is not null;

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default current_timestamp,
  primary key (scope, key)
);
comment on table idempotency_keys is 'The first answer to each `Idempotency-Key`.';
comment on column idempotency_keys.scope is 'The operation.';
comment on column idempotency_keys.request_hash is 'SHA-256 of the request.';
