-- Only `apply_krypto_transaction`, which runs one trigger level deeper, and `buy_skin` write a balance.
create or replace function refuse_balance_change() returns trigger language plpgsql as $$ begin
      raise exception 'a balance follows its ledger: insert into krypto_transactions';
    end $$;

create or replace trigger krypto_balance_follows_ledger
  before insert or update or delete or truncate on krypto_balance
  for each statement when (
    pg_trigger_depth() = 0 and current_setting('kryptonique.buying', true) is distinct from 'on'
  ) execute function refuse_balance_change();
