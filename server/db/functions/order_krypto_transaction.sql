-- Rows of one account get their ids in the order in which they move its balance: the account is
-- locked before the id is taken. `buy_skin` has locked it before it inserts.
create or replace function order_krypto_transaction() returns trigger language plpgsql as $$
    begin
      perform from krypto_balance b where b.steam_id = new.steam_id for no key update;
      if not found then
        insert into krypto_balance (steam_id, discord_username, updated_at)
          values (new.steam_id, new.discord_username, new.created_at) on conflict do nothing;
        perform from krypto_balance b where b.steam_id = new.steam_id for no key update;
      end if;
      new.id := nextval('krypto_transactions_id_seq');
      return new;
    end $$;

create or replace trigger order_krypto_transaction before insert on krypto_transactions
  for each row when (current_setting('kryptonique.buying', true) is distinct from 'on')
  execute function order_krypto_transaction();
