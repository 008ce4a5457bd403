import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import type { Maker } from '#server/services/team/listing-maker.ts'

/** Somebody who downloads or deletes their data: a browser, with the account signed in there. */
export type DataOwner = Buyer & Pick<Maker, 'secretHash'>

/** The orders that are theirs, as in `listOrders`; the table is `o`. */
export function isOwnOrder({ hash, userId }: DataOwner): RawBuilder<boolean> {
  return sql<boolean>`(o.buyer_hash = ${hash} or o.user_id = ${userId})`
}

/** Their packs; the table is `p`. Those of linked Steam IDs may be presents, so their name decides. */
export function isOwnPack(
  { hash }: DataOwner,
  { linked, names }: Pick<Reach, 'linked' | 'names'>,
): RawBuilder<boolean> {
  return sql<boolean>`(p.buyer_hash = ${hash}
    or (p.steam_id = any(${linked}) and p.discord_username = any(${names})))`
}

/** Rows of Kr about their Steam IDs. `s` has a Steam ID and a Discord name. */
export function isOwnKr({ linked, bought, names }: Reach): RawBuilder<boolean> {
  return sql<boolean>`(s.steam_id = any(${linked})
    or (s.steam_id = any(${bought}) and s.discord_username = any(${names})))`
}

/** A row of `s`; whoever gave or got a present is named to nobody else. */
function namedRow({ names }: Reach): RawBuilder<unknown> {
  return sql`to_jsonb(s) - case when s.discord_username = any(${names}) then '' else 'discord_username' end`
}

/** What this browser and account have a right to. */
export interface Reach {
  /** The Steam IDs that the account has linked. */
  readonly linked: readonly string[]
  /** Those that nobody has linked, with which this browser has bought Kr for itself (`authorizeRead`). */
  readonly bought: readonly string[]
  /** The Discord names that they have given. */
  readonly names: readonly string[]
}

export async function findReach(db: Kysely<Schema>, owner: DataOwner): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select
      array(select steam_id from steam_claims where user_id = ${owner.userId}) as linked,
      array(
        select distinct p.steam_id from krypto_orders p
        where p.buyer_hash = ${owner.hash} and p.paid_at is not null and not p.for_somebody_else
          and not exists (select from steam_claims c where c.steam_id = p.steam_id)
      ) as bought,
      array(
        select o.discord_username from orders o where ${isOwnOrder(owner)}
        union select discord_username from krypto_orders where buyer_hash = ${owner.hash}
        union select discord_username from skin_purchases where user_id = ${owner.userId}
        union select unnest(array[name, coalesce(discord_username, name)])
          from users where id = ${owner.userId}
      ) as names`.execute(db)
  return rows[0] ?? { linked: [], bought: [], names: [] }
}

type Rows = readonly unknown[]

/**
 * Everything that is kept about a browser and its account, table by table and row by row, so that a
 * new column is part of it. Left out are proofs of identity, which open something, and the staff's
 * own names. What they hold in the game comes from `listHoldings`.
 */
export async function readOwnData(
  { database: { db } }: Pick<Services, 'database'>,
  owner: DataOwner,
): Promise<Readonly<Record<string, Rows>>> {
  const reach = await findReach(db, owner)
  const { userId, secretHash } = owner
  const ownOrders = sql`select o.id from orders o where ${isOwnOrder(owner)}`
  const ownPacks = sql`select p.id from krypto_orders p where ${isOwnPack(owner, reach)}`
  const ownSkins = sql`
    select s.id from skin_purchases s where s.user_id = ${userId} or ${isOwnKr(reach)}`
  const ownPurchases = sql`select id from purchases where order_id in (${ownOrders})`
  const ownPayments = sql`select id from payments where order_id in (${ownOrders})`
  const ownListings = sql`
    select l.id from team_listings l
    where l.deleted_at is null and (l.user_id = ${userId} or l.secret_hash = ${secretHash})`
  const read = async (rows: RawBuilder<{ row: unknown }>): Promise<Rows> =>
    (await rows.execute(db)).rows.map(({ row }) => row)
  return {
    account: await read(sql`
      select to_jsonb(u) - 'email' - 'email_verified' as row from users u where id = ${userId}`),
    discord: await read(sql`
      select jsonb_build_object('id', account_id, 'linked_at', created_at) as row from accounts
      where user_id = ${userId} and provider_id = 'discord'`),
    sessions: await read(sql`
      select to_jsonb(s) - 'token' - 'id' as row from sessions s where user_id = ${userId}`),
    steam: await read(sql`
      select to_jsonb(c) as row from steam_claims c where user_id = ${userId}`),
    reminders: await read(sql`
      select to_jsonb(r) as row from perk_reminder_choices r where user_id = ${userId}`),
    orders: await read(sql`
      select to_jsonb(o) - 'buyer_hash' - 'networks' as row from orders o
      where ${isOwnOrder(owner)} order by o.created_at`),
    paypal_orders: await read(sql`
      select to_jsonb(p) - 'payee' as row from provider_orders p where order_id in (${ownOrders})`),
    payments: await read(sql`
      select to_jsonb(p) as row from payments p where order_id in (${ownOrders})`),
    disputes: await read(sql`
      select to_jsonb(d) as row from disputes d where payment_reference in (
        select reference from payments where order_id in (${ownOrders})
        union select payment_intent from krypto_orders where id in (${ownPacks}))`),
    purchases: await read(sql`
      select to_jsonb(p) as row from purchases p where order_id in (${ownOrders})`),
    notes: await read(sql`
      select to_jsonb(n) - 'author' as row from task_notes n
      where purchase_id in (${ownPurchases}) or skin_purchase_id in (${ownSkins})`),
    packs: await read(sql`
      select to_jsonb(p) - 'buyer_hash' - 'networks' - 'session_url' as row from krypto_orders p
      where ${isOwnPack(owner, reach)} order by p.created_at`),
    balances: await read(sql`
      select ${namedRow(reach)} as row from krypto_balance s
      where steam_id = any(${[...reach.linked, ...reach.bought]})`),
    kr_lines: await read(sql`
      select ${namedRow(reach)} as row from krypto_transactions s
      where steam_id = any(${[...reach.linked, ...reach.bought]}) order by s.id`),
    skins: await read(sql`
      select ${namedRow(reach)} as row from skin_purchases s where id in (${ownSkins})`),
    listings: await read(sql`
      select to_jsonb(l) - 'secret_hash' as row from team_listings l where id in (${ownListings})`),
    messages_to_staff: await read(sql`
      select to_jsonb(m) as row from messages m where order_id in (${ownOrders})
        or payment_id in (${ownPayments}) or krypto_order_id in (${ownPacks})`),
    staff_log: await read(sql`
      select to_jsonb(a) - 'actor' as row from audit_log a where subject in (
        select 'order:' || id from (${ownOrders}) o union
        select 'skin_purchase:' || id from (${ownSkins}) s union
        select 'team_listing:' || id from (${ownListings}) l union
        select 'perk:' || id from perk_entries where steam_id = any(${reach.linked}) union
        select 'balance:' || unnest(${reach.linked}::text[]))`),
  }
}
