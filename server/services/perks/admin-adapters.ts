import { once } from 'node:events'
import { sql } from 'kysely'
import type * as contract from '#contract/admin-perks.ts'
import { readPriorityText } from '#domain/perk-imports.ts'
import type { Row } from '#server/db/schema.ts'
import type { PerkAdapter } from '#server/providers/perk-adapter.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isCurrent, manual, reclaim } from './delivery-states.ts'
import { watchProgress } from './progress.ts'
import { reconcile, type ReconcilerServices } from './reconciler.ts'

type Managing = Pick<Services, 'database' | 'clock' | 'perkAdapters'>

/** Without the texts of its file, which may have a megabyte each. */
const recordColumns = [
  'name',
  'enabled_at',
  'state',
  'reason_code',
  'reason_detail',
  'last_run_at',
  'dry_run',
  'remembered',
] as const
type AdapterRecord = Pick<Row<'perk_adapters'>, (typeof recordColumns)[number]>

function viewOf(adapter: AdapterRecord): contract.AdapterView {
  return {
    name: adapter.name,
    enabled: adapter.enabled_at !== null,
    state: adapter.state,
    reason: adapter.reason_code,
    detail: adapter.reason_detail,
    lastRunAt: adapter.last_run_at?.toISOString() ?? null,
    notes: adapter.remembered.notes ?? [],
    dryRun: adapter.dry_run,
  }
}

/** The configured adapters, as far as they have started. */
export async function listAdapters(
  services: Pick<Services, 'database' | 'perkAdapters'>,
): Promise<readonly contract.AdapterView[]> {
  const adapters = await selectAdapters(services).select(recordColumns).orderBy('name').execute()
  return adapters.map(viewOf)
}

/** Somebody reads a comparison only while it is of now. */
const comparisonAgeMilliseconds = 60_000

/** Requests new comparisons of the adapters that are not switched on, whose old ones their owner is about to read. */
export async function renewComparisons({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await database.db
    .updateTable('perk_adapters')
    .set({ next_run_at: null })
    .where('enabled_at', 'is', null)
    // One that fails has its own pauses: hosts block who is refused too often.
    .where('state', '=', 'ready')
    .where('last_run_at', '<', new Date(clock().getTime() - comparisonAgeMilliseconds))
    .execute()
}

/**
 * What waits for the staff: each adapter that needs them, and each delivery that needs them although
 * its adapter works; not what they hand over with its order, which waits as that.
 */
export async function findPerksToHandle({
  database,
  perkAdapters,
  paypal,
}: Pick<Services, 'database' | 'perkAdapters' | 'paypal'>) {
  const { rows } = await sql<{ adapter: string; perk: string; count: number; since: Date }>`
    select d.adapter, d.perk, count(*), min(d.changed_at) as since
    from perk_deliveries d left join perk_adapters a on a.name = d.adapter
    where d.state = 'needs_owner'
      and (a.name is null or (a.state <> 'needs_owner' and a.enabled_at is not null))
      and not (d.adapter = ${manual} and exists (
        select from perk_entries e
          join orders o on o.id = e.order_id
          join purchases p on p.order_id = o.id
        where e.steam_id = d.steam_id and e.perk = d.perk and o.status = 'paid'
          and o.provider_mode = ${paypal.mode} and p.delivered_at is null))
    group by d.adapter, d.perk`.execute(database.db)
  const failing = await selectAdapters({ database, perkAdapters })
    .select('failing_since as since')
    .where('state', '=', 'needs_owner')
    .execute()
  const waiting = [
    ...rows.filter((row) => isCurrent(perkAdapters, row)),
    ...failing.map(({ since }) => ({ count: 1, since })),
  ]
  return {
    count: waiting.reduce((sum, { count }) => sum + count, 0),
    oldestAt: oldestOf(waiting),
  }
}

/** The adapters that are not switched on, since when something waits to be delivered by them. */
export async function findAdaptersToEnable(services: Pick<Services, 'database' | 'perkAdapters'>) {
  const off = await selectAdapters(services)
    .select((eb) =>
      eb
        .selectFrom('perk_deliveries')
        .select(({ fn }) => fn.min('queued_at').as('since'))
        .whereRef('adapter', '=', 'perk_adapters.name')
        .as('since'),
    )
    .where('state', '<>', 'needs_owner')
    .where('enabled_at', 'is', null)
    .execute()
  return { count: off.length, oldestAt: oldestOf(off) }
}

/** Those that are configured. */
function selectAdapters({ database, perkAdapters }: Pick<Services, 'database' | 'perkAdapters'>) {
  const names = perkAdapters.map(({ name }) => name)
  return database.db.selectFrom('perk_adapters').where(sql<boolean>`name = any(${names}::text[])`)
}

function oldestOf(waiting: readonly { readonly since: Date | null }[]): Date | null {
  const times = waiting.flatMap(({ since }) => (since ? [since.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** How long a check may take without progress: longer than connecting to a machine that does not answer. */
export const longestCheckMilliseconds = 25_000
/** How long the answer to a check waits for a comparison: not as long as proxies wait for us. */
const longestWaitMilliseconds = 10_000

/**
 * Checks the settings of an adapter, changing nothing that the game reads, and then requests a run at
 * once. Of one that is not switched on it makes the comparison itself: its owner reads both together.
 */
export async function checkAdapter(
  services: ReconcilerServices,
  name: string,
): Promise<contract.AdapterCheck> {
  const adapter = findAdapter(services, name)
  const { stopped, onProgress, end } = watchProgress(longestCheckMilliseconds)
  const result = await adapter.check(stopped, onProgress).finally(end)
  const { enabled_at: enabledAt } = await services.database.transaction((trx) =>
    trx
      .updateTable('perk_adapters')
      .set({ next_run_at: null })
      .where('name', '=', name)
      .returning('enabled_at')
      .executeTakeFirstOrThrow(() => new ServiceError('adapter_not_found')),
  )
  if (enabledAt === null && result.outcome === 'ready') {
    const patience = once(AbortSignal.timeout(longestWaitMilliseconds), 'abort')
    await Promise.race([reconcile(services, adapter, stopped), patience])
  }
  if (result.outcome === 'ready') {
    return { state: 'ready', reason: null, detail: null, notes: result.notes }
  }
  const { outcome, code: reason, detail } = result
  return { state: outcome === 'retry' ? 'retrying' : outcome, reason, detail, notes: [] }
}

/** Lets an adapter write, and run at once. Repeating it only runs it again. */
export async function enableAdapter(
  services: Managing,
  admin: Admin,
  name: string,
): Promise<contract.AdapterView> {
  const { target } = findAdapter(services, name)
  return services.database.transaction(async (trx) => {
    const before = await trx
      .selectFrom('perk_adapters')
      .select(recordColumns)
      .where('name', '=', name)
      // The owner has seen the dry run of this target only.
      .where('target', '=', target)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new ServiceError('adapter_not_found')
    const after = await trx
      .updateTable('perk_adapters')
      .set({
        enabled_at: before.enabled_at ?? services.clock(),
        next_run_at: null,
        dry_run: null,
      })
      .where('name', '=', name)
      .returning(recordColumns)
      .executeTakeFirstOrThrow()
    if (before.enabled_at === null) {
      await writeAudit(services, trx, admin, {
        action: 'perk_adapter_enabled',
        subject: `perk_adapter:${name}`,
        before: { dryRun: before.dry_run },
      })
    }
    return viewOf(after)
  })
}

/** Lets an adapter run at once, also one that waits for the staff. Refuses with `adapter_not_found`. */
export function retryAdapter(
  { database, clock }: Managing,
  admin: Admin,
  name: string,
): Promise<void> {
  return database.transaction(async (trx) => {
    await trx
      .updateTable('perk_adapters')
      .set({ next_run_at: null })
      .where('name', '=', name)
      .returning('name')
      .executeTakeFirstOrThrow(() => new ServiceError('adapter_not_found'))
    const subject = `perk_adapter:${name}` as const
    const action = 'perk_adapter_retried'
    await writeAudit({ clock }, trx, admin, { action, subject })
  })
}

/** Refuses with `adapter_not_found`. */
export function findAdapter(
  { perkAdapters }: Pick<Services, 'perkAdapters'>,
  name: string,
): PerkAdapter {
  const adapter = perkAdapters.find((one) => one.name === name)
  if (!adapter) throw new ServiceError('adapter_not_found')
  return adapter
}

/** The texts that we replaced at an adapter that writes a file, newest first. */
export async function listFileVersions(
  services: Pick<Services, 'database' | 'perkAdapters'>,
  name: string,
): Promise<readonly contract.FileVersion[]> {
  findAdapter(services, name)
  const versions = await services.database.db
    .selectFrom('perk_file_versions')
    .selectAll()
    .where('adapter', '=', name)
    .orderBy('replaced_at', 'desc')
    .orderBy('id')
    .execute()
  return versions.map(({ id, sha256, content, replaced_at: replacedAt }) => ({
    id,
    replacedAt: replacedAt.toISOString(),
    sha256,
    entries: readPriorityText(content).rows.length,
  }))
}

/**
 * Restores an earlier text at once: all that others had written, and of owned entries those still desired.
 * Refuses with `not_found`.
 */
export async function restoreFile(
  services: Managing,
  admin: Admin,
  { name, versionId }: { readonly name: string; readonly versionId: string },
): Promise<contract.AdapterView> {
  const { target } = findAdapter(services, name)
  return services.database.transaction(async (trx) => {
    const version = await trx
      .selectFrom('perk_file_versions')
      .selectAll()
      .where('id', '=', versionId)
      .where('adapter', '=', name)
      .executeTakeFirst()
    if (!version) throw new ServiceError('not_found')
    const adapter = await trx
      .updateTable('perk_adapters')
      .set({ put_back: version.content, next_run_at: null })
      .where('name', '=', name)
      .where('target', '=', target)
      .returning(recordColumns)
      .executeTakeFirst()
    if (!adapter) throw new ServiceError('adapter_not_found')
    await reclaim(trx, name, version.ours, services.clock())
    await writeAudit(services, trx, admin, {
      action: 'perk_file_put_back',
      subject: `perk_adapter:${name}`,
      after: { version: version.id, sha256: version.sha256, replacedAt: version.replaced_at },
    })
    return viewOf(adapter)
  })
}
