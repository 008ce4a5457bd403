-- The ledger only grows. When their player deletes their data, lines lose the name, those of a
-- correction also the staff's reason, and nothing else.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin
      raise exception 'the ledger only grows: write a correction';
    end $$;

create or replace trigger krypto_transactions_only_grow
  before delete or truncate on krypto_transactions
  execute function refuse_ledger_change();

create or replace trigger krypto_transactions_keep_lines
  before update on krypto_transactions for each row when (
    new.discord_username <> '-'
      or (new.description <> old.description
        and (new.description <> '-' or new.transaction_type <> 'correction'))
      or to_jsonb(new) - 'discord_username' - 'description'
        <> to_jsonb(old) - 'discord_username' - 'description'
  ) execute function refuse_ledger_change();
