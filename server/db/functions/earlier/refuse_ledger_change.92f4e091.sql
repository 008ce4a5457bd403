create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin
      raise exception 'the ledger only grows: write a correction';
    end $$;

create or replace trigger krypto_transactions_only_grow
  before update or delete or truncate on krypto_transactions
  execute function refuse_ledger_change();
