import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DeliveryStep } from '#server/db/perk-tables.ts'
import type {
  AdapterFault,
  Applied,
  DeliveryException,
  PerkAdapter,
  Wanted,
} from '#server/providers/perk-adapter.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { queueAdapterMessage, queueDeliveryMessage } from './staff-messages.ts'

/** Stands for the staff, who hand over whatever no adapter serves. */
export const byHand = 'manual'

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
  const served = adapters.flatMap(({ name, serves }) =>
    changed.filter(({ perk }) => serves(perk)).map((row) => ({ adapter: name, ...row })),
  )
  const unserved = changed.filter(({ perk }) => !adapters.some(({ serves }) => serves(perk)))
  await queueAtAdapters(trx, served, now)
  await changeByHand(trx, unserved, now)
}

async function queueAtAdapters(
  trx: Trx,
  rows: readonly (ChangedCoverage & { readonly adapter: string })[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  // Sorted, so that a run that records its results locks the rows in the same order.
  await sql`
    insert into perk_deliveries as d
      (adapter, steam_id, perk, state, steps, queued_at, changed_at)
    select adapter, steam_id, perk, 'queued', ${step('queued', now)}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (adapter text, steam_id text, perk text)
    order by adapter, steam_id, perk
    on conflict (adapter, steam_id, perk) do update set
      state = 'queued',
      steps = case when d.state = 'queued' then d.steps else excluded.steps end,
      queued_at = case when d.state = 'queued' then d.queued_at else excluded.queued_at end,
      changed_at = excluded.changed_at,
      reason_code = null,
      reason_detail = null,
      next_at = null,
      run_id = null`.execute(trx)
}

/** What the staff has to give or to take; `next_at` is when they have to take it. */
async function changeByHand(
  trx: Trx,
  changed: readonly ChangedCoverage[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return
  const before = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id', 'perk', 'state', 'is_ours'])
    .where('adapter', '=', byHand)
    .where('steam_id', '=', sql<string>`any(${changed.map((row) => row.steam_id)})`)
    .orderBy('steam_id')
    .orderBy('perk')
    .forUpdate()
    .execute()
  const known = new Map(before.map((row) => [`${row.steam_id} ${row.perk}`, row]))
  const rows = changed.map(({ steam_id, perk, ends_at, isRecolored }) => {
    const delivery = known.get(`${steam_id} ${perk}`)
    const isGiven = delivery?.is_ours ?? false
    const isActive = ends_at === null || ends_at > now
    const isDone = isActive ? isGiven && delivery?.state === 'verified' && !isRecolored : !isGiven
    const state = isDone ? 'verified' : 'needs_owner'
    return { steam_id, perk, state, next_at: isActive ? ends_at : null }
  })
  await sql`
    insert into perk_deliveries as d (adapter, steam_id, perk, state, steps, queued_at, changed_at,
      reason_code, next_at)
    select ${byHand}, steam_id, perk, state,
      jsonb_build_array(jsonb_build_object('state', state, 'at', ${now.toISOString()}::text)),
      ${now}, ${now}, case when state = 'needs_owner' then 'by_hand' end, next_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (steam_id text, perk text, state text, next_at timestamptz)
    order by steam_id, perk
    on conflict (adapter, steam_id, perk) do update set
      state = excluded.state,
      steps = case when d.state = excluded.state then d.steps else excluded.steps end,
      changed_at = excluded.changed_at,
      reason_code = excluded.reason_code,
      next_at = excluded.next_at`.execute(trx)
}

/** What the staff gave and has to take now, as it has ended. */
export async function endByHand({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const now = clock()
  await database.db
    .updateTable('perk_deliveries')
    .set({
      state: sql`case when is_ours then 'needs_owner' else 'verified' end`,
      reason_code: sql`case when is_ours then 'by_hand' end`,
      steps: sql`case when is_ours then ${step('needs_owner', now)} else steps end`,
      next_at: null,
      changed_at: now,
    })
    .where('adapter', '=', byHand)
    .where('next_at', '<=', now)
    .execute()
}

type Recording = Pick<Services, 'clock' | 'jobs'>

/** A run whose adapter has answered. */
export interface FinishedRun {
  readonly adapter: string
  readonly runId: string
  readonly wanted: Wanted
  /** The time by which it was decided what is wanted. */
  readonly asOf: Date
  /** Since when earlier runs have failed. */
  readonly failingSince: Date | null
}

/** The outside is compared with what is wanted at least so often. */
export const auditMilliseconds = 15 * 60_000

/** Records that the outside is as wanted, but for the exceptions. */
export async function recordApplied(
  services: Recording,
  trx: Trx,
  run: FinishedRun,
  { isChanged, proof, exceptions, previousText }: Applied,
): Promise<void> {
  const { adapter, runId, asOf } = run
  const now = services.clock()
  await trx
    .updateTable('perk_adapters')
    .set({
      lease_id: null,
      lease_until: null,
      state: 'ready',
      reason_code: null,
      reason_detail: null,
      failing_since: null,
      last_run_at: now,
      next_run_at: inFuture(now, auditMilliseconds),
      proof: JSON.stringify(proof),
    })
    .where('name', '=', adapter)
    .execute()
  await lockRun(trx, run)
  for (const exception of exceptions) await recordException(services, trx, run, exception)
  const { rows } = await sql<{ steamId: string }>`
    with done as (
      update perk_deliveries d set
        state = 'verified',
        steps = d.steps || ${step('applied', now)} || ${step('verified', now)},
        is_ours = ${isWanted(asOf)},
        discord_id = case when ${isWanted(asOf)} then d.discord_id end,
        reason_code = null,
        reason_detail = null,
        next_at = case when ${isWanted(asOf)} then (
          select c.ends_at from perk_coverage c where c.steam_id = d.steam_id and c.perk = d.perk
        ) end,
        run_id = null,
        verified_at = ${now}
      where d.adapter = ${adapter} and d.run_id = ${runId}
      returning d.steam_id, d.perk, d.is_ours
    )
    insert into perk_attempts (adapter, run_id, steam_id, perk, what, answer, at)
    select ${adapter}, ${runId}, steam_id, perk, case when is_ours then 'put' else 'remove' end,
      'verified', ${now}
    from done order by steam_id, perk
    returning steam_id as "steamId"`.execute(trx)
  await recordMovedAccounts(trx, run)
  if (isChanged && rows.length === 0) {
    await addAttempt(trx, run, now, { code: null, answer: 'repaired' })
  }
  if (isChanged && previousText !== undefined) await keepVersion(trx, adapter, previousText, now)
}

/** Records that a run failed as a whole, and tells the staff once if it needs them. */
export async function recordFault(
  services: Recording,
  trx: Trx,
  run: FinishedRun,
  fault: AdapterFault,
): Promise<void> {
  const { adapter, runId } = run
  const now = services.clock()
  const failingSince = run.failingSince ?? now
  const state = fault.outcome === 'retry' ? 'retrying' : 'needs_owner'
  const nextAt = inFuture(now, pauseAfter(fault, now.getTime() - failingSince.getTime()))
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
      next_run_at: nextAt,
    })
    .where('name', '=', adapter)
    .execute()
  await lockRun(trx, run)
  await sql`
    update perk_deliveries d set
      steps = case d.state when ${state} then d.steps else d.steps || ${step(state, now)} end,
      state = ${state}, reason_code = ${fault.code}, reason_detail = ${fault.detail},
      next_at = ${nextAt}, run_id = null
    where d.adapter = ${adapter} and d.run_id = ${runId}`.execute(trx)
  await addAttempt(trx, run, now, { code: fault.code, answer: fault.detail })
  if (state === 'needs_owner') await queueAdapterMessage(services, trx, adapter, failingSince)
}

/** In the order of the ledger's transactions, so that they cannot wait for each other. */
async function lockRun(trx: Trx, { adapter, runId }: FinishedRun): Promise<void> {
  await sql`
    select from perk_deliveries where adapter = ${adapter} and run_id = ${runId}
    order by steam_id, perk for update`.execute(trx)
}

const exceptionPauses: Readonly<Record<DeliveryException['state'], number>> = {
  waiting_first_join: 60 * 60_000,
  waiting_restart: 60_000,
  needs_owner: 60_000,
  retrying: 30_000,
}

async function recordException(
  services: Recording,
  trx: Trx,
  run: FinishedRun,
  { steamId, perk, state, code, detail, retryAt }: DeliveryException,
): Promise<void> {
  const { adapter, runId } = run
  const now = services.clock()
  const { rows } = await sql<{ before: string; code: string | null; queuedAt: Date }>`
    with before as (
      select adapter, steam_id, perk, state, reason_code from perk_deliveries
      where adapter = ${adapter} and steam_id = ${steamId} and perk = ${perk}
        and (run_id = ${runId} or state = 'verified')
      for update
    )
    update perk_deliveries d set
      steps = case d.state when ${state} then d.steps else d.steps || ${step(state, now)} end,
      state = ${state}, reason_code = ${code}, reason_detail = ${detail},
      next_at = ${retryAt ?? inFuture(now, exceptionPauses[state])}, run_id = null
    from before b
    where d.adapter = b.adapter and d.steam_id = b.steam_id and d.perk = b.perk
    returning b.state as before, b.reason_code as code, d.queued_at as "queuedAt"`.execute(trx)
  const [changed] = rows
  if (!changed || (changed.before === state && changed.code === code)) return
  await addAttempt(trx, run, now, { steamId, perk, code, answer: detail })
  if (state === 'needs_owner') {
    const occasion = `${changed.queuedAt.toISOString()}:${code}`
    await queueDeliveryMessage(services, trx, { adapter, steamId, perk, occasion })
  }
}

interface Attempt {
  readonly steamId?: string
  readonly perk?: string
  readonly code: string | null
  readonly answer: string
}

async function addAttempt(
  trx: Trx,
  { adapter, runId }: FinishedRun,
  at: Date,
  { steamId, perk, code, answer }: Attempt,
): Promise<void> {
  await trx
    .insertInto('perk_attempts')
    .values({
      adapter,
      run_id: runId,
      steam_id: steamId ?? null,
      perk: perk ?? null,
      what: steamId === undefined ? 'run' : 'put',
      code,
      answer,
      at,
    })
    .execute()
}

/** Whoever linked another account has the perk there now. */
async function recordMovedAccounts(trx: Trx, { adapter, wanted }: FinishedRun): Promise<void> {
  const known = new Map(wanted.managed.map((one) => [`${one.steamId} ${one.perk}`, one.discordId]))
  for (const { steamId, perk, discordId } of wanted.perks) {
    if (known.get(`${steamId} ${perk}`) === discordId) continue
    await trx
      .updateTable('perk_deliveries')
      .set({ discord_id: discordId })
      .where('adapter', '=', adapter)
      .where('steam_id', '=', steamId)
      .where('perk', '=', perk)
      .where('state', '=', 'verified')
      .execute()
  }
}

const versionsKept = 10

async function keepVersion(trx: Trx, adapter: string, content: string, now: Date): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  await trx
    .insertInto('perk_file_versions')
    .values({ adapter, sha256, content, replaced_at: now })
    .execute()
  await trx
    .deleteFrom('perk_file_versions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('perk_file_versions')
        .select('id')
        .where('adapter', '=', adapter)
        .orderBy('replaced_at', 'desc')
        .orderBy('id')
        .offset(versionsKept),
    )
    .execute()
}

/** Of a row `d` of the deliveries. */
function isWanted(asOf: Date) {
  return sql`coalesce((
    select c.ends_at is null or c.ends_at > ${asOf} from perk_coverage c
    where c.steam_id = d.steam_id and c.perk = d.perk), false)`
}

/** A host that refuses a password may close its door after a few more. */
const passwordPauseMilliseconds = auditMilliseconds
const ownerPauseMilliseconds = 60_000
const longestRetryMilliseconds = 30_000
const shortestRetryMilliseconds = 5000

/** Milliseconds until the next run: what passes by itself is tried less and less often. */
function pauseAfter({ outcome, code, retryAfterSeconds }: AdapterFault, failingMs: number): number {
  if (retryAfterSeconds !== undefined) {
    return Math.min(retryAfterSeconds * 1000, auditMilliseconds)
  }
  if (code === 'password_refused') return passwordPauseMilliseconds
  if (outcome === 'needs_owner') return ownerPauseMilliseconds
  return Math.min(Math.max(failingMs, shortestRetryMilliseconds), longestRetryMilliseconds)
}

function inFuture(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}

/** A list of one step, as the column has it. */
export function step(state: DeliveryStep['state'], at: Date) {
  return sql<string>`${JSON.stringify([{ state, at: at.toISOString() }])}::jsonb`
}
