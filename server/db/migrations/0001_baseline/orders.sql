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
  color text check (color ~ '^#[0-9a-f]{6}$'),
  listed_as_donor boolean not null default false,
  donor_listing_revoked boolean not null default false,
  for_somebody_else boolean not null default false,
  details text check (details <> ''),
  agreed_terms text,
  agreed_at timestamptz,
  provider text not null,
  driver text not null check (driver in ('orders', 'hosted')),
  provider_mode text not null check (provider_mode in ('live', 'test')),
  provider_order_attempt integer not null default 1,
  status text not null check (
    status in ('pending', 'processing', 'paid', 'expired', 'superseded', 'disputed', 'refunded')
  ),
  next_check_at timestamptz,
  approval_reported_at timestamptz,
  networks text[],
  created_at timestamptz not null default current_timestamp,
  opened_at timestamptz not null default current_timestamp,
  paid_at timestamptz,
  check ((agreed_terms is null) = (agreed_at is null))
);
comment on column orders.buyer_hash is
  'SHA-256 of the secret in the maker''s cookie; the secret allows to see and pay the order.';
comment on column orders.color is '`#rrggbb`, of a colour tag.';
comment on column orders.listed_as_donor is
  'Whether the buyer chose to be named in the donor ranking.';
comment on column orders.donor_listing_revoked is
  'Whether the staff keeps it out of the ranking anyway.';
comment on column orders.for_somebody_else is
  'Whether the buyer said that the Steam ID is somebody else''s.';
comment on column orders.details is
  'What the staff need to know to deliver it, in the buyer''s words.';
comment on column orders.agreed_terms is
  'The version of the legal texts that the buyer agreed to, and when; null without both.';
comment on column orders.provider_mode is
  'A test payment must never pay an order made with live keys.';
comment on column orders.provider_order_attempt is
  'The number of the current order at the provider for this one.';
comment on column orders.approval_reported_at is
  'When the buyer''s page or the provider last reported the buyer''s approval.';
comment on column orders.networks is
  'Pseudonyms of the buyer''s networks, narrowest first; null once the checkout is over.';
-- One live order for one entry of a buyer's cart, however many tabs and clicks there are.
create unique index orders_one_per_cart_item on orders (buyer_hash, cart_item_id)
  where status not in ('superseded', 'refunded');
create index orders_of_cart_item on orders (buyer_hash, cart_item_id);
create index orders_of_user on orders (user_id) where user_id is not null;
create index orders_of_steam_id on orders (steam_id);
create index orders_of_donors on orders (id) where listed_as_donor and status = 'paid';
create index orders_opened_at on orders (opened_at desc, id desc);
create index orders_paid_at on orders (paid_at desc, id desc) where paid_at is not null;
create index orders_pending on orders (opened_at) where status = 'pending';
create index orders_waiting_for_hosted_payment on orders (price_cents, opened_at)
  where driver = 'hosted' and status = 'pending';
create index orders_to_check on orders (next_check_at) where next_check_at is not null;
create index orders_open_of_steam_id on orders (steam_id) where networks is not null;
create index orders_open_of_networks on orders using gin (networks) where networks is not null;

create table provider_orders (
  provider text not null,
  reference text not null,
  order_id uuid not null references orders (id),
  attempt integer not null,
  payee text,
  declined_at timestamptz,
  capturing_at timestamptz,
  created_at timestamptz not null default current_timestamp,
  primary key (provider, reference, order_id),
  unique (order_id, attempt)
);
comment on table provider_orders is
  'Every order that was ever made at the provider, as the money of an old one is as real as that of the newest. '
  'It pays for one of our orders or, a row each, for several at once.';
comment on column provider_orders.payee is
  'The receiver of the money, as the provider named it when the order was made.';
comment on column provider_orders.declined_at is
  'A declined payment is tried again only when its buyer approves again.';
comment on column provider_orders.capturing_at is
  'Since when its money may be being taken; null once the outcome is known.';

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
  held_reason text,
  made_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  resolved_at timestamptz,
  resolution text,
  unique (provider, reference)
);
comment on column payments.reference is
  'The provider''s id of the payment: PayPal''s capture id, also its transaction id.';
comment on column payments.order_id is
  'Null while the payment matches no order: the owner''s inbox.';
comment on column payments.refunded_cents is 'The total returned, by refunds and lost disputes.';
comment on column payments.held_reason is
  'Why the provider holds it, by its own code; means nothing in other states.';
comment on column payments.resolved_at is
  'When and how the owner resolved a payment that matches no order.';
create index payments_in_inbox on payments (made_at) where order_id is null and resolved_at is null;

create table disputes (
  provider text not null,
  reference text not null,
  payment_reference text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  round integer not null default 1,
  opened_at timestamptz not null,
  updated_at timestamptz not null default current_timestamp,
  next_check_at timestamptz not null default current_timestamp,
  primary key (provider, reference)
);
comment on column disputes.payment_reference is
  '`payments.reference`; the dispute may be known before its payment.';
comment on column disputes.status is 'The state that the provider last reported.';
comment on column disputes.amount_cents is
  'The disputed amount; of a lost dispute what it took from us.';
comment on column disputes.round is
  'Increases when a decided dispute is opened again, as by an appeal.';
comment on column disputes.updated_at is
  'When the provider last changed it, by the provider''s clock.';
comment on column disputes.next_check_at is
  'When to fetch an open dispute again, in case the webhook of its end is lost.';
create index disputes_of_payment on disputes (provider, payment_reference);
create index disputes_to_check on disputes (next_check_at) where status = 'open';

create table purchases (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders (id),
  created_at timestamptz not null default current_timestamp,
  started_at timestamptz,
  delivered_at timestamptz
);
comment on table purchases is
  'The deliveries of orders: as the database keeps them unique, an order is delivered at most once.';
comment on column purchases.started_at is 'When the staff began to work on it.';
comment on column purchases.delivered_at is 'When the staff marked it as delivered in the game.';
create index purchases_to_deliver on purchases (created_at) where delivered_at is null;

create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  body jsonb not null,
  received_at timestamptz not null default current_timestamp,
  processed_at timestamptz,
  error text,
  primary key (provider, event_id)
);
