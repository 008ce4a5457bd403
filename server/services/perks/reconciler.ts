import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import type {
  AdapterFault,
  Applied,
  Comparison,
  PerkAdapter,
} from '#server/providers/perk-adapter.ts'
import type { Services, Trx } from '#server/services/context.ts'
import {
  acquireLease,
  markRun,
  openJournal,
  readDesired,
  releaseLease,
  renewLease,
  type Run,
} from './adapter-runs.ts'
import { watchProgress } from './progress.ts'
import { lockDeliveries, queued, updateManual } from './delivery-states.ts'
import { recordApplied, recordCompared, recordFault } from './run-results.ts'

export type ReconcilerServices = Pick<
  Services,
  'database' | 'clock' | 'log' | 'jobs' | 'perkAdapters'
>

/** Each look costs the database, also with nobody there. An audit that somebody asks for waits for the next one. */
const pauseMilliseconds = 4000
const manualPauseMilliseconds = 30_000

/**
 * Keeps the actual state equal to what the players hold, as long as the process runs. Any number of
 * processes may do so: at each adapter one of them writes at a time.
 */
export function startReconciler(services: ReconcilerServices): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async (what: string, milliseconds: number, work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await work().catch((err: unknown) => services.log.warn({ err }, `${what} failed`))
      await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
    }
  }
  const loops = [
    ...services.perkAdapters.map(async (adapter) => {
      let isRegistered = false
      await repeat(`delivering perks by ${adapter.name}`, pauseMilliseconds, async () => {
        if (!isRegistered) await registerAdapter(services, adapter)
        isRegistered = true
        await reconcile(services, adapter, signal)
      })
    }),
    repeat('updating perks that the staff hands over', manualPauseMilliseconds, () =>
      updateManual(services),
    ),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/**
 * Makes the adapter known to the database. When it writes somewhere else than before, nothing there
 * is owned, and the owner has to switch it on again.
 */
export async function registerAdapter(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { name, target, isOnFromStart }: PerkAdapter,
): Promise<void> {
  const now = clock()
  const fresh = {
    target,
    enabled_at: isOnFromStart ? now : null,
    state: 'ready' as const,
    reason_code: null,
    reason_detail: null,
    failing_since: null,
    next_run_at: null,
    lease_id: null,
    lease_until: null,
    remembered: '{}',
    dry_run: null,
    proof: null,
    unfinished: null,
    put_back: null,
  }
  await database.transaction(async (trx) => {
    await trx
      .insertInto('perk_adapters')
      .values({ name, ...fresh })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const moved = await trx
      .updateTable('perk_adapters')
      .set(fresh)
      .where('name', '=', name)
      .where('target', '<>', target)
      .returning('name')
      .executeTakeFirst()
    if (!moved) return
    await lockDeliveries(trx, name)
    await sql`
      update perk_deliveries d set ${queued(now)}, is_ours = false, put_at = null
      where adapter = ${name}`.execute(trx)
  })
}

/** `lost`: it took so long that another process may have begun, so nothing was recorded. */
type RunOutcome = 'idle' | 'compared' | 'applied' | 'failed' | 'lost' | 'stopped'

/**
 * Makes the actual state at one adapter equal to what the players hold, if that is due and no other
 * process does it. No transaction is open meanwhile, and a process that dies at any point leaves a
 * lease that ends by itself. An adapter that is not switched on only compares.
 */
export async function reconcile(
  services: ReconcilerServices,
  adapter: PerkAdapter,
  stopping: AbortSignal,
): Promise<RunOutcome> {
  const { database, clock } = services
  const runId = randomUUID()
  const lease = await acquireLease(services, adapter, runId)
  if (!lease) return 'idle'
  const { desired, asOf } = await database.transaction((trx) =>
    lease.isEnabled
      ? markRun(services, trx, { adapter, runId, restore: lease.restore })
      : readDesired(trx, adapter, clock(), lease.restore),
  )
  const { failingSince } = lease
  const run: Run = { adapter: adapter.name, runId, asOf, desired, failingSince }
  const renew = () => renewLease({ db: database.db, clock }, runId)
  const progress = watchProgress(longestSilenceMilliseconds, renew)
  const stopped = AbortSignal.any([stopping, progress.stopped])
  const result = await inTime(services, stopped, async () =>
    lease.isEnabled
      ? adapter.apply(desired, openJournal(services, run, lease), stopped, progress.onProgress)
      : adapter.read(desired, stopped, progress.onProgress),
  ).finally(progress.end)
  if (stopping.aborted && result.outcome !== 'applied') {
    await releaseLease(services, runId)
    return 'stopped'
  }
  const record = (outcome: typeof result) =>
    database.transaction((trx) => recordRun(services, trx, run, outcome))
  try {
    return await record(result)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    // Without this the staff would go on seeing the outcome of an earlier run.
    services.log.error({ err: error }, 'the result of a run cannot be stored')
    return record(notRecorded)
  }
}

const notRecorded: AdapterFault = {
  outcome: 'needs_owner',
  code: 'not_recorded',
  detail: 'the log of the site names the error',
}

/** How long a run may take without progress: shorter than a lease, so that nobody else writes meanwhile. */
const longestSilenceMilliseconds = 30_000
const graceMilliseconds = 5000

/** An adapter that does not stop in time, or throws, is a fault as well. */
async function inTime<Result extends { readonly outcome: string }>(
  { log }: Pick<Services, 'log'>,
  stopped: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result | AdapterFault> {
  const done = new AbortController()
  const tooLate = new Promise<AdapterFault>((resolve) => {
    const wait = () =>
      void sleep(graceMilliseconds, undefined, { signal: done.signal }).then(
        () => resolve(interrupted('it did not stop in time')),
        () => undefined,
      )
    if (stopped.aborted) wait()
    else stopped.addEventListener('abort', wait, { once: true, signal: done.signal })
  })
  try {
    return await Promise.race([work(), tooLate])
  } catch (error) {
    log.error({ err: error }, 'an adapter of perks threw')
    return interrupted('it failed in an unknown way; see the log')
  } finally {
    done.abort()
  }
}

function interrupted(detail: string): AdapterFault {
  return { outcome: 'retry', code: 'interrupted', detail }
}

/** Records the result of a run, unless its lease has ended. */
async function recordRun(
  services: ReconcilerServices,
  trx: Trx,
  run: Run,
  result: Applied | Comparison | AdapterFault,
): Promise<RunOutcome> {
  const owned = await trx
    .selectFrom('perk_adapters')
    .select('name')
    .where('name', '=', run.adapter)
    .where('lease_id', '=', run.runId)
    .forUpdate()
    .executeTakeFirst()
  if (!owned) return 'lost'
  if (result.outcome === 'applied') {
    await recordApplied(services, trx, run, result)
    return 'applied'
  }
  if (result.outcome !== 'compared') {
    await recordFault(services, trx, run, result)
    return 'failed'
  }
  await recordCompared(services, trx, run, result)
  return 'compared'
}
