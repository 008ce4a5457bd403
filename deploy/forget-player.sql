-- Removes a player's names and accounts from the database, and leaves the books as they are: amounts,
-- Steam IDs and dates, which an owner has to keep. Backups contain the player until they are deleted.
--   psql "$DATABASE_URL" --set=discord_id=200000000000000001 --set=steam_id=76561198006409530 \
--     --file=deploy/forget-player.sql
-- If you know only one of the two, set the other to none. See docs/operations.md.
\set ON_ERROR_STOP on
begin;

create temporary table named on commit drop as
  select nullif(:'discord_id', 'none') as discord_id, nullif(:'steam_id', 'none') as steam_id;
create temporary table forgotten on commit drop as
  select a.user_id from accounts a join named n on a.account_id = n.discord_id
    where a.provider_id = 'discord'
  union select c.user_id from steam_claims c join named n on c.steam_id = n.steam_id;
-- The links between them are deleted with the account, so all Steam IDs are collected before that.
create temporary table forgotten_steam_ids on commit drop as
  select steam_id from named where steam_id is not null
  union select steam_id from steam_claims where user_id in (select user_id from forgotten);

-- A mistyped id must not look like success, nor delete somebody else's account.
do $$
declare
  given named := (select named from named);
begin
  if given.discord_id is null and given.steam_id is null then
    raise exception 'Nobody is named, so nothing was changed.';
  end if;
  if given.discord_id is not null and not exists (
    select from accounts where provider_id = 'discord' and account_id = given.discord_id
  ) then
    raise exception 'No account has this Discord id, so nothing was changed.'
      using hint = 'For a player without an account, or whose account is already deleted, set steam_id, and discord_id=none.';
  end if;
  if given.steam_id is not null and not exists (
    select from orders where steam_id = given.steam_id
    union all select from krypto_orders where steam_id = given.steam_id
    union all select from krypto_balance where steam_id = given.steam_id
    union all select from steam_claims where steam_id = given.steam_id
    union all select from player_notes where steam_id = given.steam_id
  ) then
    raise exception 'Nothing is known of this Steam ID, so nothing was changed.';
  end if;
  if (select count(*) from forgotten) > 1 then
    raise exception 'The Steam ID is claimed by another account than the Discord id has, so nothing was changed.'
      using hint = 'If both are theirs, run it once for each, with none in place of the other.';
  end if;
end
$$;

-- What the staff wrote about them: their reasons, in the log too. As in `own-data.ts`, by Steam ID.
create temporary table forgotten_orders on commit drop as
  select id from orders where steam_id in (select steam_id from forgotten_steam_ids)
    or user_id in (select user_id from forgotten);
create temporary table forgotten_batches on commit drop as
  select id from perk_batches where kind = 'transfer' and (
    details ->> 'from' in (select steam_id from forgotten_steam_ids)
      or details ->> 'to' in (select steam_id from forgotten_steam_ids)
  );
create temporary table forgotten_grants on commit drop as
  select id from perk_entries where steam_id in (select steam_id from forgotten_steam_ids)
    or grant_id in (
      select id from perk_entries where order_id in (select id from forgotten_orders))
    or batch_id in (select id from forgotten_batches);
create temporary table forgotten_answers on commit drop as
  select id from unreadable_answers where order_id in (select id from forgotten_orders)
    or krypto_order_id in (
      select id from krypto_orders where steam_id in (select steam_id from forgotten_steam_ids)
        or user_id in (select user_id from forgotten));
update audit_log set before = audit_without_player(before), after = audit_without_player(after)
  where subject in (
    select 'team_listing:' || id from team_listings where user_id in (select user_id from forgotten)
    union select 'balance:' || steam_id from forgotten_steam_ids
    union select 'ban:' || steam_id from forgotten_steam_ids
    union select 'perk:' || id from forgotten_grants
    union select 'perk_batch:' || id from forgotten_batches
    union select 'unreadable_answer:' || id from forgotten_answers
  );
update perk_batches set reason = '-' where id in (select id from forgotten_batches);
update perk_entries set reason = '-'
  where reason <> '-' and id in (select id from forgotten_grants);
update unreadable_answers set resolution = '-'
  where resolution is not null and id in (select id from forgotten_answers);
update team_listing_reports set note = '' where listing_id in (
  select id from team_listings where user_id in (select user_id from forgotten)
);
update team_listings set deleted_at = coalesce(deleted_at, now()), description = '',
    discord_username = '', search_text = '', removed_at = null, removal_reason = null,
    revision = revision + 1
  where user_id in (select user_id from forgotten);
-- Events contain the listings' texts.
delete from events where name = 'team-listing';

update orders set discord_username = '-', discord_avatar_url = null, details = null,
    listed_as_donor = false
  where id in (select id from forgotten_orders);
update krypto_orders set discord_username = '-', buyer_hash = null
  where steam_id in (select steam_id from forgotten_steam_ids)
    or user_id in (select user_id from forgotten);
update skin_purchases set discord_username = '-', buyer_hash = null
  where steam_id in (select steam_id from forgotten_steam_ids)
    or user_id in (select user_id from forgotten);

-- The staff's notes may name them. Their pictures are deleted in the night after, with nothing using
-- them.
delete from task_notes
  where skin_purchase_id in (select id from skin_purchases where discord_username = '-');
delete from order_messages where order_id in (select id from forgotten_orders);

delete from player_notes where steam_id in (select steam_id from forgotten_steam_ids);

update krypto_transactions set discord_username = '-',
    description = case transaction_type when 'correction' then '-' else description end
  where steam_id in (select steam_id from forgotten_steam_ids);
alter table krypto_balance disable trigger krypto_balance_follows_ledger;
update krypto_balance set discord_username = '-'
  where steam_id in (select steam_id from forgotten_steam_ids);
alter table krypto_balance enable trigger krypto_balance_follows_ledger;

-- Takes back nothing by itself: a role at Discord is theirs to leave.
delete from discord_roles_given where discord_id in (
  select account_id from accounts
  where provider_id = 'discord' and user_id in (select user_id from forgotten)
);

-- This also deletes their sessions and their links to Steam IDs.
delete from users where id in (select user_id from forgotten);

commit;
