create table shop_items (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  price integer not null check (price > 0),
  image_url text not null,
  created_at timestamptz not null default current_timestamp
);
comment on column shop_items.price is 'Whole Kr.';
create index shop_items_newest on shop_items (created_at desc, id);

create table images (
  hash text primary key,
  bytes bytea not null,
  needed_at timestamptz not null default current_timestamp
);
comment on table images is 'Pictures as we encoded them, by the SHA-256 of their bytes.';
comment on column images.needed_at is
  'When an item last started or stopped using it, or a note came with it.';

create table skin_purchases (
  id uuid primary key default gen_random_uuid(),
  steam_id text not null,
  discord_username text not null,
  buyer_hash text,
  user_id text references users (id) on delete set null,
  item_id uuid not null,
  item_name text not null,
  price_kr integer not null check (price_kr > 0),
  image_url text not null,
  created_at timestamptz not null default current_timestamp,
  announced_at timestamptz,
  started_at timestamptz,
  delivered_at timestamptz
);
comment on table skin_purchases is
  'The skins as they were bought, because an item may change or be deleted later.';
comment on column skin_purchases.buyer_hash is 'As in `orders`.';
comment on column skin_purchases.announced_at is 'When it was posted to the staff''s channel.';
comment on column skin_purchases.started_at is 'When the staff began to work on it.';
comment on column skin_purchases.delivered_at is
  'When the staff marked it as delivered in the game.';
create index skin_purchases_newest on skin_purchases (created_at desc, id);
create index skin_purchases_of_steam_id on skin_purchases (steam_id, created_at desc, id);
create index skin_purchases_of_browser on skin_purchases (buyer_hash);
create index skin_purchases_of_user on skin_purchases (user_id) where user_id is not null;
create index skin_purchases_to_announce on skin_purchases (created_at) where announced_at is null;

create table task_notes (
  id bigint generated always as identity primary key,
  purchase_id uuid references purchases (id),
  skin_purchase_id uuid references skin_purchases (id),
  text text not null check (text <> ''),
  picture_url text,
  author text not null,
  at timestamptz not null,
  check (num_nonnulls(purchase_id, skin_purchase_id) = 1)
);
comment on table task_notes is 'What the staff wrote to the buyer of an order, or of a skin.';
comment on column task_notes.author is 'As in `audit_log`.';
create index task_notes_of_purchase on task_notes (purchase_id, id);
create index task_notes_of_skin on task_notes (skin_purchase_id, id);
create index task_notes_pictures on task_notes (picture_url);
