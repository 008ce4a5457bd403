-- The ledger of perks only grows. A line loses the staff's reason when its player deletes their data,
-- and nothing else.
create or replace function refuse_perk_entry_change() returns trigger language plpgsql as $$ begin
      raise exception 'the ledger of perks only grows: void the grant';
    end $$;

create or replace trigger perk_entries_only_grow
  before delete or truncate on perk_entries
  execute function refuse_perk_entry_change();

create or replace trigger perk_entries_keep_lines
  before update on perk_entries for each row when (
    new.reason is distinct from '-'
      or to_jsonb(new) - 'reason' <> to_jsonb(old) - 'reason'
  ) execute function refuse_perk_entry_change();
