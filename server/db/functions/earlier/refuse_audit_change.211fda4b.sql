-- The log of admin actions is never rewritten.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin
      raise exception 'the audit log only grows';
    end $$;

create or replace trigger audit_log_only_grows before update or delete or truncate on audit_log
  execute function refuse_audit_change();
