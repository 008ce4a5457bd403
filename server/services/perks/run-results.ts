import { sql } from 'kysely'
import type { DeliveryFailure, DeliveryState } from '#domain/deliveries.ts'
import type {
  AdapterFault,
  Applied,
  Comparison,
  DeliveryException,
} from '#server/providers/perk-adapter.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import { remember } from './adapter-memory.ts'
import { auditMilliseconds, type Run } from './adapter-runs.ts'
import { isActive, lockDeliveries, moved } from './delivery-states.ts'
import { publishPerkChanges } from './perk-events.ts'

type Recording = Pick<Services, 'clock' | 'jobs'>

/** Records a run after which the actual state is the desired one, except what `exceptions` lists. */
export async function recordApplied(
  services: Recording,
  trx: Trx,
  run: Run,
  { isChanged, proof, exceptions, notes, againAt, restarts }: Applied,
): Promise<void> {
  const { adapter, runId, asOf, desired } = run
  const now = services.clock()
  const isThere = sql`d.is_ours and ${isDesired(asOf)}`
  const waits = restarts
    ? sql`(${isThere} and coalesce(d.put_at, ${now}) > ${restarts.last})`
    : sql`false`
  await trx
    .updateTable('perk_adapters')
    .set({
      ...clearedFault(now),
      ...(againAt && againAt < inFuture(now, auditMilliseconds) && { next_run_at: againAt }),
      proof: JSON.stringify(proof),
      ...(notes && { remembered: remember({ notes }) }),
      // The owner may have switched the adapter on during a comparison.
      dry_run: null,
      unfinished: null,
      // The owner may have chosen another text during the run.
      put_back: sql`nullif(put_back, ${desired.restore})`,
    })
    .where('name', '=', adapter)
    .execute()
  const failed = await recordExceptions(services, trx, run, exceptions)
  const { rows: delivered } = await sql<PerkKey>`
    with done as (
      update perk_deliveries d set
        ${moved(sql`case when ${waits} then 'delivered_before_restart' else 'delivered' end`, now)},
        is_ours = ${isThere},
        put_at = case when ${isThere} then coalesce(d.put_at, ${now}) end,
        reason_code = null,
        reason_detail = null,
        next_at = case when ${isDesired(asOf)} then least(
          (select c.ends_at from perk_coverage c where c.steam_id = d.steam_id and c.perk = d.perk),
          case when ${waits} then ${restarts?.next ?? null}::timestamptz end
        ) end,
        run_id = null
      where d.adapter = ${adapter} and d.run_id = ${runId}
      returning d.steam_id, d.perk, ${isDesired(asOf)} as is_desired
    )
    insert into perk_attempts (adapter, run_id, steam_id, perk, what, answer, at)
    select ${adapter}, ${runId}, steam_id, perk, case when is_desired then 'put' else 'remove' end,
      'verified', ${now}
    from done order by steam_id, perk
    returning steam_id as "steamId", perk`.execute(trx)
  if (isChanged && delivered.length === 0) {
    await addAttempt(trx, run, now, { code: null, answer: 'repaired' })
  }
  await publishPerkChanges(trx, [...failed, ...delivered])
}

type PerkKey = Parameters<typeof publishPerkChanges>[1][number]

/** Records what an adapter would change that is not switched on. */
export async function recordCompared(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { adapter }: Run,
  { adds, keeps, removes, unmanaged }: Comparison,
): Promise<void> {
  const now = clock()
  await trx
    .updateTable('perk_adapters')
    .set({
      ...clearedFault(now),
      dry_run: JSON.stringify({ adds, keeps, removes, foreign: unmanaged }),
    })
    .where('name', '=', adapter)
    .execute()
}

function clearedFault(now: Date) {
  return {
    lease_id: null,
    lease_until: null,
    state: 'ready' as const,
    reason_code: null,
    reason_detail: null,
    failing_since: null,
    last_run_at: now,
    next_run_at: unlessRerunRequested(inFuture(now, auditMilliseconds)),
  }
}

/** Keeps a null that was written during this run: it requests another one at once. */
function unlessRerunRequested(at: Date) {
  return sql<Date | null>`case when next_run_at is not null then ${at}::timestamptz end`
}

/** A fault that should pass by itself needs the staff once it has lasted this long. */
const lastingMilliseconds = 15 * 60_000

/** Records that a run failed as a whole, and notifies the staff once if it needs them. */
export async function recordFault(
  services: Recording,
  trx: Trx,
  run: Run,
  fault: AdapterFault,
): Promise<void> {
  const { adapter, runId } = run
  const now = services.clock()
  const failingSince = run.failingSince ?? now
  const failingMs = now.getTime() - failingSince.getTime()
  const isPassing = fault.outcome === 'retry' && failingMs < lastingMilliseconds
  const state = isPassing ? 'retrying' : 'needs_owner'
  const nextAt = inFuture(now, pauseAfter(fault, failingMs))
  const reason = { reason_code: fault.code, reason_detail: fault.detail }
  await trx
    .updateTable('perk_adapters')
    .set({
      lease_id: null,
      lease_until: null,
      state,
      ...reason,
      failing_since: failingSince,
      last_run_at: now,
      next_run_at: unlessRerunRequested(nextAt),
      // The owner must not agree to what a comparison found before.
      dry_run: null,
    })
    .where('name', '=', adapter)
    .execute()
  await lockDeliveries(trx, adapter, sql`run_id = ${runId}`)
  const { rows: changed } = await sql<PerkKey>`
    with changed as materialized (
      select steam_id, perk from perk_deliveries
      where adapter = ${adapter} and run_id = ${runId}
        and (state <> ${state} or reason_code is distinct from ${fault.code})
    ), recorded as (
      update perk_deliveries d set ${moved(isPassing ? 'failed' : 'staff_needed', now)},
        reason_code = ${fault.code}, reason_detail = ${fault.detail}, next_at = ${nextAt},
        run_id = null
      where d.adapter = ${adapter} and d.run_id = ${runId}
    )
    select steam_id as "steamId", perk from changed`.execute(trx)
  await publishPerkChanges(trx, changed)
  await addAttempt(trx, run, now, { code: fault.code, answer: fault.detail })
  if (state !== 'needs_owner') return
  await queueMessage(services, trx, {
    kind: 'perk_adapter_failed',
    perk_adapter: adapter,
    // One message for each failure, until the adapter has worked again.
    occasion: `${adapter}:${failingSince.toISOString()}`,
  })
}

/** Short enough that a repair by the staff takes effect within a minute, the run included. */
const ownerPauseMilliseconds = 55_000

const exceptionPauses: Readonly<Record<DeliveryFailure, number>> = {
  player_missing: 60 * 60_000,
  staff_needed: ownerPauseMilliseconds,
  failed: 30_000,
}

interface NewException extends PerkKey {
  readonly state: DeliveryState
  readonly code: string
  readonly queuedAt: Date
}

/**
 * Locks the deliveries of this run and records those that failed, as well as earlier ones that
 * somebody else has undone. Returns those whose state or reason is new.
 */
async function recordExceptions(
  services: Recording,
  trx: Trx,
  { adapter, runId }: Run,
  exceptions: readonly DeliveryException[],
): Promise<readonly PerkKey[]> {
  const now = services.clock()
  const rows = exceptions.map(({ steamId, perk, event, code, detail, retryAt }) => {
    const nextAt = retryAt ?? inFuture(now, exceptionPauses[event])
    return { steam_id: steamId, perk, event, code, detail, next_at: nextAt }
  })
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
    (steam_id text, perk text, event text, code text, detail text, next_at timestamptz)`
  // One statement locks them all, and so in the common order.
  const isOfRun = sql`run_id = ${runId}`
  const isUndone = sql`
    state = 'verified' and (steam_id, perk) in (select r.steam_id, r.perk from ${given})`
  await lockDeliveries(trx, adapter, sql`(${isOfRun} or ${isUndone})`)
  if (rows.length === 0) return []
  const { rows: news } = await sql<NewException>`
    with changed as (
      update perk_deliveries d set ${moved(sql`r.event`, now)},
        reason_code = r.code, reason_detail = r.detail, next_at = r.next_at, run_id = null
      from ${given}
      join perk_deliveries was
        on was.adapter = ${adapter} and was.steam_id = r.steam_id and was.perk = r.perk
      where d.adapter = ${adapter} and d.steam_id = r.steam_id and d.perk = r.perk
        and (d.run_id = ${runId} or d.state = 'verified')
      returning d.*,
        (was.state, was.reason_code) is distinct from (d.state, r.code) as is_news
    ), recorded as (
      insert into perk_attempts (adapter, run_id, steam_id, perk, what, code, answer, at)
      select ${adapter}, ${runId}, steam_id, perk, 'put', reason_code, reason_detail, ${now}
      from changed where is_news order by steam_id, perk
    )
    select steam_id as "steamId", perk, state, reason_code as code, queued_at as "queuedAt"
    from changed where is_news order by steam_id, perk`.execute(trx)
  for (const { steamId, perk, state, code, queuedAt } of news) {
    if (state !== 'needs_owner') continue
    await queueMessage(services, trx, {
      kind: 'perk_delivery_failed',
      perk_adapter: adapter,
      perk_steam_id: steamId,
      perk,
      occasion: `${adapter}:${steamId}:${perk}:${queuedAt.toISOString()}:${code}`,
    })
  }
  return news
}

/** Adds an attempt that stands for the whole run. */
async function addAttempt(
  trx: Trx,
  { adapter, runId }: Run,
  at: Date,
  { code, answer }: { readonly code: string | null; readonly answer: string },
): Promise<void> {
  await trx
    .insertInto('perk_attempts')
    .values({
      adapter,
      run_id: runId,
      steam_id: null,
      perk: null,
      what: 'run',
      code,
      answer,
      at,
    })
    .execute()
}

/** Whether the perk of the delivery `d` is held at this time. */
function isDesired(asOf: Date) {
  return sql`coalesce((
    select ${isActive(asOf)} from perk_coverage c
    where c.steam_id = d.steam_id and c.perk = d.perk), false)`
}

/** A host may block us after a few refused logins. */
const loginPauseMilliseconds = auditMilliseconds
const refusedLogins: ReadonlySet<string> = new Set([
  'password_refused',
  'ssh_key_refused',
  'login_unsupported',
])
const longestRetryMilliseconds = 30_000
const shortestRetryMilliseconds = 5000

/** Milliseconds until the next run: the longer a passing fault lasts, the longer the pause. */
function pauseAfter({ outcome, code, retryAfterSeconds }: AdapterFault, failingMs: number): number {
  if (retryAfterSeconds !== undefined) {
    return Math.min(retryAfterSeconds * 1000, auditMilliseconds)
  }
  if (refusedLogins.has(code)) return loginPauseMilliseconds
  if (outcome === 'needs_owner') return ownerPauseMilliseconds
  return Math.min(Math.max(failingMs, shortestRetryMilliseconds), longestRetryMilliseconds)
}

function inFuture(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}
