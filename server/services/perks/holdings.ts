import { sql } from 'kysely'
import {
  coverageAt,
  newestColor,
  nextColorChangeMs,
  perkSchedule,
  type PerkLedgerEntry,
  type PerkSchedule,
  type Run,
} from '#domain/perks.ts'
import type { DeliveryView, PerkView } from '#contract/perks.ts'
import { parseHexColor } from '#domain/color.ts'
import { compareProgress } from '#domain/deliveries.ts'
import { colorPerk } from '#domain/products.ts'
import type { Row } from '#server/db/schema.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { findStopped, manual, deliveringAdapters, isCurrent } from './delivery-states.ts'
import { readLedgers, type PerkLedger } from './ledger.ts'

export type Delivery = Row<'perk_deliveries'>

/** A perk as one reader may see it. */
export interface Holding {
  /**
   * Of what their own orders brought, its Steam ID is that of the order, wherever a transfer has moved
   * it. Its delivery is that which is furthest behind.
   */
  readonly view: PerkView
  /** Whether they may see and change its colour. */
  readonly mayColor: boolean
}

/**
 * What an account or browser holds. The account that has linked a Steam ID sees all of it; everybody
 * else only what their own orders brought, with its history when they bought it for themselves and
 * nobody has linked the Steam ID. Of those, whoever bought the newest colour sees and changes it.
 * Leaves out what ended before `since`, and what was taken back.
 */
export async function listHoldings(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  buyer: Buyer,
  since?: Date,
): Promise<readonly Holding[]> {
  return describeHoldings(services, await findOwn(services, buyer), since)
}

/** All that a Steam ID holds, and what ended after `since`, except what was taken back. */
export function listHeldBy(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  steamId: string,
  since: Date,
): Promise<readonly Holding[]> {
  return describeHoldings(services, { bought: [], linked: new Set([steamId]) }, since)
}

async function describeHoldings(
  services: Pick<Services, 'database' | 'clock' | 'perkAdapters'>,
  { bought, linked }: Own,
  since?: Date,
): Promise<readonly Holding[]> {
  const { database, clock } = services
  const now = clock()
  const times = { now, since: since ?? now }
  const steamIds = [...new Set([...linked, ...bought.map(({ steamId }) => steamId)])]
  if (steamIds.length === 0) return []
  const rows = await database.db
    .selectFrom('perk_coverage')
    .selectAll()
    .where('steam_id', 'in', steamIds)
    .orderBy('steam_id')
    .orderBy('perk')
    .execute()
  const ledgers = new Map(
    (await readLedgers(database.db, steamIds)).map((ledger) => [
      `${ledger.steamId} ${ledger.perk}`,
      ledger,
    ]),
  )
  const deliveries = await readDeliveries(services, steamIds)
  const presents = await findPresents(services, steamIds)
  const stopped = await findStopped(database.db, steamIds)
  return rows.flatMap((row) => {
    const ledger = ledgers.get(`${row.steam_id} ${row.perk}`)
    if (!ledger) return []
    const own = bought.filter((it) => it.steamId === row.steam_id && it.perk === row.perk)
    const parts = linked.has(row.steam_id)
      ? wholeOf(row, ledger, times)
      : [...Map.groupBy(own, ({ boughtFor }) => boughtFor).values()].flatMap((grants) =>
          boughtPartOf(ledger, grants, presents, times),
        )
    const delivery = furthestBehind(services, deliveries, ledger)
    return parts.map(({ mayColor, isSuspended, ...part }) => {
      const isMoved = part.steamId !== row.steam_id
      const isStopped = stopped.has(row.steam_id)
      return {
        mayColor,
        view: { ...part, delivery: deliveryView(delivery, { isSuspended, isStopped, isMoved }) },
      }
    })
  })
}

interface BoughtGrant {
  readonly grantId: string
  readonly steamId: string
  readonly perk: string
  /** The Steam ID of the order, which may be another one after a transfer. */
  readonly boughtFor: string
  /** Whether they bought it for themselves, and nobody has linked the Steam ID. */
  readonly isTheirs: boolean
}

interface Own {
  /** The grants of their orders, where transfers have left them. */
  readonly bought: readonly BoughtGrant[]
  /** The Steam IDs of which they see everything. */
  readonly linked: ReadonlySet<string>
}

async function findOwn(
  { database: { db } }: Pick<Services, 'database'>,
  { hash, userId }: Buyer,
): Promise<Own> {
  const { rows: bought } = await sql<BoughtGrant>`
    with recursive own as (
      select e.id, e.steam_id, e.perk, e.steam_id as bought_for,
        not o.for_somebody_else and s.user_id is null as is_theirs
      from perk_entries e
      join orders o on o.id = e.order_id
      left join steam_claims s on s.steam_id = e.steam_id
      where e.kind = 'granted' and (o.buyer_hash = ${hash} or o.user_id = ${userId})
      union all
      -- The buyer did not pay for the Steam ID to which a transfer has moved it.
      select e.id, e.steam_id, e.perk, own.bought_for, false
      from perk_entries e join own on e.moved_from = own.id
    )
    select id as "grantId", steam_id as "steamId", perk, bought_for as "boughtFor",
      is_theirs as "isTheirs"
    from own`.execute(db)
  const { rows: claims } = await sql<{ steamId: string }>`
    select steam_id as "steamId" from steam_claims where user_id = ${userId}`.execute(db)
  return { bought, linked: new Set(claims.map(({ steamId }) => steamId)) }
}

/** The orders for these Steam IDs that somebody else than their player made. */
async function findPresents(
  { database: { db } }: Pick<Services, 'database'>,
  steamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('steam_id', 'in', steamIds)
    .where('for_somebody_else', '=', true)
    .execute()
  return new Set(orders.map(({ id }) => id))
}

type Coverage = Row<'perk_coverage'>

interface Part extends Omit<PerkView, 'delivery'> {
  readonly isSuspended: boolean
  readonly mayColor: boolean
}

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
  return [
    {
      steamId: row.steam_id,
      perk: row.perk,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? null,
      renewalDay: monthDay,
      isSuspended: !isHeld && row.is_suspended,
      ...colorOf(ledger, true, now),
      calendar: calendarOf(ledger, runs, now),
      history: historyOf(ledger, () => true),
    },
  ]
}

/** The time that a buyer's own orders brought, all for one Steam ID. */
function boughtPartOf(
  ledger: PerkLedger,
  bought: readonly BoughtGrant[],
  presents: ReadonlySet<string>,
  { now, since }: Times,
): Part[] {
  const { perk, entries } = ledger
  const own = new Map(bought.map((grant) => [grant.grantId, grant]))
  const schedule = perkSchedule(entries)
  const runs = runsWithCompensations(ledger, schedule, (grantId) => own.has(grantId))
  const isAhead = ({ toMs }: Run) => toMs > now.getTime()
  const ends = runs.filter(isAhead)
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
  const running = new Set(schedule.runs.filter(isAhead).map(({ grantId }) => grantId))
  // Whoever gives a newer colour takes this right from nobody.
  const colored = ledger.grants.findLast(
    ({ id, color, order_id: orderId }) =>
      color !== null && running.has(id) && orderId !== null && !presents.has(orderId),
  )
  const isTheirs = (grantId: string) => own.get(grantId)?.isTheirs === true
  const mayColor = colored !== undefined && isTheirs(colored.id)
  // A grant that was disputed before it began has no runs.
  const starts = (ends.length > 0 ? ends : runs).map(({ fromMs }) => fromMs)
  return [
    {
      steamId: bought[0]?.boughtFor ?? ledger.steamId,
      perk,
      startsAt: isoTime(starts.length > 0 ? Math.min(...starts) : now.getTime()),
      endsAt: endOf(runs.length > 0 ? lastMs : now.getTime()),
      renewalDay:
        lastMs === Math.max(...schedule.runs.map(({ toMs }) => toMs))
          ? schedule.monthDay
          : (runs.find(({ toMs }) => toMs === lastMs)?.monthDay ?? null),
      isSuspended,
      ...colorOf(ledger, mayColor, now),
      calendar: calendarOf(ledger, runs, now),
      history: historyOf(ledger, (entry) =>
        entry.kind === 'colored'
          ? mayColor && entry.atMs >= colored.at.getTime()
          : isTheirs(entry.grantId),
      ),
    },
  ]
}

/**
 * The runs of these grants, with the compensations that follow them without a gap: they make up for
 * the time before them, so a buyer who sees that time sees them too. A grant that was taken back has
 * no time.
 */
export function runsWithCompensations(
  { grants, entries }: PerkLedger,
  { runs }: PerkSchedule,
  isOwn: (grantId: string) => boolean,
): readonly Run[] {
  const given = new Set(grants.flatMap(({ id, source }) => (source === 'compensation' ? [id] : [])))
  const voided = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'voided' && isOwn(entry.grantId) ? [entry.grantId] : [],
    ),
  )
  return runs
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .reduce<readonly Run[]>((own, run) => {
      const follows =
        given.has(run.grantId) &&
        own.some(({ grantId, toMs }) => toMs === run.fromMs && !voided.has(grantId))
      return follows || isOwn(run.grantId) ? [...own, run] : own
    }, [])
}

function colorOf(
  { perk, entries }: PerkLedger,
  mayColor: boolean,
  now: Date,
): Pick<Part, 'mayColor' | 'params' | 'lastColor' | 'colorChangeAt'> {
  const isTag = perk === colorPerk
  const hex = mayColor ? newestColor(entries) : null
  const color = hex === null ? null : parseHexColor(hex)
  const changeMs = mayColor && isTag ? nextColorChangeMs(entries, now.getTime()) : null
  return {
    mayColor,
    params: isTag && color ? { color } : {},
    lastColor: color,
    colorChangeAt: changeMs === null ? null : isoTime(changeMs),
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** Null when permanent. */
function endOf(toMs: number): string | null {
  return toMs === Number.POSITIVE_INFINITY ? null : isoTime(toMs)
}

function calendarOf({ grants }: PerkLedger, runs: readonly Run[], now: Date): PerkView['calendar'] {
  const sources = new Map(grants.map(({ id, source }) => [id, source]))
  return runs
    .filter(({ toMs }) => toMs > now.getTime())
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .flatMap(({ grantId, fromMs, toMs }) => {
      const source = sources.get(grantId)
      return source ? [{ startsAt: isoTime(fromMs), endsAt: endOf(toMs), source }] : []
    })
}

function historyOf(
  { entries, grants }: PerkLedger,
  isShown: (entry: PerkLedgerEntry) => boolean,
): PerkView['history'] {
  const sources = new Map(grants.map(({ id, source }) => [id, source]))
  return entries
    .filter(isShown)
    .toReversed()
    .map((entry) => ({
      at: isoTime(entry.atMs),
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

/** The delivery that is furthest behind, as the holder sees it, without those that only add to the perk. */
export function furthestBehind(
  { perkAdapters }: Pick<Services, 'perkAdapters'>,
  deliveries: readonly Delivery[],
  { steamId, perk }: { readonly steamId: string; readonly perk: string },
): Delivery | null {
  const names = new Set([manual, ...deliveringAdapters(perkAdapters, perk).map(({ name }) => name)])
  const [first] = deliveries
    .filter((it) => it.steam_id === steamId && it.perk === perk && names.has(it.adapter))
    .toSorted((one, other) => compareProgress(one.state, other.state))
  return first ?? null
}

interface Whose {
  readonly isSuspended: boolean
  /** Whether a ban keeps it from its player. */
  readonly isStopped: boolean
  /** Whether a transfer has moved it to another Steam ID, whose delivery is not theirs to see. */
  readonly isMoved: boolean
}

/** A delivery as its player may see it. Where it was put and what the other side said is for the staff. */
export function deliveryView(delivery: Delivery | null, whose: Whose): DeliveryView {
  if (whose.isMoved) return { state: whose.isSuspended ? 'suspended' : 'moved', steps: [] }
  const { adapter, state, steps = [], reason_code: reason, next_at: nextAt } = delivery ?? {}
  if (whose.isSuspended) return { state: 'suspended', steps }
  if (whose.isStopped) return { state: 'suspended', steps, reason: 'banned' }
  // Of what is in the game, or handed over by the staff, it is the end.
  const isTriedAgain = state !== 'verified' && adapter !== manual
  return {
    state: state ?? 'queued',
    steps,
    ...(typeof reason === 'string' && { reason }),
    ...(nextAt && isTriedAgain && { until: nextAt.toISOString() }),
  }
}
