import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      name text not null,
      data jsonb not null,
      created_at timestamptz not null default current_timestamp
    )`.execute(db)
  // Whoever inserts a purchase, a person at psql included, every open page hears of it, after commit
  // only. The event tells what kind of thing was bought; never who paid or how much.
  await sql`
    create function announce_purchase() returns trigger language plpgsql as $$
    declare
      event_id bigint;
      event_data jsonb := jsonb_build_object('type', new.item_type);
    begin
      insert into events (name, data) values ('purchase', event_data) returning id into event_id;
      perform pg_notify('events', jsonb_build_object('id', event_id, 'name', 'purchase', 'data', event_data)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger announce_purchase after insert on purchases
    for each row execute function announce_purchase()`.execute(db)
}
