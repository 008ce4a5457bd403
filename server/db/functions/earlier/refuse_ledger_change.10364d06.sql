-- The ledger only grows. A line loses its name when its player deletes their data, and nothing else.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin
      raise exception 'the ledger only grows: write a correction';
    end $$;

create or replace trigger krypto_transactions_only_grow
  before delete or truncate on krypto_transactions
  execute function refuse_ledger_change();

create or replace trigger krypto_transactions_keep_lines
  before update on krypto_transactions for each row when (
    new.discord_username <> '-'
      or to_jsonb(new) - 'discord_username' <> to_jsonb(old) - 'discord_username'
  ) execute function refuse_ledger_change();
