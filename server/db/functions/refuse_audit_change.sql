-- The log of admin actions only grows. An entry loses the names of its player when that player deletes
-- their data, and nothing else.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin
      raise exception 'the audit log only grows';
    end $$;

create or replace trigger audit_log_only_grows before delete or truncate on audit_log
  execute function refuse_audit_change();

create or replace trigger audit_log_keeps_entries before update on audit_log for each row when (
    new.before is distinct from audit_without_player(old.before)
      or new.after is distinct from audit_without_player(old.after)
      or to_jsonb(new) - 'before' - 'after' <> to_jsonb(old) - 'before' - 'after'
  ) execute function refuse_audit_change();
