import { sql, type RawBuilder } from 'kysely'

/**
 * The data of a shop whose newest migration is the given one, in the tables of that age. Nothing is
 * left to do, so that a running server changes nothing of it.
 */
export function fixturesByMigration(
  rows: number,
): Readonly<Record<string, readonly RawBuilder<unknown>[]>> {
  return {
    '0001_baseline': [
      players(rows),
      ...donations(rows, 'first'),
      ...donations(rows, 'second'),
      received(rows),
      colored,
      disputed(rows),
      audited(rows),
      ...credits(rows),
      ...packs(rows),
      skin,
      boughtSkins(rows),
      listings(rows),
      unreadable(rows),
      ...perks(rows),
      noted(rows),
    ],
    '0002_edits': [edited(rows)],
    '0003_people': [
      sql`insert into people values ('300000000000000001', 'Anna', 'moderator', '2026-01-01')`,
    ],
    '0004_connection_tests': [tested],
    '0005_disputes': [answered],
    '0006_player_notes': [notedAboutPlayers(rows)],
    '0007_bans': [banned(rows), kept(rows)],
    '0008_order_messages': [written(rows)],
    '0009_offers': offered(rows),
    '0010_books': [moved(rows)],
    '0011_skin_stock': [limitedSkin],
    '0012_approval_reminders': [],
    '0013_discord_posts': [postedStatus],
    '0014_find_ban': [],
    '0015_message_references': [],
  }
}

/** The same UUID for the same number and word. */
const id = (word: string) => sql.raw(`md5('${word} ' || i)::uuid`)
const steamId = sql.raw(`'7656119' || (8000000000 + i % 500)`)
const madeAt = sql.raw(`timestamptz '2026-01-01' + i * interval '1 minute'`)

function players(rows: number): RawBuilder<unknown> {
  return sql`
    insert into users (id, name, email, email_verified, created_at)
    select 'user ' || i, 'player ' || i, i || '@players.example', true, ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
}

/** Paid ones, every fifth of them refunded; the staff has been notified of each. */
function donations(rows: number, word: string): RawBuilder<unknown>[] {
  const order = id(`${word} order`)
  const status = sql`case when i % 5 = 0 then 'refunded' else 'paid' end`
  const each = sql`from generate_series(1, ${sql.lit(rows)}) i`
  const name = sql`${sql.lit(word)} || ' ' || i`
  return [
    sql`
      insert into orders (id, buyer_hash, user_id, cart_item_id, steam_id, discord_username,
        offer_key, item_name, item_type, duration_months, price_cents, currency, provider, driver,
        provider_mode, status, created_at, opened_at, paid_at)
      select ${order}, md5(i::text), 'user ' || i, ${id(`${word} item`)}, ${steamId}, ${name},
        'priority-queue/3', 'Priority Queue', 'Priority Queue', 3, 2500, 'EUR', 'paypal', 'orders',
        'test', ${status}, ${madeAt}, ${madeAt}, ${madeAt} ${each}`,
    sql`
      insert into provider_orders (provider, reference, order_id, attempt, created_at)
      select 'paypal', ${name} || ' order', ${order}, 1, ${madeAt} ${each}`,
    sql`
      insert into payments (provider, reference, order_id, status, amount_cents, refunded_cents,
        currency, provider_mode, made_at)
      select 'paypal', ${name}, ${order}, case when i % 5 = 0 then 'refunded' else 'completed' end,
        2500, case when i % 5 = 0 then 2500 else 0 end, 'EUR', 'test', ${madeAt} ${each}`,
    sql`
      insert into purchases (id, order_id, created_at)
      select ${id(`${word} purchase`)}, ${order}, ${madeAt} ${each}`,
    sql`
      insert into messages (kind, dedupe_key, order_id, attempts, sent_at, created_at)
      select 'checkout_paid', ${name}, ${order}, 1, ${madeAt}, ${madeAt} ${each}`,
  ]
}

/** A later answer was readable. */
function unreadable(rows: number): RawBuilder<unknown> {
  return sql`
    insert into unreadable_answers (provider, subject, reference, order_id, detail, answer,
      first_seen_at, last_seen_at, resolved_at)
    select 'paypal', ${id('first order')}::text, 'first ' || i || ' order', ${id('first order')},
      'capture: amount', '{}', ${madeAt}, ${madeAt}, now()
    from generate_series(1, ${sql.lit(rows)}) i`
}

function received(rows: number): RawBuilder<unknown> {
  return sql`
    insert into webhook_events (provider, event_id, type, body, processed_at)
    select 'paypal', 'WH-' || i, 'PAYMENT.CAPTURE.COMPLETED', '{}', ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
}

const colored = sql`
  update orders set color = '#00ff80', listed_as_donor = true
  where discord_username like 'second%' and price_cents = 2500`

function disputed(rows: number): RawBuilder<unknown> {
  return sql`
    insert into disputes (provider, reference, payment_reference, status, amount_cents, currency,
      opened_at, next_check_at)
    select 'paypal', 'PP-' || i, 'first ' || i, 'won', 2500, 'EUR', ${madeAt}, ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
}

function edited(rows: number): RawBuilder<unknown> {
  return sql`
    insert into edits (name, value, changed_by, changed_at)
    select 'site/people', jsonb_build_array(jsonb_build_object('name', 'builder ' || i,
      'role', 'builder', 'languages', jsonb_build_array('fr'))), 'code', ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
}

function audited(rows: number): RawBuilder<unknown> {
  return sql`
    insert into audit_log (actor, action, subject)
    select 'code', 'delivery', 'purchase ' || i from generate_series(1, ${sql.lit(rows)}) i`
}

const tested = sql`
  insert into connection_tests (name, tested_at, last_ok_at, findings)
  values ('paypal', '2026-01-01', '2026-01-01', '[]')`

const answered = sql`
  insert into disputes (provider, reference, payment_reference, status, amount_cents, currency,
    reason, awaits_answer, opened_at, next_check_at)
  values ('stripe', 'du_1', 'pi_1', 'won', 999, 'USD', 'fraudulent', false, '2026-01-01', '2026-01-01')`

function banned(rows: number): RawBuilder<unknown> {
  return sql`
    insert into bans (steam_id, reason, from_shop, from_team, stops_perks, banned_by, banned_at)
    select distinct on (1) ${steamId}, 'reason', true, false, false, 'code', ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
}

function written(rows: number): RawBuilder<unknown> {
  return sql`
    insert into order_messages (order_id, text, at)
    select ${id('first order')}, 'message ' || i, ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
}

function moved(rows: number): RawBuilder<unknown> {
  return sql`
    insert into money_movements (provider, reference, payment_id, kind, moved_at, gross_cents,
      currency, fee_cents, fee_currency, settled_cents, settled_currency)
    select 'paypal', 'refund ' || reference, id, 'refund', made_at, -100, 'EUR', 0, 'EUR', -100, 'EUR'
    from payments limit ${sql.lit(rows)}`
}

function kept(rows: number): RawBuilder<unknown> {
  return sql`
    insert into payments (provider, reference, kept_for, unmatched_reason, status, amount_cents,
      currency, provider_mode, made_at, resolved_at, resolution)
    select 'paypal', 'kept ' || i, ${id('first order')}, 'paid_while_banned', 'completed', 2500, 'EUR',
      'test', ${madeAt}, ${madeAt}, 'refunded'
    from generate_series(1, ${sql.lit(rows)}) i`
}

function credits(rows: number): RawBuilder<unknown>[] {
  return [
    sql`
      insert into krypto_transactions (steam_id, discord_username, amount, transaction_type,
        description, source, created_at)
      select ${steamId}, 'player ' || i, 300, 'admin_add', 'a gift', 'admin:' || i, ${madeAt}
      from generate_series(1, ${sql.lit(rows)}) i`,
    sql`
      insert into idempotency_keys (scope, key, request_hash, answer)
      select 'credit', 'key ' || i, md5(i::text), '{"balance": 300}'
      from generate_series(1, ${sql.lit(rows)}) i`,
  ]
}

function packs(rows: number): RawBuilder<unknown>[] {
  const lines = (type: string, kr: number, ending: string) => sql`
    insert into krypto_transactions (steam_id, discord_username, amount, transaction_type,
      description, source, created_at)
    select ${steamId}, 'player ' || i, ${sql.lit(kr)}, ${sql.lit(type)}, 'a pack',
      'stripe:cs_' || i || ${sql.lit(ending)}, ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
  return [
    sql`
      insert into krypto_orders (id, steam_id, discord_username, amount, bonus, price_cents,
        currency, price_id, provider_mode, session_id, status, created_at, paid_at)
      select ${id('pack')}, ${steamId}, 'player ' || i, 1000, 100, 999, 'USD', 'price_1', 'test',
        'cs_' || i, 'paid', ${madeAt}, ${madeAt}
      from generate_series(1, ${sql.lit(rows)}) i`,
    lines('pack_purchase', 1000, ''),
    lines('pack_bonus', 100, ':bonus'),
  ]
}

const skinId = '00000000-0000-4000-8000-000000000001'
const skin = sql`
  insert into shop_items (id, name, price, image_url)
  values (${sql.lit(skinId)}::uuid, 'AK Jade', 250, '/images/ak')`

const limitedSkin = sql`
  insert into shop_items (name, price, image_url, stock, position)
  values ('Ghillie', 250, '/images/ghillie', 2, 1)`

const postedStatus = sql`
  insert into discord_posts (subject, channel_id, message_id, text, posted_at, next_at)
  values ('status', '300000000000000005', '300000000000000006', '{}', '2026-01-01', '2026-01-01')`

/** Already announced to the staff, because the server would do it otherwise. */
function boughtSkins(rows: number): RawBuilder<unknown> {
  return sql`
    do $$ begin
      perform buy_skin('key ' || i, 'hash', '7656119' || (8000000000 + i % 500),
        '${sql.raw(skinId)}', 250, null, false, now())
      from generate_series(1, ${sql.lit(rows)}) i;
      update skin_purchases set announced_at = created_at;
    end $$`
}

function listings(rows: number): RawBuilder<unknown> {
  return sql`
    insert into team_listings (id, created_at, expires_at, type, has_microphone, search_text,
      secret_hash, creator_id, game_hours, age, description, discord_username)
    select ${id('listing')}, ${madeAt}, timestamptz '2100-01-01', 'LFG', true, 'looking ' || i,
      md5(i::text) || md5(i::text), ${id('creator')}, 100, 20, 'looking ' || i, 'player ' || i
    from generate_series(1, ${sql.lit(rows)}) i`
}

function noted(rows: number): RawBuilder<unknown> {
  return sql`
    insert into task_notes (purchase_id, text, author, at)
    select ${id('first purchase')}, 'note ' || i, 'code', ${madeAt}
    from generate_series(1, ${sql.lit(rows)}) i`
}

/** Ended, and taken back by hand: a server that runs delivers nothing. */
function perks(rows: number): RawBuilder<unknown>[] {
  const each = sql`from generate_series(1, ${sql.lit(rows)}) i`
  const holder = sql`${steamId}, 'queue ' || i`
  return [
    sql`
      insert into perk_entries (id, steam_id, perk, kind, grant_id, term_kind, term_until, source,
        order_id, actor, at)
      select ${id('grant')}, ${holder}, 'granted', ${id('grant')}, 'until', ${madeAt}, 'order',
        ${id('first order')}, 'order', ${madeAt} ${each}`,
    sql`
      insert into perk_coverage (steam_id, perk, starts_at, ends_at, is_suspended, note, as_of)
      select ${holder}, ${madeAt}, ${madeAt}, false, 'order:' || i, ${madeAt} ${each}`,
    sql`
      insert into perk_deliveries (adapter, steam_id, perk, state, steps, queued_at, changed_at)
      select 'manual', ${holder}, 'verified', '[]', ${madeAt}, ${madeAt} ${each}`,
  ]
}

function notedAboutPlayers(rows: number): RawBuilder<unknown> {
  return sql`
    insert into player_notes (id, steam_id, author, text, at)
    select ${id('player note')}, ${steamId}, 'discord:200000000000000001', 'Talked to them', ${madeAt}
    from generate_series(1, ${rows}) i`
}

/** Codes, each of them used up by a gift. */
function offered(rows: number): RawBuilder<unknown>[] {
  return [
    sql`
      insert into offers (id, kind, value, code, starts_at, use_limit, per_player, note, created_at)
      select ${id('offer')}, 'kr', 500, 'GIFT' || i, ${madeAt}, 1, 1, '', ${madeAt}
      from generate_series(1, ${rows}) i`,
    sql`
      insert into offer_redemptions (id, offer_id, steam_id, redeemed_at)
      select ${id('redemption')}, ${id('offer')}, ${steamId}, ${madeAt}
      from generate_series(1, ${rows}) i`,
  ]
}
