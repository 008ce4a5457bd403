-- The idempotency key, the price, the claim, the balance and the rows of one purchase, in one round
-- trip. The answer to a key is the first one, whatever it was but a ban, which may end. A second call at
-- the same time with the same key violates the key's uniqueness, is rolled back, and finds the first
-- answer when it is repeated. NOTIFY would let purchases commit only one behind the other, so the caller
-- announces a new one afterwards.
-- The last one of a limited skin is sold once: its row is locked before it is counted, and the account
-- after it. That row announces itself to the open pages by its own trigger.
-- Outcomes: bought, key_reused, item_not_found, price_changed, claim_required, banned, sold_out,
-- insufficient_balance.
create or replace function buy_skin(
  p_key text, p_request_hash text, p_steam_id text, p_item_id uuid, p_price numeric,
  p_user_id text, p_claim_required boolean, p_now timestamptz, p_buyer_hash text default null
) returns jsonb language plpgsql as $$
    declare
      known record;
      account record;
      purchase_id uuid;
      stock_left integer;
      is_new boolean := false;
      result jsonb;
    begin
      select i.price, i.name, i.image_url, i.stock, c.user_id as claimed_by, k.request_hash, k.answer,
          find_ban('shop', p_steam_id, p_user_id, p_now) as ban
        into known
        from (select) as nothing
        left join idempotency_keys k on k.scope = 'skin_purchase' and k.key = p_key
        left join shop_items i on i.id = p_item_id and not i.hidden
        left join steam_claims c on c.steam_id = p_steam_id;
      if known.request_hash <> p_request_hash then
        return jsonb_build_object(
          'result', jsonb_build_object('outcome', 'key_reused'), 'isNew', false);
      elsif known.request_hash is not null then
        return jsonb_build_object('result', known.answer, 'isNew', false);
      elsif known.price is null then
        result := jsonb_build_object('outcome', 'item_not_found');
      elsif known.price <> p_price then
        result := jsonb_build_object('outcome', 'price_changed', 'price', known.price);
      elsif (known.claimed_by is not null or p_claim_required)
        and (known.claimed_by is null or known.claimed_by is distinct from p_user_id)
      then
        result := jsonb_build_object('outcome', 'claim_required');
      elsif known.ban is not null then
        result := jsonb_build_object('outcome', 'banned', 'ban', known.ban);
      end if;
      if result is null and known.stock is not null then
        select i.stock into stock_left from shop_items i
          where i.id = p_item_id and not i.hidden for update;
        if not found then
          result := jsonb_build_object('outcome', 'item_not_found');
        elsif stock_left = 0 then
          result := jsonb_build_object('outcome', 'sold_out');
        end if;
      end if;
      if result is null then
        -- The one place besides the trigger that writes a balance: covered, with its row, and with the
        -- account locked before the row takes its id.
        perform set_config('kryptonique.buying', 'on', true);
        update krypto_balance b set balance = b.balance - known.price, updated_at = p_now
          where b.steam_id = p_steam_id and b.balance >= known.price
          returning b.balance, b.discord_username into account;
        if not found then
          result := jsonb_build_object('outcome', 'insufficient_balance', 'balance', coalesce(
            (select b.balance from krypto_balance b where b.steam_id = p_steam_id), 0));
        else
          purchase_id := gen_random_uuid();
          insert into skin_purchases (
            id, steam_id, discord_username, buyer_hash, user_id, item_id, item_name, price_kr,
            image_url, created_at
          ) values (
            purchase_id, p_steam_id, account.discord_username, p_buyer_hash, p_user_id, p_item_id,
            known.name, known.price, known.image_url, p_now
          );
          if stock_left is not null then
            update shop_items set stock = stock - 1 where id = p_item_id;
          end if;
          insert into krypto_transactions (
            steam_id, discord_username, amount, transaction_type, description, source, created_at
          ) values (
            p_steam_id, account.discord_username, -known.price, 'skin_purchase', known.name,
            'skin_purchase:' || purchase_id, p_now
          );
          is_new := true;
          result := jsonb_build_object(
            'outcome', 'bought', 'itemName', known.name, 'balance', account.balance);
        end if;
        perform set_config('kryptonique.buying', 'off', true);
      end if;

      if p_key is not null and known.ban is null then
        insert into idempotency_keys (scope, key, request_hash, answer, created_at)
          values ('skin_purchase', p_key, p_request_hash, result, p_now);
      end if;
      return jsonb_build_object('result', result, 'isNew', is_new);
    end $$;
