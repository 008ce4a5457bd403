create or replace function refuse_perk_entry_change() returns trigger language plpgsql as $$ begin
      raise exception 'the ledger of perks only grows: void the grant';
    end $$;

create or replace trigger perk_entries_only_grow
  before update or delete or truncate on perk_entries
  execute function refuse_perk_entry_change();
