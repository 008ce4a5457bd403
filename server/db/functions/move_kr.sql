-- Every movement of Kr except buying a skin: once for each source.
create or replace function move_kr(
  p_steam_id text, p_discord_username text, p_amount bigint, p_type text, p_description text,
  p_source text, p_now timestamptz
) returns table (is_new boolean, balance bigint) language plpgsql as $$
    begin
      insert into krypto_transactions (
        steam_id, discord_username, amount, transaction_type, description, source, created_at
      ) values (
        p_steam_id, p_discord_username, p_amount, p_type, p_description, p_source, p_now
      ) on conflict (source) do nothing;
      is_new := found;
      if not is_new and not exists (
        select from krypto_transactions t where t.source = p_source and t.steam_id = p_steam_id
          and t.amount = p_amount and t.transaction_type = p_type
      ) then
        raise exception 'the source % has moved other Kr', p_source;
      end if;
      balance := (select b.balance from krypto_balance b where b.steam_id = p_steam_id);
      return next;
    end $$;
