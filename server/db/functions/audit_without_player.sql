-- An entry of the audit log without the names and words of its player, or about them.
create or replace function audit_without_player(entry jsonb) returns jsonb language sql immutable as $$
      select case when jsonb_typeof(entry) = 'object' then entry || coalesce((
        select jsonb_object_agg(key, '-') from jsonb_object_keys(entry) as key
        where key in (
          'listedBy', 'description', 'removalReason', 'discordUsername', 'reason', 'note'
        )
      ), '{}') else entry end
    $$;
