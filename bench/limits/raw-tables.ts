import pg from 'pg'

/** The tables of the raw programs: an item, balances, and lines with a unique source. */
export async function createRawTables(
  url: string,
  itemId: string,
  steamIds: readonly string[],
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    create table limit_items (id uuid primary key, price integer not null);
    create table limit_balances (
      steam_id text primary key, balance bigint not null check (balance >= 0)
    );
    create table limit_lines (
      id bigint generated always as identity primary key,
      steam_id text not null, amount bigint not null, source text not null unique,
      created_at timestamptz not null default current_timestamp
    );
    create function limit_buy(p_key text, p_steam_id text, p_item_id uuid)
      returns bigint language plpgsql as $$
    declare
      cost integer;
      left_over bigint;
    begin
      select price into strict cost from limit_items where id = p_item_id;
      update limit_balances set balance = balance - cost
        where steam_id = p_steam_id and balance >= cost returning balance into strict left_over;
      insert into limit_lines (steam_id, amount, source) values (p_steam_id, -cost, p_key);
      return left_over;
    end $$`)
  await client.query('insert into limit_items values ($1, 1)', [itemId])
  await client.query('insert into limit_balances select unnest($1::text[]), 1000000000', [steamIds])
  await client.end()
}
