import { sql } from 'kysely'
import type { Buyer, Trx } from '#server/services/context.ts'
import { publishEvents } from '#server/services/notify-events.ts'

/** The audiences of the events about perks for a browser, which may be unknown, and an account. */
export function perkAudiences({ hash, userId }: PerkReader): readonly string[] {
  return [
    ...(hash === null ? [] : [`buyer:${hash}`]),
    ...(userId === null ? [] : [`user:${userId}`]),
  ]
}

interface PerkReader extends Pick<Buyer, 'userId'> {
  readonly hash: string | null
}

/** Makes the open pages of an order's buyer request their orders again. */
export async function publishOrderChange(trx: Trx, orderId: string): Promise<void> {
  await publishEvents(
    trx,
    sql`select 'perks', '{}'::jsonb, audience
      from orders, unnest(array['buyer:' || buyer_hash, 'user:' || user_id]) audience
      where orders.id = ${orderId} and audience is not null`,
  )
}

interface ChangedPerk {
  readonly steamId: string
  readonly perk: string
}

/**
 * Makes the pages of those who may see these perks (`listHoldings`) request them again, in one
 * statement for any number of players. The event itself has no data.
 */
export async function publishPerkChanges(trx: Trx, changed: readonly ChangedPerk[]): Promise<void> {
  if (changed.length === 0) return
  const keys = changed.map(({ steamId, perk }) => ({ steam_id: steamId, perk }))
  await publishEvents(
    trx,
    sql`with recursive changed as (
      select distinct steam_id, perk
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r (steam_id text, perk text)
    ), grants as (
      select e.steam_id, e.perk, e.order_id, e.moved_from from perk_entries e
      where e.kind = 'granted' and e.steam_id in (select steam_id from changed)
      union all
      -- What a transfer moved here was bought for another Steam ID.
      select g.steam_id, g.perk, e.order_id, e.moved_from
      from perk_entries e join grants g on g.moved_from = e.id
    ), readers as (
      select 'user:' || s.user_id as audience
      from steam_claims s where s.steam_id in (select steam_id from changed)
      union
      select unnest(array['buyer:' || o.buyer_hash, 'user:' || o.user_id])
      from grants g
      join orders o on o.id = g.order_id
      where (g.steam_id, g.perk) in (select steam_id, perk from changed)
    )
    select 'perks', '{}'::jsonb, audience from readers where audience is not null`,
  )
}
