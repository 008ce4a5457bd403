import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { parseHexColor } from '#domain/color.ts'
import { isSteamId64 } from '#domain/steam-id64.ts'
import {
  adapterFault,
  type AdapterFault,
  type Applied,
  type Comparison,
  type PerkAdapter,
  type Wanted,
} from '#server/providers/perk-adapter.ts'
import type { Services, Trx } from '#server/services/context.ts'
import {
  auditMilliseconds,
  endByHand,
  queueDeliveries,
  recordApplied,
  recordFault,
  step,
  type FinishedRun,
} from './delivery-states.ts'

export type ReconcilerServices = Pick<
  Services,
  'database' | 'clock' | 'log' | 'jobs' | 'perkAdapters'
>

const pauseMilliseconds = 1000
const byHandPauseMilliseconds = 30_000

/**
 * Keeps the outside equal to what the players hold, as long as the process runs. Any number of
 * processes may do so: at each adapter one of them writes at a time.
 */
export function startReconciler(services: ReconcilerServices): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async (what: string, pause: number, work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await work().catch((err: unknown) => services.log.warn({ err }, `${what} failed`))
      await sleep(pause, undefined, { signal }).catch(() => undefined)
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
    repeat('ending perks that were handed over', byHandPauseMilliseconds, () =>
      endByHand(services),
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
 * is ours, and the owner has to switch it on again.
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
    await trx
      .updateTable('perk_deliveries')
      .set({
        state: 'queued',
        steps: step('queued', now),
        is_ours: false,
        discord_id: null,
        queued_at: now,
        changed_at: now,
        next_at: null,
        run_id: null,
      })
      .where('adapter', '=', name)
      .execute()
  })
}

/** `lost`: it took so long that another process may have begun, so nothing was recorded. */
type RunOutcome = 'idle' | 'compared' | 'applied' | 'failed' | 'lost' | 'stopped'

/**
 * Makes the outside of one adapter equal to what the players hold, if that is due and no other
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
  const { wanted, asOf } = await database.transaction((trx) =>
    lease.isEnabled ? markRun(services, trx, adapter, runId) : readWanted(trx, adapter, clock()),
  )
  const stopped = AbortSignal.any([stopping, AbortSignal.timeout(longestRunMilliseconds)])
  const result = await inTime(services, stopped, async () =>
    lease.isEnabled ? adapter.apply(wanted, stopped) : adapter.read(wanted, stopped),
  )
  if (stopping.aborted && result.outcome !== 'applied') {
    await releaseLease(services, runId)
    return 'stopped'
  }
  const { failingSince } = lease
  const run: FinishedRun = { adapter: adapter.name, runId, asOf, wanted, failingSince }
  return database.transaction((trx) => recordRun(services, trx, run, result))
}

/** Shorter than a lease, so that nobody else writes meanwhile. */
const longestRunMilliseconds = 30_000
const graceMilliseconds = 5000
const leaseMilliseconds = 45_000
/** Changes wait so long for others, at most so long, so that many purchases are one upload. */
const collectMilliseconds = 5000
const longestCollectMilliseconds = 15_000

interface Lease {
  readonly isEnabled: boolean
  readonly failingSince: Date | null
}

/** Takes the lease when a run is due and nobody has it. Times that a wrong clock wrote do not count. */
async function acquireLease(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { name, target }: PerkAdapter,
  runId: string,
): Promise<Lease | null> {
  const now = clock()
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const { rows } = await sql<Lease>`
    update perk_adapters a set lease_id = ${runId}, lease_until = ${after(leaseMilliseconds)}
    where name = ${name} and target = ${target}
      and (lease_until is null or lease_until <= ${now} or lease_until > ${after(leaseMilliseconds)})
      and (
        next_run_at is null or next_run_at <= ${now} or next_run_at > ${after(auditMilliseconds)}
        or (enabled_at is not null and a.state = 'ready' and (
          exists (
            select from perk_deliveries d where d.adapter = a.name and d.next_at <=
              case d.state when 'verified' then ${after(-collectMilliseconds)}::timestamptz
                else ${now} end
          )
          or exists (
            select from perk_deliveries d where d.adapter = a.name and d.state = 'queued'
            having max(changed_at) <= ${after(-collectMilliseconds)} or max(changed_at) > ${now}
              or min(queued_at) <= ${after(-longestCollectMilliseconds)}
          )
        ))
      )
    returning enabled_at is not null as "isEnabled", failing_since as "failingSince"`.execute(
    database.db,
  )
  return rows[0] ?? null
}

async function releaseLease(
  { database }: Pick<Services, 'database'>,
  runId: string,
): Promise<void> {
  await database.db
    .updateTable('perk_adapters')
    .set({ lease_id: null, lease_until: null, next_run_at: null })
    .where('lease_id', '=', runId)
    .execute()
}

interface RunInput {
  readonly wanted: Wanted
  /** The time by which it was decided what is wanted. */
  readonly asOf: Date
}

/**
 * Marks what this run works on. Whatever it is about to put outside counts as ours from now on, so
 * that a process which dies in the middle leaves nothing behind that nobody removes.
 */
async function markRun(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  adapter: PerkAdapter,
  runId: string,
): Promise<RunInput> {
  const { name } = adapter
  const now = clock()
  await queueMissing(trx, adapter, now)
  // In the order of the ledger's transactions, so that they cannot wait for each other.
  await sql`
    select from perk_deliveries where adapter = ${name} and (state <> 'verified' or next_at <= ${now})
    order by steam_id, perk for update`.execute(trx)
  await sql`
    update perk_deliveries d set
      run_id = ${runId},
      state = case when d.state in ('queued', 'verified') then 'sending' else d.state end,
      steps = case d.state
        when 'queued' then d.steps || ${step('sending', now)}
        when 'verified' then ${step('queued', now)} || ${step('sending', now)}
        else d.steps end,
      is_ours = d.is_ours or coalesce((
        select ${isActive(now)} from perk_coverage c
        where c.steam_id = d.steam_id and c.perk = d.perk), false)
    where d.adapter = ${name} and (d.state <> 'verified' or d.next_at <= ${now})`.execute(trx)
  await sql`
    update perk_deliveries d set discord_id = a.account_id
    from steam_claims s join accounts a on a.user_id = s.user_id and a.provider_id = 'discord'
    where d.adapter = ${name} and d.is_ours and d.discord_id is null
      and s.steam_id = d.steam_id`.execute(trx)
  const input = await readWanted(trx, adapter, now)
  const ours = new Set(input.wanted.managed.map(({ steamId, perk }) => `${steamId} ${perk}`))
  // What was granted in this moment waits for the next run: it is not marked as ours.
  const perks = input.wanted.perks.filter(({ steamId, perk }) => ours.has(`${steamId} ${perk}`))
  return { asOf: now, wanted: { ...input.wanted, perks } }
}

/** What began before the adapter was there. */
async function queueMissing(trx: Trx, adapter: PerkAdapter, now: Date): Promise<void> {
  const missing = await trx
    .selectFrom('perk_coverage as c')
    .select(['steam_id', 'perk', 'ends_at'])
    .where(sql<boolean>`${isActive(now)}`)
    .where(
      sql<boolean>`not exists (
        select from perk_deliveries d
        where d.adapter = ${adapter.name} and d.steam_id = c.steam_id and d.perk = c.perk)`,
    )
    .orderBy('steam_id')
    .orderBy('perk')
    .execute()
  const served = missing.filter(({ perk }) => adapter.serves(perk))
  const changed = served.map((row) => ({ ...row, isRecolored: false }))
  await queueDeliveries(trx, [adapter], changed, now)
}

/** Of a row `c` of the coverage. */
function isActive(now: Date) {
  return sql`(c.ends_at is null or c.ends_at > ${now})`
}

async function readWanted(trx: Trx, { name, serves }: PerkAdapter, asOf: Date): Promise<RunInput> {
  const holders = await trx
    .selectFrom('perk_coverage as c')
    .leftJoin('steam_claims as s', 's.steam_id', 'c.steam_id')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.user_id', '=', 's.user_id').on('a.provider_id', '=', 'discord'),
    )
    .select(['c.steam_id', 'c.perk', 'c.color', 'c.ends_at', 'c.note', 'a.account_id'])
    .where(sql<boolean>`${isActive(asOf)}`)
    .orderBy('c.steam_id')
    .orderBy('c.perk')
    .execute()
  const managed = await trx
    .selectFrom('perk_deliveries')
    .select(['steam_id', 'perk', 'discord_id'])
    .where('adapter', '=', name)
    .where('is_ours', '=', true)
    .orderBy('steam_id')
    .orderBy('perk')
    .execute()
  const perks = holders.flatMap((row) => {
    const { steam_id: steamId, perk, note, account_id: discordId } = row
    if (!serves(perk) || !isSteamId64(steamId)) return []
    const color = row.color === null ? null : parseHexColor(row.color)
    return [{ steamId, perk, color, endsAt: row.ends_at, note, discordId }]
  })
  return {
    asOf,
    wanted: {
      perks,
      managed: managed.flatMap(({ steam_id: steamId, perk, discord_id: discordId }) =>
        isSteamId64(steamId) ? [{ steamId, perk, discordId }] : [],
      ),
    },
  }
}

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
        () => resolve(adapterFault('interrupted', 'it did not stop in time')),
        () => undefined,
      )
    if (stopped.aborted) wait()
    else stopped.addEventListener('abort', wait, { once: true, signal: done.signal })
  })
  try {
    return await Promise.race([work(), tooLate])
  } catch (error) {
    log.error({ err: error }, 'an adapter of perks threw')
    return adapterFault('interrupted', 'it failed in an unknown way; see the log')
  } finally {
    done.abort()
  }
}

/** Records what came of a run, unless its lease has ended. */
async function recordRun(
  services: ReconcilerServices,
  trx: Trx,
  run: FinishedRun,
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
  const now = services.clock()
  const { adds, keeps, removes, foreign } = result
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
      next_run_at: new Date(now.getTime() + auditMilliseconds),
      dry_run: JSON.stringify({ adds, keeps, removes, foreign }),
    })
    .where('name', '=', run.adapter)
    .execute()
  return 'compared'
}
