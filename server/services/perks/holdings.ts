import { sql, type Selectable } from 'kysely'
import {
  coverageAt,
  nextColorChangeMs,
  perkSchedule,
  type PerkLedgerEntry,
  type Run,
} from '#domain/perks.ts'
import { colorPerk } from '#domain/products.ts'
import type {
  PerkCoverageTable,
  PerkDeliveriesTable,
  PerkEntriesTable,
} from '#server/db/perk-tables.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { byHand, deliveringAdapters, isCurrent } from './delivery-states.ts'
import { readLedgers, type PerkLedger } from './ledger.ts'

export type Delivery = Selectable<PerkDeliveriesTable>

/** A perk as one reader may see it. */
export interface Holding {
  readonly steamId: string
  readonly perk: string
  readonly startsAt: Date
  /** Null when permanent. */
  readonly endsAt: Date | null
  /** The day of the month that a renewal keeps; null where that of `endsAt` counts. */
  readonly renewalDay: number | null
  readonly isSuspended: boolean
  /** `#rrggbb`; null for readers who may not see it. */
  readonly color: string | null
  /** When they may change the colour again; null if they may now, or if there is none to change. */
  readonly colorChangeAt: Date | null
  readonly calendar: readonly PlannedGrant[]
  /** Newest first; empty for readers who may see only their own part. */
  readonly history: readonly PastChange[]
  /** Of several deliveries the one that is furthest behind; null before there is one. */
  readonly delivery: Delivery | null
}

type GrantSource = NonNullable<PerkEntriesTable['source']>

/** A grant that runs or will run. */
interface PlannedGrant {
  readonly startsAt: Date
  /** Null when permanent. */
  readonly endsAt: Date | null
  readonly source: GrantSource
}

interface PastChange {
  readonly at: Date
  readonly what: PerkLedgerEntry['kind']
  /** Where the grant came from; null for a change of colour. */
  readonly source: GrantSource | null
}

/**
 * What an account or browser holds. The account that has linked a Steam ID sees all of it; while
 * nobody has, so does every buyer who paid for it as their own. Other buyers, and those who bought it
 * for somebody else, see only what their own orders brought. Leaves out what ended before `since`,
 * and what was taken back.
 */
export async function listHoldings(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  buyer: Buyer,
  since?: Date,
): Promise<readonly Holding[]> {
  const { database, clock } = services
  const now = clock()
  const times = { now, since: since ?? now }
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
  const own = new Set(bought.map(({ grantId }) => grantId))
  const ledgers = new Map(
    (await readLedgers(database.db, steamIds)).map((ledger) => [
      `${ledger.steamId} ${ledger.perk}`,
      ledger,
    ]),
  )
  const holdings = rows.flatMap((row) => {
    const ledger = ledgers.get(`${row.steam_id} ${row.perk}`)
    if (!ledger) return []
    return owned.has(row.steam_id) ? wholeOf(row, ledger, times) : boughtPartOf(ledger, own, times)
  })
  const deliveries = await readDeliveries(services, steamIds)
  return holdings.map((holding) => ({
    ...holding,
    delivery: leastFar(services, deliveries, holding),
  }))
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
  const { rows: bought } = await sql<
    BoughtGrant & { isForThemselves: boolean; linkedTo: string | null }
  >`
    with recursive own as (
      select e.id, e.steam_id, e.perk, not o.for_somebody_else as is_for_themselves
      from perk_entries e join orders o on o.id = e.order_id
      where e.kind = 'granted' and (o.buyer_hash = ${hash} or o.user_id = ${userId})
      union all
      -- The buyer did not pay for the Steam ID to which a transfer has moved it.
      select e.id, e.steam_id, e.perk, false from perk_entries e join own on e.moved_from = own.id
    )
    select own.id as "grantId", own.steam_id as "steamId", own.perk,
      own.is_for_themselves as "isForThemselves", s.user_id as "linkedTo"
    from own left join steam_claims s on s.steam_id = own.steam_id`.execute(db)
  const linked =
    userId === null
      ? []
      : await db
          .selectFrom('steam_claims')
          .select('steam_id')
          .where('user_id', '=', userId)
          .execute()
  const unlinked = bought.filter(
    ({ isForThemselves, linkedTo }) => isForThemselves && linkedTo === null,
  )
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

interface Times {
  readonly now: Date
  readonly since: Date
}

function wholeOf(row: Coverage, ledger: PerkLedger, { now, since }: Times): Part[] {
  const isHeld = row.ends_at === null || row.ends_at > now
  // A perk that was taken back has an empty coverage.
  const isOver = row.ends_at !== null && row.ends_at > since && row.starts_at < row.ends_at
  if (!isHeld && !row.is_suspended && !isOver) return []
  const { runs, monthDay } = perkSchedule(ledger.entries)
  const changeMs = row.perk === colorPerk ? nextColorChangeMs(ledger.entries, now.getTime()) : null
  return [
    {
      steamId: row.steam_id,
      perk: row.perk,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      renewalDay: monthDay,
      isSuspended: !isHeld && row.is_suspended,
      color: row.color,
      colorChangeAt: changeMs === null ? null : new Date(changeMs),
      calendar: calendarOf(ledger, runs, now),
      history: historyOf(ledger),
    },
  ]
}

/** The time that a buyer's own orders brought to others. */
function boughtPartOf(ledger: PerkLedger, own: ReadonlySet<string>, { now, since }: Times): Part[] {
  const { steamId, perk, entries } = ledger
  const schedule = perkSchedule(entries)
  const runs = schedule.runs.filter(({ grantId }) => own.has(grantId))
  const ends = runs.filter(({ toMs }) => toMs > now.getTime())
  const isSuspended =
    ends.length === 0 && schedule.suspendedGrantIds.some((grantId) => own.has(grantId))
  const isHeld = isSuspended || (ends.length > 0 && coverageAt(schedule, now.getTime()))
  const lastMs = Math.max(...runs.map(({ toMs }) => toMs))
  const lastIds = new Set(runs.flatMap(({ grantId, toMs }) => (toMs === lastMs ? [grantId] : [])))
  const isOver =
    ends.length === 0 &&
    lastMs > since.getTime() &&
    !entries.some((entry) => entry.kind === 'voided' && lastIds.has(entry.grantId))
  if (!isHeld && !isOver) return []
  // A grant that was disputed before it began has no runs.
  const starts = (ends.length > 0 ? ends : runs).map(({ fromMs }) => fromMs)
  return [
    {
      steamId,
      perk,
      startsAt: starts.length > 0 ? new Date(Math.min(...starts)) : now,
      endsAt: runs.length > 0 ? endOf(lastMs) : now,
      renewalDay: runs.find(({ toMs }) => toMs === lastMs)?.monthDay ?? null,
      isSuspended,
      color: null,
      colorChangeAt: null,
      calendar: calendarOf(ledger, runs, now),
      history: [],
    },
  ]
}

/** Null when permanent. */
function endOf(toMs: number): Date | null {
  return toMs === Number.POSITIVE_INFINITY ? null : new Date(toMs)
}

function calendarOf(
  { grants }: PerkLedger,
  runs: readonly Run[],
  now: Date,
): readonly PlannedGrant[] {
  const sources = new Map(grants.map(({ id, source }) => [id, source]))
  return runs
    .filter(({ toMs }) => toMs > now.getTime())
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .flatMap(({ grantId, fromMs, toMs }) => {
      const source = sources.get(grantId)
      return source ? [{ startsAt: new Date(fromMs), endsAt: endOf(toMs), source }] : []
    })
}

function historyOf({ entries, grants }: PerkLedger): readonly PastChange[] {
  const sources = new Map(grants.map(({ id, source }) => [id, source]))
  return entries.toReversed().map((entry) => ({
    at: new Date(entry.atMs),
    what: entry.kind,
    source: entry.kind === 'colored' ? null : (sources.get(entry.grantId) ?? null),
  }))
}

/** The deliveries of these Steam IDs, without those of adapters that are no longer configured. */
export async function readDeliveries(
  { database: { db }, perkAdapters }: Pick<Services, 'database' | 'perkAdapters'>,
  steamIds: readonly string[],
): Promise<readonly Delivery[]> {
  const deliveries = await db
    .selectFrom('perk_deliveries')
    .selectAll()
    .where('steam_id', 'in', steamIds)
    .orderBy('adapter')
    .execute()
  return deliveries.filter((delivery) => isCurrent(perkAdapters, delivery))
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

/** The delivery that is furthest behind, as the holder sees it, without those that only add to the perk. */
export function leastFar(
  { perkAdapters }: Pick<Services, 'perkAdapters'>,
  deliveries: readonly Delivery[],
  { steamId, perk }: { readonly steamId: string; readonly perk: string },
): Delivery | null {
  const names = new Set([byHand, ...deliveringAdapters(perkAdapters, perk).map(({ name }) => name)])
  const [first] = deliveries
    .filter((it) => it.steam_id === steamId && it.perk === perk && names.has(it.adapter))
    .toSorted((one, other) => leastFarFirst.indexOf(one.state) - leastFarFirst.indexOf(other.state))
  return first ?? null
}
