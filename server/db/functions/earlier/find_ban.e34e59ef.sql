-- The ban from the `shop` or the `team` finder that counts for a Steam ID and for the account of the
-- caller, either of which may be null: of that Steam ID, and of all that the caller's account and the
-- Steam ID's have linked. Of several the one that lasts longest.
-- Its reason and end are for the account that has linked the banned Steam ID, and for everybody while
-- none has: others must not learn what a player did, or which Steam IDs belong together.
create or replace function find_ban(
  p_from text, p_steam_id text, p_user_id text, p_now timestamptz
) returns jsonb language sql stable as $$
    select case when owner.user_id is null or owner.user_id = p_user_id
      then jsonb_build_object('reason', b.reason, 'until', b.until)
      else jsonb_build_object('reason', null, 'until', null) end
    from bans b left join steam_claims owner on owner.steam_id = b.steam_id
    where case p_from when 'shop' then b.from_shop else b.from_team end
      and (b.until is null or b.until > p_now)
      and b.steam_id in (
        select p_steam_id
        union all
        select c.steam_id from steam_claims c where c.user_id in (
          select p_user_id
          union all
          select own.user_id from steam_claims own where own.steam_id = p_steam_id
        )
      )
    order by b.until desc nulls first
    limit 1
  $$;
