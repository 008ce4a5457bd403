import * as contract from '#contract/admin-perks.ts'
import { parseHexColor } from '#domain/color.ts'
import { readPriorityText } from '#domain/perk-imports.ts'
import type { GrantTerm } from '#domain/perks.ts'
import { colorPerk } from '#domain/products.ts'
import type { App } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/context.ts'
import {
  checkAdapter,
  enableAdapter,
  listAdapters,
  listFileVersions,
  restoreFile,
  renewComparisons,
  type AdapterRecord,
  type FileVersion,
} from '#server/services/perks/admin-adapters.ts'
import { listBatches, undoBatch, type PerkBatch } from '#server/services/perks/admin-batches.ts'
import { compensatePerks } from '#server/services/perks/admin-compensations.ts'
import {
  deliverGrant,
  grantPerk,
  listGrants,
  voidGrant,
  type GrantRecord,
} from '#server/services/perks/admin-grants.ts'
import { importPerks } from '#server/services/perks/admin-imports.ts'
import { transferPerks } from '#server/services/perks/admin-transfers.ts'
import { listOutages } from '#server/services/server-status/server-status.ts'

/** What players hold, for the staff. */
export function adminGrantRoutes(app: App, services: Services): void {
  serve(app, contract.listGrants, async ({ query }) => {
    const { rows, nextCursor } = await listGrants(services, query)
    return { grants: rows.map(presentGrant), nextCursor }
  })
  serve(app, contract.grantPerk, async ({ context, staff, body }) => {
    const key = readIdempotencyKey(context)
    const { steamId, perk, reason, params } = body
    const [color, term] = [params?.color ?? null, readTerm(body)]
    const grant = await grantPerk(services, staff, { steamId, perk, color, term, reason }, key)
    return presentGrant(grant)
  })
  serve(app, contract.voidGrant, ({ staff, params: { id }, body: { reason } }) =>
    voidGrant(services, staff, { id, reason }),
  )
  serve(app, contract.deliverGrant, async ({ staff, params: { id }, body }) =>
    presentGrant(await deliverGrant(services, staff, { id, isDelivered: body.delivered })),
  )
}

/** Changes to the grants of many players at once. */
export function adminPerkBatchRoutes(app: App, services: Services): void {
  serve(app, contract.listPerkBatches, async () => (await listBatches(services)).map(presentBatch))
  serve(app, contract.listOutages, () => listOutages(services))
  serve(app, contract.compensatePerks, ({ context, staff, body }) => {
    const { dryRun: isDryRun, ...request } = body
    const key = readIdempotencyKey(context)
    return compensatePerks(services, staff, { ...request, isDryRun }, key)
  })
  serve(app, contract.undoCompensation, ({ staff, params: { id }, body: { reason } }) =>
    undoBatch(services, staff, { id, kind: 'compensation', reason }),
  )
  serve(app, contract.transferPerks, ({ context, staff, body }) => {
    const { dryRun: isDryRun, ...request } = body
    const key = readIdempotencyKey(context)
    return transferPerks(services, staff, { ...request, isDryRun }, key)
  })
  serve(app, contract.undoTransfer, ({ staff, params: { id }, body: { reason } }) =>
    undoBatch(services, staff, { id, kind: 'transfer', reason }),
  )
  serve(app, contract.importPerks, ({ context, staff, body }) => {
    const { source, text = null, until, permanent, dryRun: isDryRun } = body
    const fallback = until !== undefined || permanent ? readTerm({ until, permanent }) : null
    const key = readIdempotencyKey(context)
    return importPerks(services, staff, { source, text, fallback, isDryRun }, key)
  })
  serve(app, contract.undoImport, ({ staff, params: { id }, body: { reason } }) =>
    undoBatch(services, staff, { id, kind: 'import', reason }),
  )
}

/** How perks are delivered. */
export function adminAdapterRoutes(app: App, services: Services): void {
  serve(app, contract.listAdapters, async () => {
    await renewComparisons(services)
    return (await listAdapters(services)).map(presentAdapter)
  })
  serve(app, contract.checkAdapter, async ({ params }): Promise<contract.AdapterCheck> => {
    const result = await checkAdapter(services, params.name)
    if (result.outcome === 'ready') {
      return { state: 'ready', reason: null, detail: null, notes: [...result.notes] }
    }
    const { outcome, code: reason, detail } = result
    return { state: outcome === 'retry' ? 'retrying' : outcome, reason, detail, notes: [] }
  })
  serve(app, contract.enableAdapter, async ({ staff, params }) =>
    presentAdapter(await enableAdapter(services, staff, params.name)),
  )
  serve(app, contract.listFileVersions, async ({ params }) =>
    (await listFileVersions(services, params.name)).map(presentVersion),
  )
  serve(app, contract.restoreFileVersion, async ({ staff, params: { name, id } }) =>
    presentAdapter(await restoreFile(services, staff, { name, versionId: id })),
  )
}

interface TermFields {
  readonly months?: number | undefined
  readonly until?: string | undefined
  readonly permanent?: true | undefined
}

/** One of them is given, or the rest is permanent. */
function readTerm({ months, until }: TermFields): GrantTerm {
  if (months !== undefined) return { kind: 'months', months }
  return until === undefined ? { kind: 'permanent' } : { kind: 'until', untilMs: Date.parse(until) }
}

function presentGrant({ grant, deliveries, ...times }: GrantRecord): contract.AdminGrant {
  const { perk } = grant
  const color = perk === colorPerk && grant.color !== null ? parseHexColor(grant.color) : null
  return {
    id: grant.id,
    steamId: grant.steam_id,
    perk,
    params: color ? { color } : {},
    source: grant.source ?? 'staff',
    orderId: grant.order_id,
    reason: grant.reason,
    grantedAt: grant.at.toISOString(),
    startsAt: times.startsAt?.toISOString() ?? null,
    endsAt: times.endsAt?.toISOString() ?? null,
    suspended: times.isSuspended,
    held: times.isHeld,
    voidedAt: times.voidedAt?.toISOString() ?? null,
    deliveries: deliveries.map((delivery) => ({
      adapter: delivery.adapter,
      state: delivery.state,
      reason: delivery.reason_code,
      detail: delivery.reason_detail,
      nextAt: delivery.next_at?.toISOString() ?? null,
      attempts: delivery.attempts.map(({ at, what, answer }) => {
        return { at: at.toISOString(), what, answer }
      }),
    })),
  }
}

function presentBatch({ batch, details }: PerkBatch): contract.PerkBatch {
  return {
    id: batch.id,
    kind: batch.kind,
    reason: batch.reason,
    actor: batch.actor,
    actorName: batch.actor_name,
    madeAt: batch.made_at.toISOString(),
    undoneAt: batch.undone_at?.toISOString() ?? null,
    count: details.players ?? details.grants ?? details.accepted ?? 0,
    hours: details.hours ?? null,
    from: details.from ?? null,
    to: details.to ?? null,
  }
}

function presentAdapter(adapter: AdapterRecord): contract.AdapterView {
  return {
    name: adapter.name,
    enabled: adapter.enabled_at !== null,
    state: adapter.state,
    reason: adapter.reason_code,
    detail: adapter.reason_detail,
    lastRunAt: adapter.last_run_at?.toISOString() ?? null,
    notes: [...(adapter.remembered.notes ?? [])],
    dryRun: adapter.dry_run,
  }
}

function presentVersion(version: FileVersion): contract.FileVersion {
  return {
    id: version.id,
    replacedAt: version.replaced_at.toISOString(),
    sha256: version.sha256,
    entries: readPriorityText(version.content).rows.length,
  }
}
