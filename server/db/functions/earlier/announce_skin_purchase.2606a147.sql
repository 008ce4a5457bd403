-- Notifies every open page, except of what `buy_skin` inserts: its caller does that afterwards.
create or replace function announce_skin_purchase() returns trigger language plpgsql as $$
    declare
      event_id bigint;
      event_data jsonb := jsonb_build_object('type', 'Skin');
    begin
      insert into events (name, data) values ('purchase', event_data) returning id into event_id;
      perform pg_notify('events', jsonb_build_object('id', event_id, 'name', 'purchase', 'data', event_data)::text);
      return null;
    end $$;

create or replace trigger announce_skin_purchase after insert on skin_purchases
  for each row when (
    current_setting('kryptonique.buying', true) is distinct from 'on'
  ) execute function announce_skin_purchase();
