-- Notifies every open page of every inserted purchase, also of one that a person inserts at psql,
-- after the commit only. The event has the kind of item and its
-- buyer's audiences, which no page receives, but never the price.
create or replace function announce_purchase() returns trigger language plpgsql as $$
    declare
      event_id bigint;
      event_data jsonb;
    begin
      select jsonb_build_object('type', o.item_type, 'buyers', coalesce(
          jsonb_agg(buyer) filter (where buyer is not null), '[]'))
        into event_data
        from orders o, unnest(array['buyer:' || o.buyer_hash, 'user:' || o.user_id]) as buyer
        where o.id = new.order_id group by o.item_type;
      insert into events (name, data) values ('purchase', event_data) returning id into event_id;
      perform pg_notify('events', jsonb_build_object('id', event_id, 'name', 'purchase', 'data', event_data)::text);
      return null;
    end $$;

create or replace trigger announce_purchase after insert on purchases
  for each row execute function announce_purchase();
