-- Adds every inserted row to its balance, also one that a person inserts, and notifies open pages;
-- after the insert, so that a row which conflicts with an existing one moves nothing. Only spending
-- must be covered.
create or replace function apply_krypto_transaction() returns trigger language plpgsql as $$
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
    end $$;

create or replace trigger apply_krypto_transaction after insert on krypto_transactions
  for each row when (current_setting('kryptonique.buying', true) is distinct from 'on')
  execute function apply_krypto_transaction();
