import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  deliveryMoves,
  deliveryStates,
  moveDelivery,
  newDelivery,
  stateAfter,
  type DeliveryEvent,
} from '#domain/deliveries.ts'
import type { Schema } from '#server/db/schema.ts'
import type { PerkAdapter } from '#server/providers/perk-adapter.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { publishPerkChanges } from './perk-events.ts'

/** Stands for the staff, who hand over whatever no adapter serves. */
export const manual = 'manual'

interface ChangedCoverage {
  readonly steam_id: string
  readonly perk: string
  /** Null when permanent. */
  readonly ends_at: Date | null
  readonly isRecolored: boolean
}

/** Queues the deliveries of changed coverage at every adapter that serves the perk. */
export async function queueDeliveries(
  trx: Trx,
  adapters: readonly PerkAdapter[],
  changed: readonly ChangedCoverage[],
  now: Date,
): Promise<void> {
  const served = adapters.flatMap(({ name, serves, isExtra }) =>
    changed
      .filter(({ perk }) => serves(perk))
      .map((row) => ({ ...row, adapter: name, is_extra: isExtra?.(row.perk) ?? false })),
  )
  const unserved = changed.filter(({ perk }) => deliveringAdapters(adapters, perk).length === 0)
  await queueAtAdapters(trx, served, now)
  const stopped = await findStopped(
    trx,
    unserved.map(({ steam_id: steamId }) => steamId),
  )
  await changeManual(
    trx,
    unserved.map((row) => (stopped.has(row.steam_id) ? { ...row, ends_at: now } : row)),
    now,
  )
}

/** Those of these Steam IDs to which nothing is delivered while their ban lasts. */
export async function findStopped(
  db: Kysely<Schema>,
  steamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const bans = await db
    .selectFrom('bans')
    .select('steam_id')
    .where('stops_perks', '=', true)
    .where('steam_id', '=', sql<string>`any(${[...new Set(steamIds)]})`)
    .execute()
  return new Set(bans.map(({ steam_id: steamId }) => steamId))
}

/** The adapters that deliver a perk, without those that only add to it. If none does, the staff does. */
export function deliveringAdapters(
  adapters: readonly PerkAdapter[],
  perk: string,
): readonly PerkAdapter[] {
  return adapters.filter(({ serves, isExtra }) => serves(perk) && !isExtra?.(perk))
}

async function queueAtAdapters(
  trx: Trx,
  rows: readonly (ChangedCoverage & { readonly adapter: string; readonly is_extra: boolean })[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const { state, steps } = moveDelivery(newDelivery, 'changed', now)
  // Sorted, so that a run that records its results locks the rows in the same order.
  await sql`
    insert into perk_deliveries as d
      (adapter, steam_id, perk, is_extra, state, steps, queued_at, changed_at)
    select adapter, steam_id, perk, is_extra, ${state}, ${JSON.stringify(steps)}::jsonb, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (adapter text, steam_id text, perk text, is_extra boolean)
    order by adapter, steam_id, perk
    on conflict (adapter, steam_id, perk) do update set
      is_extra = excluded.is_extra, ${queued(now)}`.execute(trx)
}

/** What an update sets of a delivery `d` that has to be made again. */
export function queued(now: Date) {
  return sql`
    ${moved('changed', now)},
    queued_at = coalesce((${moveOf('changed', now)} #>> '{first,0,at}')::timestamptz, d.queued_at),
    changed_at = ${now}, reason_code = null, reason_detail = null, next_at = null, run_id = null`
}

/**
 * What an update sets of a delivery `d` to move it by the table of `domain/deliveries.ts`. Of a move
 * that is not there the state is null, which the database refuses.
 */
export function moved(event: DeliveryEvent | RawBuilder<unknown>, at: Date) {
  const move = moveOf(event, at)
  return sql`
    state = ${move} ->> 'state',
    steps = coalesce(${move} -> 'first', d.steps || (${move} -> 'added'))`
}

function moveOf(event: DeliveryEvent | RawBuilder<unknown>, at: Date) {
  return sql`(${movesAt(at)}::jsonb -> d.state -> (${event})::text)`
}

/** The table of moves as JSON: by state and event the new state, and the steps with this time. */
function movesAt(at: Date): string {
  const rows = deliveryStates.map((state) => {
    const moves = Object.entries(deliveryMoves[state]).map(([event, move]) => {
      const steps = move.steps.map((name) => ({ state: name, at: at.toISOString() }))
      const to = { state: stateAfter(state, move), [move.isFirst ? 'first' : 'added']: steps }
      return [event, to]
    })
    return [state, Object.fromEntries(moves)]
  })
  return JSON.stringify(Object.fromEntries(rows))
}

/** Records what the staff has to hand over or take back; `next_at` is when it has to be taken back. */
async function changeManual(
  trx: Trx,
  changed: readonly ChangedCoverage[],
  now: Date,
  undone: 'left_to_staff' | 'ended' = 'left_to_staff',
): Promise<void> {
  if (changed.length === 0) return
  const before = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id', 'perk', 'state', 'steps', 'is_ours'])
    .where('adapter', '=', manual)
    // No others: the caller has the lock of these perks alone.
    .where(
      sql<boolean>`(steam_id, perk) in (select * from unnest(
        ${changed.map((row) => row.steam_id)}::text[], ${changed.map((row) => row.perk)}::text[]))`,
    )
    .orderBy('steam_id')
    .orderBy('perk')
    .forUpdate()
    .execute()
  const known = new Map(before.map((row) => [`${row.steam_id} ${row.perk}`, row]))
  const rows = changed.map(({ steam_id, perk, ends_at, isRecolored }) => {
    const delivery = known.get(`${steam_id} ${perk}`)
    const isGiven = delivery?.is_ours ?? false
    const isHeld = ends_at === null || ends_at > now
    const isDone = isHeld ? isGiven && delivery?.state === 'verified' && !isRecolored : !isGiven
    const event = isDone ? 'confirmed' : undone
    return {
      steam_id,
      perk,
      ...moveDelivery(delivery ?? newDelivery, event, now),
      reason_code: isDone ? null : 'by_hand',
      next_at: isHeld ? ends_at : null,
    }
  })
  await sql`
    insert into perk_deliveries (adapter, steam_id, perk, state, steps, queued_at, changed_at,
      reason_code, next_at)
    select ${manual}, steam_id, perk, state, steps, ${now}, ${now}, reason_code, next_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (steam_id text, perk text, state text, steps jsonb, reason_code text, next_at timestamptz)
    order by steam_id, perk
    on conflict (adapter, steam_id, perk) do update set
      state = excluded.state,
      steps = excluded.steps,
      changed_at = excluded.changed_at,
      reason_code = excluded.reason_code,
      next_at = excluded.next_at`.execute(trx)
}

/**
 * Queues perks that run but have no delivery at this adapter, because they began before the settings
 * named it. The staff's own deliveries (`manual`) also come back when they were once taken back, an
 * adapter then took over, and that adapter is gone.
 */
export async function queueMissing(
  trx: Trx,
  { name, serves, isExtra }: Pick<PerkAdapter, 'name' | 'serves' | 'isExtra'>,
  now: Date,
): Promise<void> {
  const missing = await trx
    .selectFrom('perk_coverage as c')
    .select(['steam_id', 'perk', 'ends_at'])
    .where(sql<boolean>`${isActive(now)}`)
    .where(
      sql<boolean>`not exists (
        select from perk_deliveries d
        where d.adapter = ${name} and d.steam_id = c.steam_id and d.perk = c.perk
          and (d.adapter <> ${manual} or d.is_ours or d.state <> 'verified'))`,
    )
    .orderBy('steam_id')
    .orderBy('perk')
    .execute()
  const changed = missing
    .filter(({ perk }) => serves(perk))
    .map((row) => ({
      ...row,
      isRecolored: false,
      adapter: name,
      is_extra: isExtra?.(row.perk) ?? false,
    }))
  await (name === manual ? changeManual : queueAtAdapters)(trx, changed, now)
}

/** Locks deliveries in the same order as the ledger does, so that no two transactions deadlock. */
export async function lockDeliveries(
  trx: Trx,
  adapter: string,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`
    select from perk_deliveries where adapter = ${adapter} and ${which}
    order by steam_id, perk for update`.execute(trx)
}

/** Whether no ban stops the coverage `c`. */
export const isNotStopped = sql`not exists (
  select from bans b where b.steam_id = c.steam_id and b.stops_perks)`

/** Whether the coverage `c` is to be delivered: it has not ended, and no ban stops it. */
export function isActive(now: Date) {
  return sql`((c.ends_at is null or c.ends_at > ${now}) and ${isNotStopped})`
}

/** Lists for the staff what no adapter serves: to hand over, and to take back once it has ended. */
export async function updateManual({
  database,
  clock,
  perkAdapters,
}: Pick<Services, 'database' | 'clock' | 'perkAdapters'>): Promise<void> {
  const now = clock()
  const serves = (perk: string) => deliveringAdapters(perkAdapters, perk).length === 0
  await database.transaction(async (trx) => {
    await queueMissing(trx, { name: manual, serves }, now)
    const ended = await trx
      .selectFrom('perk_deliveries')
      .select(['steam_id', 'perk', 'next_at as ends_at'])
      .where('adapter', '=', manual)
      .where('next_at', '<=', now)
      .orderBy('steam_id')
      .orderBy('perk')
      .forUpdate()
      .execute()
    await changeManual(
      trx,
      ended.map((row) => ({ ...row, isRecolored: false })),
      now,
      'ended',
    )
    await publishPerkChanges(
      trx,
      ended.map(({ steam_id: steamId, perk }) => ({ steamId, perk })),
    )
  })
}

interface ManualDelivery {
  readonly steamId: string
  readonly perk: string
  /** False when the staff takes it back. */
  readonly isDelivered: boolean
}

/**
 * Notes that the staff has handed over what a Steam ID holds, or has taken it back. Returns whether
 * that is new. The caller has the lock of its perks.
 */
export async function deliverManually(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { steamId, perk, isDelivered }: ManualDelivery,
): Promise<boolean> {
  const now = clock()
  const held = await trx
    .selectFrom('perk_coverage as c')
    .select('c.perk')
    .where('c.steam_id', '=', steamId)
    .where('c.perk', '=', perk)
    .where(sql<boolean>`${isActive(now)}`)
    .executeTakeFirst()
  // A perk that has ended can only be taken back.
  if (!held && isDelivered) return false
  const isDone = isDelivered || !held
  const { rows: changed } = await sql<{ readonly steamId: string; readonly perk: string }>`
    update perk_deliveries d set ${moved(isDone ? 'confirmed' : 'unconfirmed', now)},
      is_ours = ${isDelivered}, reason_code = ${isDone ? null : 'by_hand'}
    where adapter = ${manual} and steam_id = ${steamId} and perk = ${perk}
      and (state = 'verified') <> ${isDone}
    returning steam_id as "steamId", perk`.execute(trx)
  await publishPerkChanges(trx, changed)
  return changed.length > 0
}

export interface OwnedKey {
  readonly steamId: string
  readonly perk: string
  /** The entry that becomes owned, where the adapter has ids of entries. */
  readonly entryId?: string | undefined
}

/** Makes entries owned, which are removed at their end, or unmanaged again, which stay. */
export async function changeOwnership(
  trx: Trx,
  adapter: string,
  keys: readonly OwnedKey[],
  isOwned: boolean,
): Promise<void> {
  await sql`
    update perk_deliveries d set is_ours = ${isOwned},
      taken_over = case when ${isOwned} then r."entryId" end
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as r ("steamId" text, perk text, "entryId" text)
    where d.adapter = ${adapter} and d.steam_id = r."steamId" and d.perk = r.perk`.execute(trx)
  if (isOwned) return
  const steamIds = keys.map(({ steamId }) => steamId)
  await sql`
    update perk_file_versions set ours = ours - ${steamIds}::text[]
    where adapter = ${adapter}`.execute(trx)
}

/** Makes the entries of an earlier text owned again, so that those that have ended are removed. */
export async function reclaim(
  trx: Trx,
  adapter: string,
  steamIds: readonly string[],
  now: Date,
): Promise<void> {
  const isReclaimed = sql`not is_ours and steam_id = any(${steamIds})`
  await lockDeliveries(trx, adapter, isReclaimed)
  await sql`
    update perk_deliveries d set is_ours = true, ${queued(now)}
    where adapter = ${adapter} and ${isReclaimed}`.execute(trx)
}

/** Whether a delivery counts: one of a configured adapter, or the staff's where none delivers. */
export function isCurrent(
  adapters: readonly PerkAdapter[],
  { adapter, perk }: { readonly adapter: string; readonly perk: string },
): boolean {
  return adapter === manual
    ? deliveringAdapters(adapters, perk).length === 0
    : adapters.some(({ name, serves }) => name === adapter && serves(perk))
}
