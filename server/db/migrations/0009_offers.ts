import { sql, type Kysely } from 'kysely'

/** Sales, codes and gifts, what was bought and redeemed by them, and the prices of the past. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table offers (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('percent', 'amount', 'kr', 'perk')),
      value integer not null check (value > 0),
      code text unique,
      products text[],
      starts_at timestamptz not null,
      ends_at timestamptz,
      use_limit integer check (use_limit > 0),
      per_player integer check (per_player > 0),
      note text not null,
      created_at timestamptz not null,
      check (code is not null or (kind in ('percent', 'amount') and use_limit is null and per_player is null)),
      check (ends_at >= starts_at)
    )`.execute(db)
  await sql`
    comment on column offers.value is
      'Whole percent, cents of a euro, Kr, or months of a perk.'`.execute(db)
  await sql`
    comment on column offers.code is
      'In capitals, without spaces and dashes; null of a sale, which holds for everybody.'`.execute(
    db,
  )
  await sql`
    comment on column offers.products is
      'Slugs, or \`packs\`; null for everything that costs euros.'`.execute(db)
  await sql`
    create table offer_redemptions (
      id uuid primary key default gen_random_uuid(),
      offer_id uuid not null references offers (id),
      steam_id text not null check (steam_id ~ '^7656[0-9]{13}$'),
      redeemed_at timestamptz not null
    )`.execute(db)
  await sql`comment on table offer_redemptions is 'The uses of gifts.'`.execute(db)
  await sql`
    create index offer_redemptions_of_offer on offer_redemptions (offer_id, steam_id)`.execute(db)
  await sql`
    create table list_prices (
      key text not null,
      since timestamptz not null,
      price_cents integer,
      primary key (key, since)
    )`.execute(db)
  await sql`
    comment on table list_prices is
      'Since when something costs how much without an offer, so that a sale names the lowest price of '
      'the month before it.'`.execute(db)
  await sql`
    comment on column list_prices.key is
      'Of an offer of the catalogue, or \`packs/\` and a pack''s id.'`.execute(db)
  await sql`comment on column list_prices.price_cents is 'Null while it is not sold.'`.execute(db)
  for (const table of ['orders', 'krypto_orders']) {
    await sql`
      alter table ${sql.table(table)}
        add column offer_id uuid references offers (id),
        add column list_price_cents integer,
        add check ((offer_id is null) = (list_price_cents is null))`.execute(db)
    await sql`
      comment on column ${sql.ref(`${table}.list_price_cents`)} is
        'Without the offer that its price is of; null without one.'`.execute(db)
    await sql`
      create index ${sql.ref(`${table}_of_offer`)} on ${sql.table(table)} (offer_id)
        where offer_id is not null`.execute(db)
  }
}
