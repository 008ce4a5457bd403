-- Every open page reloads the skin shop when the owner changes it.
create or replace function announce_shop_items() returns trigger language plpgsql as $$
    declare
      event_id bigint;
    begin
      insert into events (name, data) values ('shop-items', '{}') returning id into event_id;
      perform pg_notify('events', jsonb_build_object('id', event_id, 'name', 'shop-items', 'data', '{}'::jsonb)::text);
      return null;
    end $$;

create or replace trigger announce_shop_items after insert or update or delete on shop_items
  for each statement execute function announce_shop_items();
