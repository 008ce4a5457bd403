import { sql, type Selectable } from 'kysely'
import { coverageAt, perkSchedule } from '#domain/perks.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import type { PerkCoverageTable, PerkDeliveriesTable } from '#server/db/perk-tables.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { byHand, isActive } from './delivery-states.ts'
import { readLedgers } from './ledger.ts'

export type Delivery = Selectable<PerkDeliveriesTable>

/** A perk as one reader may see it. */
export interface Holding {
  readonly steamId: string
  readonly perk: string
  readonly startsAt: Date
  /** Null when permanent. */
  readonly endsAt: Date | null
  readonly isSuspended: boolean
  /** `#rrggbb`; null for readers who may not see it. */
  readonly color: string | null
  /** The one that is least far; null before there is any. */
  readonly delivery: Delivery | null
}

/**
 * What an account or browser holds. The linked account sees all of its Steam ID, and while nobody
 * has linked it whoever has paid for it does; other buyers see only what their own orders brought.
 * What has ended is left out.
 */
export async function listHoldings(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  buyer: Buyer,
): Promise<readonly Holding[]> {
  const { database, clock } = services
  const now = clock()
  const { bought, owned } = await findOwn(services, buyer)
  const steamIds = [...new Set([...owned, ...bought.map(({ steamId }) => steamId)])]
  if (steamIds.length === 0) return []
  const rows = await database.db
    .selectFrom('perk_coverage')
    .selectAll()
    .where('steam_id', 'in', steamIds)
    .orderBy('steam_id')
    .orderBy('perk')
    .execute()
  const foreign = rows.filter((row) => !owned.has(row.steam_id))
  const parts = await findBoughtParts(services, bought, foreign, now)
  const holdings = rows.flatMap((row) =>
    owned.has(row.steam_id) ? wholeOf(row, now) : (parts.get(keyOf(row)) ?? []),
  )
  const deliveries = await readDeliveries(services, steamIds)
  return holdings.map((holding) => ({
    ...holding,
    delivery: leastFar(
      deliveries.filter((it) => it.steam_id === holding.steamId && it.perk === holding.perk),
    ),
  }))
}

/** The Steam IDs that hold a perk now. */
export async function listHolders(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  perk: string,
): Promise<readonly SteamId64[]> {
  const rows = await database.db
    .selectFrom('perk_coverage as c')
    .select('c.steam_id')
    .where('c.perk', '=', perk)
    .where(sql<boolean>`${isActive(clock())}`)
    .execute()
  return rows.map((row) => row.steam_id).filter(isSteamId64)
}

/** Whether this account or browser may see and change everything of a Steam ID. */
export async function ownsSteamId(
  services: Pick<Services, 'database'>,
  buyer: Buyer,
  steamId: string,
): Promise<boolean> {
  return (await findOwn(services, buyer)).owned.has(steamId)
}

interface BoughtGrant {
  readonly grantId: string
  readonly steamId: string
  readonly perk: string
}

interface Own {
  /** The grants of their orders, where transfers have left them. */
  readonly bought: readonly BoughtGrant[]
  /** The Steam IDs of which they may see everything. */
  readonly owned: ReadonlySet<string>
}

async function findOwn(
  { database: { db } }: Pick<Services, 'database'>,
  { hash, userId }: Buyer,
): Promise<Own> {
  const { rows: bought } = await sql<BoughtGrant & { isFirst: boolean; linkedTo: string | null }>`
    with recursive own as (
      select id, steam_id, perk, true as is_first from perk_entries
      where kind = 'granted' and order_id in (
        select id from orders where buyer_hash = ${hash} or user_id = ${userId})
      union all
      select e.id, e.steam_id, e.perk, false from perk_entries e join own on e.moved_from = own.id
    )
    select own.id as "grantId", own.steam_id as "steamId", own.perk, own.is_first as "isFirst",
      s.user_id as "linkedTo"
    from own left join steam_claims s on s.steam_id = own.steam_id`.execute(db)
  const linked =
    userId === null
      ? []
      : await db
          .selectFrom('steam_claims')
          .select('steam_id')
          .where('user_id', '=', userId)
          .execute()
  const unlinked = bought.filter(({ isFirst, linkedTo }) => isFirst && linkedTo === null)
  return {
    bought,
    owned: new Set([
      ...linked.map(({ steam_id: steamId }) => steamId),
      ...unlinked.map(({ steamId }) => steamId),
    ]),
  }
}

type Coverage = Selectable<PerkCoverageTable>
type Part = Omit<Holding, 'delivery'>

function keyOf({ steam_id: steamId, perk }: Pick<Coverage, 'steam_id' | 'perk'>): string {
  return `${steamId} ${perk}`
}

function wholeOf(row: Coverage, now: Date): Part[] {
  const isHeld = row.ends_at === null || row.ends_at > now
  if (!isHeld && !row.is_suspended) return []
  return [
    {
      steamId: row.steam_id,
      perk: row.perk,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      isSuspended: !isHeld,
      color: row.color,
    },
  ]
}

/** The time that a buyer's own orders brought to others, by Steam ID and perk. */
async function findBoughtParts(
  { database: { db } }: Pick<Services, 'database'>,
  bought: readonly BoughtGrant[],
  foreign: readonly Coverage[],
  now: Date,
): Promise<ReadonlyMap<string, readonly Part[]>> {
  if (foreign.length === 0) return new Map()
  const own = new Set(bought.map(({ grantId }) => grantId))
  const ledgers = await readLedgers(
    db,
    foreign.map(({ steam_id: steamId }) => steamId),
  )
  return new Map(
    ledgers.map(({ steamId, perk, entries }) => {
      const schedule = perkSchedule(entries)
      const runs = schedule.runs.filter(({ grantId }) => own.has(grantId))
      const ends = runs.filter(({ toMs }) => toMs > now.getTime())
      const isSuspended =
        ends.length === 0 && schedule.suspendedGrantIds.some((grantId) => own.has(grantId))
      const isHeld = isSuspended || (ends.length > 0 && coverageAt(schedule, now.getTime()))
      const toMs = Math.max(...runs.map((run) => run.toMs))
      const part: Part = {
        steamId,
        perk,
        startsAt: new Date(Math.min(...(ends.length > 0 ? ends : runs).map((run) => run.fromMs))),
        endsAt: toMs === Number.POSITIVE_INFINITY ? null : new Date(toMs),
        isSuspended,
        color: null,
      }
      return [keyOf({ steam_id: steamId, perk }), isHeld ? [part] : []]
    }),
  )
}

/** Without those of adapters that are no longer configured. */
export async function readDeliveries(
  { database: { db }, perkAdapters }: Pick<Services, 'database' | 'perkAdapters'>,
  steamIds: readonly string[],
): Promise<readonly Delivery[]> {
  const deliveries = await db
    .selectFrom('perk_deliveries')
    .selectAll()
    .where('steam_id', 'in', steamIds)
    .execute()
  return deliveries.filter(({ adapter, perk }) => {
    const serving = perkAdapters.filter(({ serves }) => serves(perk))
    return serving.length === 0 ? adapter === byHand : serving.some(({ name }) => name === adapter)
  })
}

const leastFarFirst: readonly Delivery['state'][] = [
  'needs_owner',
  'retrying',
  'waiting_first_join',
  'queued',
  'sending',
  'waiting_restart',
  'verified',
]

/** The state that its holder sees. */
export function leastFar(deliveries: readonly Delivery[]): Delivery | null {
  const [first] = deliveries.toSorted(
    (one, other) => leastFarFirst.indexOf(one.state) - leastFarFirst.indexOf(other.state),
  )
  return first ?? null
}
