import { sql, type Kysely, type RawBuilder } from 'kysely'
import { readPicture } from '#contract/order-messages.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Maker } from '#server/services/team/listing-maker.ts'

/** Somebody who reads or deletes what is theirs: a browser, with the account signed in there. */
export interface DataOwner extends Pick<Maker, 'userId'> {
  /** As in `Buyer`; null for a browser without the cookie. */
  readonly hash: string | null
  /** As in `Maker`; only listings need it. */
  readonly secretHash?: Maker['secretHash'] | null
}

/**
 * By what somebody owns a row of each table: a browser by its secret; an account by its id, and by
 * the Steam IDs that it has linked. A Steam ID or name that somebody typed proves nothing. Each is a
 * condition on the columns of its table.
 */
export function ownRows({ hash, userId, secretHash = null }: DataOwner) {
  const account = sql<boolean>`user_id = ${userId}`
  const buyer = sql<boolean>`(buyer_hash = ${hash} or user_id = ${userId})`
  const maker = sql<boolean>`(secret_hash = ${secretHash} or user_id = ${userId})`
  const linked = sql`(select steam_id from steam_claims where ${account})`
  const orders = sql`(select id from orders where ${buyer})`
  const ofOrder = sql<boolean>`order_id in ${orders}`
  const ofPaidOrder = sql<boolean>`coalesce(order_id, kept_for) in ${orders}`
  const payments = sql`(select id from payments where ${ofPaidOrder})`
  const packs = sql`(select id from krypto_orders where ${buyer})`
  const ofLinked = sql<boolean>`steam_id in ${linked}`
  const skin = sql<boolean>`(${buyer} or ${ofLinked})`
  const skins = sql`(select id from skin_purchases where ${skin})`
  const listings = sql`(select id from team_listings where ${maker})`
  const transfer = sql<boolean>`(kind = 'transfer'
    and (details ->> 'from' in ${linked} or details ->> 'to' in ${linked}))`
  const perkEntry = sql<boolean>`(${ofLinked}
    or grant_id in (select id from perk_entries where ${ofOrder})
    or batch_id in (select id from perk_batches where ${transfer}))`
  return {
    users: sql<boolean>`id = ${userId}`,
    accounts: account,
    sessions: account,
    people: sql<boolean>`discord_id in (select account_id from accounts where ${account})`,
    steam_claims: account,
    perk_reminder_choices: account,
    bans: ofLinked,
    orders: buyer,
    provider_orders: ofOrder,
    payments: ofPaidOrder,
    money_movements: sql<boolean>`(payment_id in ${payments} or krypto_order_id in ${packs})`,
    purchases: ofOrder,
    krypto_orders: buyer,
    disputes: sql<boolean>`payment_reference in (
      select reference from payments where ${ofPaidOrder}
      union select payment_intent from krypto_orders where ${buyer})`,
    unreadable_answers: sql<boolean>`(${ofOrder} or krypto_order_id in ${packs})`,
    skin_purchases: skin,
    krypto_balance: ofLinked,
    player_notes: ofLinked,
    // Until the Steam ID is linked, only what their own packs and skins have moved.
    krypto_transactions: sql<boolean>`(${ofLinked} or (steam_id, split_part(source, ':', 2)) in (
      select steam_id, session_id from krypto_orders where ${buyer}
      union all select steam_id, id::text from skin_purchases where ${buyer}))`,
    task_notes: sql<boolean>`skin_purchase_id in ${skins}`,
    order_messages: ofOrder,
    team_listings: maker,
    team_listing_reports: sql<boolean>`listing_id in ${listings}`,
    messages: sql<boolean>`(${ofOrder} or payment_id in ${payments}
      or krypto_order_id in ${packs} or perk_steam_id in ${linked})`,
    perk_entries: perkEntry,
    perk_batches: transfer,
    audit_log: sql<boolean>`subject in (
      select 'order:' || id from orders where ${buyer}
      union select 'payment:' || id from payments where ${ofPaidOrder}
      union select 'unreadable_answer:' || id from unreadable_answers
        where ${ofOrder} or krypto_order_id in ${packs}
      union select 'skin_purchase:' || id from skin_purchases where ${skin}
      union select 'team_listing:' || id from team_listings where ${maker}
      union select 'perk:' || id from perk_entries where ${perkEntry}
      union select 'balance:' || steam_id from steam_claims where ${account}
      union select 'ban:' || steam_id from steam_claims where ${account})`,
  } satisfies Partial<Record<keyof Schema, RawBuilder<boolean>>>
}

const picturePath = readPicture.path.replaceAll(/:\w+/g, '%s')

/**
 * What the download has of each table, row by row, so that a new column is part of it. Left out are
 * proofs of identity, which open something, and the names and words of others: whoever gave Kr to a
 * Steam ID, the staff, and what they wrote into their log.
 */
const contents = {
  account: ['users', sql`to_jsonb(t) - 'email' - 'email_verified'`],
  discord: ['accounts', sql`jsonb_build_object('id', account_id, 'linked_at', created_at)`],
  sessions: ['sessions', sql`to_jsonb(t) - 'token' - 'id'`],
  staff: ['people', sql`to_jsonb(t) - 'name'`],
  steam: ['steam_claims', sql`to_jsonb(t)`],
  reminders: ['perk_reminder_choices', sql`to_jsonb(t)`],
  bans: ['bans', sql`to_jsonb(t) - 'banned_by'`],
  orders: ['orders', sql`to_jsonb(t) - 'buyer_hash' - 'networks'`],
  paypal_orders: ['provider_orders', sql`to_jsonb(t) - 'payee'`],
  payments: ['payments', sql`to_jsonb(t)`],
  money_movements: ['money_movements', sql`to_jsonb(t)`],
  disputes: ['disputes', sql`to_jsonb(t)`],
  unreadable_answers: ['unreadable_answers', sql`to_jsonb(t) - 'resolution'`],
  purchases: ['purchases', sql`to_jsonb(t)`],
  notes: ['task_notes', sql`to_jsonb(t) - 'author'`],
  messages: [
    'order_messages',
    sql`to_jsonb(t) - 'author' || jsonb_build_object(
      'from', case when author is null then 'buyer' else 'staff' end, 'picture',
      case when picture is not null then format(${picturePath}::text, order_id, id) end)`,
  ],
  notes_of_staff: ['player_notes', sql`to_jsonb(t) - 'author'`],
  packs: ['krypto_orders', sql`to_jsonb(t) - 'buyer_hash' - 'networks' - 'session_url'`],
  balances: ['krypto_balance', sql`to_jsonb(t) - 'discord_username'`],
  kr_lines: ['krypto_transactions', sql`to_jsonb(t) - 'discord_username' - 'source'`],
  skins: ['skin_purchases', sql`to_jsonb(t) - 'discord_username' - 'buyer_hash' - 'user_id'`],
  listings: ['team_listings', sql`to_jsonb(t) - 'secret_hash'`],
  messages_to_staff: ['messages', sql`to_jsonb(t)`],
  staff_log: [
    'audit_log',
    sql`to_jsonb(t) - 'actor' || jsonb_build_object(
      'before', audit_without_player(before), 'after', audit_without_player(after))`,
  ],
} satisfies Record<string, readonly [keyof ReturnType<typeof ownRows>, RawBuilder<unknown>]>

/** Everything that is kept about them. What they hold in the game comes from `listHoldings`. */
export async function readOwnData(
  db: Kysely<Schema>,
  owner: DataOwner,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const own = ownRows(owner)
  const data: Record<string, readonly unknown[]> = {}
  for (const [name, [table, row]] of Object.entries(contents)) {
    const { rows } = await sql<{ row: unknown }>`
      select ${row} as row from ${sql.table(table)} t where ${own[table]}
      order by to_jsonb(t) ->> 'created_at', to_jsonb(t) ->> 'id'`.execute(db)
    data[name] = rows.map((found) => found.row)
  }
  return data
}
