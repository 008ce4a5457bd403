import { randomUUID } from 'node:crypto'
import { sql, type Insertable, type Kysely } from 'kysely'
import {
  coverageAt,
  newestColor,
  perkSchedule,
  type GrantTerm,
  type PerkLedgerEntry,
} from '#domain/perks.ts'
import type { Row, Schema } from '#server/db/schema.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { queueDeliveries } from './delivery-states.ts'
import { publishPerkChanges } from './perk-events.ts'

/** A line to write. Time, order and id come from the ledger. */
export type NewPerkEntry =
  | {
      readonly kind: 'granted'
      readonly term: GrantTerm
      /** `#rrggbb`, when it brings one. */
      readonly color: string | null
      readonly source: NonNullable<Schema['perk_entries']['source']>
      readonly orderId?: string
      readonly movedFrom?: string
    }
  | { readonly kind: 'voided' | 'suspended' | 'resumed'; readonly grantId: string }
  | { readonly kind: 'colored'; readonly color: string }

export interface PerkChange {
  readonly steamId: string
  readonly perk: string
  readonly entries: readonly NewPerkEntry[]
  /** Its own reason, instead of that of all. */
  readonly reason?: string
}

export interface PerkCause {
  /** `order`, `player`, or an admin's actor. */
  readonly actor: string
  readonly reason?: string
  readonly batchId?: string
}

type PerkServices = Pick<Services, 'clock' | 'perkAdapters'>

/**
 * Writes to the ledger, brings the coverage in line with it and queues its deliveries, all in the
 * caller's transaction. Nothing else writes the ledger and the coverage.
 */
export async function changePerks(
  services: PerkServices,
  trx: Trx,
  changes: readonly PerkChange[],
  cause: PerkCause,
): Promise<void> {
  await lockPerks(
    trx,
    changes.map(({ steamId }) => steamId),
  )
  const now = services.clock()
  // In the order of the deliveries' locks ("Locks" in ARCHITECTURE.md).
  const sorted = changes.toSorted((one, other) => (one.steamId < other.steamId ? -1 : 1))
  for (const part of inParts(sorted)) await changePart(services, trx, part, { ...cause, now })
}

async function changePart(
  services: PerkServices,
  trx: Trx,
  changes: readonly PerkChange[],
  { now, ...cause }: PerkCause & { readonly now: Date },
): Promise<void> {
  const steamIds = changes.map(({ steamId }) => steamId)
  const rows = changes.flatMap((change) =>
    change.entries.map((entry) => toRow(change, entry, cause, now)),
  )
  for (const part of inParts(rows)) await trx.insertInto('perk_entries').values(part).execute()

  const changed = new Set(changes.map(({ steamId, perk }) => `${steamId} ${perk}`))
  const ledgers = (await readLedgers(trx, steamIds)).filter(({ steamId, perk }) =>
    changed.has(`${steamId} ${perk}`),
  )
  const before = await trx
    .selectFrom('perk_coverage')
    .select(['steam_id', 'perk', 'color'])
    .where('steam_id', '=', sql<string>`any(${[...new Set(steamIds)]})`)
    .execute()
  const colors = new Map(before.map((row) => [`${row.steam_id} ${row.perk}`, row.color]))
  const coverage = ledgers.map((ledger) => coverageOf(ledger, now))
  for (const part of inParts(coverage)) await writeCoverage(trx, part)
  await queueDeliveries(
    trx,
    services.perkAdapters,
    coverage.map((row) => {
      const known = colors.get(`${row.steam_id} ${row.perk}`)
      return { ...row, isRecolored: known !== undefined && known !== row.color }
    }),
    now,
  )
  await publishPerkChanges(trx, changes)
}

/**
 * Queues the deliveries of all that a Steam ID holds again, in the transaction that stops them by a ban
 * or lifts it.
 */
export async function requeuePerks(
  { clock, perkAdapters }: PerkServices,
  trx: Trx,
  steamId: string,
): Promise<void> {
  await lockPerks(trx, [steamId])
  const now = clock()
  const held = await trx
    .selectFrom('perk_coverage')
    .select(['steam_id', 'perk', 'ends_at'])
    .where('steam_id', '=', steamId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('perk')
    .execute()
  const rows = held.map((row) => ({ ...row, isRecolored: false }))
  await queueDeliveries(trx, perkAdapters, rows, now)
  await publishPerkChanges(
    trx,
    held.map(({ perk }) => ({ steamId, perk })),
  )
}

/** A database keeps only some thousand locks at a time. */
const mostLocks = 100

/**
 * Holds all perks of these Steam IDs until the transaction ends; of many Steam IDs it holds
 * everybody's. A transaction that needs many locks them before it locks anything else here.
 */
export async function lockPerks(trx: Trx, steamIds: readonly string[]): Promise<void> {
  // First, as in `findGrant`, so that a transaction which does both cannot wait for a transfer that
  // waits for it.
  await lockTransfers(trx, 'shared')
  if (new Set(steamIds).size > mostLocks) return acquireAdvisoryLock(trx, 'perks')
  await acquireAdvisoryLock(trx, 'perks', 'shared')
  // Always in the same order, so that two transactions cannot wait for each other.
  for (const steamId of [...new Set(steamIds)].toSorted()) {
    await acquireAdvisoryLock(trx, `perks:${steamId}`)
  }
}

export interface PerkLedger {
  readonly steamId: string
  readonly perk: string
  readonly entries: readonly PerkLedgerEntry[]
  readonly grants: readonly Row<'perk_entries'>[]
}

/** The ledgers of these Steam IDs. Callers that decide by them hold `lockPerks`. */
export async function readLedgers(
  db: Kysely<Schema>,
  steamIds: readonly string[],
): Promise<readonly PerkLedger[]> {
  const rows = await db
    .selectFrom('perk_entries')
    .selectAll()
    .where('steam_id', '=', sql<string>`any(${[...new Set(steamIds)]})`)
    .orderBy('steam_id')
    .orderBy('perk')
    .orderBy('seq')
    .execute()
  const groups = Map.groupBy(rows, (row) => `${row.steam_id} ${row.perk}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const grants = group.filter(({ kind }) => kind === 'granted')
    return [{ steamId: first.steam_id, perk: first.perk, entries: group.map(toEntry), grants }]
  })
}

/**
 * Where a grant is now: a transfer continues it on another Steam ID. Until the transaction ends no
 * transfer moves it on. Null when nothing was granted.
 */
export async function findGrant(
  trx: Trx,
  origin: { readonly orderId: string } | { readonly grantId: string },
): Promise<{ readonly grantId: string; readonly steamId: string; readonly perk: string } | null> {
  await lockTransfers(trx, 'shared')
  const first =
    'orderId' in origin ? sql`order_id = ${origin.orderId}` : sql`grant_id = ${origin.grantId}`
  const { rows } = await sql<{ grantId: string; steamId: string; perk: string }>`
    with recursive chain as (
      select id, steam_id, perk, 0 as moves from perk_entries where kind = 'granted' and ${first}
      union all
      select e.id, e.steam_id, e.perk, chain.moves + 1
      from perk_entries e join chain on e.moved_from = chain.id
    )
    select id as "grantId", steam_id as "steamId", perk from chain
    order by moves desc limit 1`.execute(trx)
  return rows[0] ?? null
}

/** Transfers exclude each other and everybody who follows a grant from one Steam ID to the next. */
export async function lockTransfers(trx: Trx, mode: 'shared' | 'exclusive'): Promise<void> {
  await acquireAdvisoryLock(trx, 'perk-transfers', mode)
}

function toRow(
  { steamId, perk, reason }: PerkChange,
  entry: NewPerkEntry,
  { actor, reason: reasonOfAll, batchId }: PerkCause,
  at: Date,
): Insertable<Schema['perk_entries']> {
  const id = randomUUID()
  const row = {
    id,
    steam_id: steamId,
    perk,
    kind: entry.kind,
    actor,
    reason: reason ?? reasonOfAll ?? null,
    batch_id: batchId ?? null,
    at,
  }
  if (entry.kind === 'colored') return { ...row, color: entry.color }
  if (entry.kind !== 'granted') return { ...row, grant_id: entry.grantId }
  const { term, color, source, orderId, movedFrom } = entry
  return {
    ...row,
    grant_id: id,
    term_kind: term.kind,
    ...(term.kind === 'months' && { term_months: term.months }),
    ...(term.kind === 'time' && { term_ms: term.ms }),
    ...(term.kind === 'until' && { term_until: new Date(term.untilMs) }),
    color,
    source,
    order_id: orderId,
    moved_from: movedFrom,
  }
}

function toEntry(row: Row<'perk_entries'>): PerkLedgerEntry {
  const { kind, id } = row
  const atMs = row.at.getTime()
  if (kind === 'granted') {
    return { kind, grantId: id, term: toTerm(row), color: row.color, atMs }
  }
  if (kind === 'colored') return { kind, color: row.color ?? '', atMs }
  return { kind, grantId: row.grant_id ?? '', atMs }
}

export function toTerm(row: Row<'perk_entries'>): GrantTerm {
  if (row.term_months !== null) return { kind: 'months', months: row.term_months }
  if (row.term_ms !== null) return { kind: 'time', ms: row.term_ms }
  if (row.term_until !== null) return { kind: 'until', untilMs: row.term_until.getTime() }
  return { kind: 'permanent' }
}

type CoverageRow = Row<'perk_coverage'>

/** The coverage computed from a ledger. If nothing runs or will run, it has the end of the last run. */
function coverageOf({ steamId, perk, entries, grants }: PerkLedger, now: Date): CoverageRow {
  const schedule = perkSchedule(entries)
  const nowMs = Math.max(now.getTime(), schedule.asOfMs)
  const coverage = coverageAt(schedule, nowMs)
  const lastMs = Math.max(...schedule.runs.map(({ toMs }) => toMs), grants[0]?.at.getTime() ?? 0)
  const { fromMs, toMs } = coverage ?? { fromMs: lastMs, toMs: lastMs }
  const running = schedule.runs.find((run) => run.toMs > nowMs)
  const grant = grants.find(({ id }) => id === running?.grantId)
  return {
    steam_id: steamId,
    perk,
    starts_at: new Date(fromMs),
    ends_at: toMs === Number.POSITIVE_INFINITY ? null : new Date(toMs),
    is_suspended: schedule.suspendedGrantIds.length > 0,
    color: newestColor(entries),
    note: grant?.order_id ? `order:${grant.order_id}` : `grant:${grant?.id ?? 'none'}`,
    as_of: new Date(schedule.asOfMs),
  }
}

async function writeCoverage(trx: Trx, rows: readonly CoverageRow[]): Promise<void> {
  await trx
    .insertInto('perk_coverage')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['steam_id', 'perk']).doUpdateSet((eb) => ({
        starts_at: eb.ref('excluded.starts_at'),
        ends_at: eb.ref('excluded.ends_at'),
        is_suspended: eb.ref('excluded.is_suspended'),
        color: eb.ref('excluded.color'),
        note: eb.ref('excluded.note'),
        as_of: eb.ref('excluded.as_of'),
      })),
    )
    .execute()
}

/**
 * An import or a compensation is for thousands of players: a statement takes a limited number of
 * values, and between the parts the process answers others.
 */
function inParts<Item>(rows: readonly Item[]): Item[][] {
  const size = 100
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  )
}
