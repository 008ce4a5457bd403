import { Hono } from 'hono'
import {
  adminGrantsQuery,
  compensatePerksRequest,
  grantPerkRequest,
  importPerksRequest,
  perkDeliveredRequest,
  transferPerksRequest,
  undoPerksRequest,
  voidPerkRequest,
  type AdapterCheck,
  type AdapterList,
  type AdapterView,
  type AdminGrant,
  type AdminGrantPage,
  type FileVersionList,
  type OutageList,
  type PerkBatchList,
  type PerkCompensation,
  type PerkImport,
  type PerkTransferAnswer,
} from '#contract/admin-perks.ts'
import { parseHexColor } from '#domain/color.ts'
import { readPriorityText } from '#domain/perk-imports.ts'
import type { GrantTerm } from '#domain/perks.ts'
import { colorPerk } from '#domain/products.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-session.ts'
import { perkImportPath } from '#server/http/middleware/limit-bodies.ts'
import {
  readIdempotencyKey,
  readJson,
  readOptionalJson,
  readQuery,
  readUuid,
} from '#server/http/read-request.ts'
import type { Services } from '#server/services/context.ts'
import {
  checkAdapter,
  enableAdapter,
  listAdapters,
  listFileVersions,
  putFileBack,
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
export function adminGrantRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/perks', async (context) => {
      adminOf(context)
      const page = await listGrants(services, readQuery(context, adminGrantsQuery))
      const { rows, nextCursor } = page
      return context.json<AdminGrantPage>({ grants: rows.map(presentGrant), nextCursor })
    })
    .post('/api/admin/perks', async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const request = await readJson(context, grantPerkRequest)
      const { steamId, perk, reason, params } = request
      const [color, term] = [params?.color ?? null, readTerm(request)]
      const grant = await grantPerk(services, admin, { steamId, perk, color, term, reason }, key)
      return context.json<AdminGrant>(presentGrant(grant))
    })
    .delete('/api/admin/perks/:id', async (context) => {
      const admin = adminOf(context)
      const id = readUuid(context.req.param('id'), 'perk_not_found')
      const { reason } = await readJson(context, voidPerkRequest)
      await voidGrant(services, admin, { id, reason })
      return context.body(null, 204)
    })
    .post('/api/admin/perks/:id/delivered', async (context) => {
      const admin = adminOf(context)
      const id = readUuid(context.req.param('id'), 'perk_not_found')
      const { delivered: isDelivered } = await readJson(context, perkDeliveredRequest)
      const grant = await deliverGrant(services, admin, { id, isDelivered })
      return context.json<AdminGrant>(presentGrant(grant))
    })
}

/** Changes to the grants of many players at once. */
export function adminPerkBatchRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/perk-batches', async (context) => {
      adminOf(context)
      const batches = await listBatches(services)
      return context.json<PerkBatchList>(batches.map(presentBatch))
    })
    .get('/api/admin/outages', async (context) => {
      adminOf(context)
      return context.json<OutageList>(await listOutages(services))
    })
    .post('/api/admin/perk-compensations', async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const { dryRun: isDryRun, ...request } = await readJson(context, compensatePerksRequest)
      const result = await compensatePerks(services, admin, { ...request, isDryRun }, key)
      return context.json<PerkCompensation>(result)
    })
    .delete('/api/admin/perk-compensations/:id', async (context) => {
      const admin = adminOf(context)
      const id = readUuid(context.req.param('id'), 'not_found')
      const { reason } = await readOptionalJson(context, undoPerksRequest)
      await undoBatch(services, admin, { id, kind: 'compensation', reason })
      return context.body(null, 204)
    })
    .post('/api/admin/perk-transfers', async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const { dryRun: isDryRun, ...request } = await readJson(context, transferPerksRequest)
      const result = await transferPerks(services, admin, { ...request, isDryRun }, key)
      return context.json<PerkTransferAnswer>(result)
    })
    .delete('/api/admin/perk-transfers/:id', async (context) => {
      const admin = adminOf(context)
      const id = readUuid(context.req.param('id'), 'not_found')
      const { reason } = await readOptionalJson(context, undoPerksRequest)
      await undoBatch(services, admin, { id, kind: 'transfer', reason })
      return context.body(null, 204)
    })
    .post(perkImportPath, async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const request = await readJson(context, importPerksRequest)
      const { source, text = null, until, permanent, dryRun: isDryRun } = request
      const fallback = until !== undefined || permanent ? readTerm({ until, permanent }) : null
      const list = { source, text, fallback, isDryRun }
      const result = await importPerks(services, admin, list, key)
      return context.json<PerkImport>(result)
    })
    .delete(`${perkImportPath}/:id`, async (context) => {
      const admin = adminOf(context)
      const id = readUuid(context.req.param('id'), 'not_found')
      const { reason } = await readOptionalJson(context, undoPerksRequest)
      await undoBatch(services, admin, { id, kind: 'import', reason })
      return context.body(null, 204)
    })
}

/** How perks are delivered. */
export function adminAdapterRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/api/admin/adapters', async (context) => {
      adminOf(context)
      await renewComparisons(services)
      const adapters = await listAdapters(services)
      return context.json<AdapterList>(adapters.map(presentAdapter))
    })
    .post('/api/admin/adapters/:name/check', async (context) => {
      adminOf(context)
      const result = await checkAdapter(services, context.req.param('name'))
      if (result.outcome === 'ready') {
        const notes = [...result.notes]
        return context.json<AdapterCheck>({ state: 'ready', reason: null, detail: null, notes })
      }
      const { outcome, code: reason, detail } = result
      const state = outcome === 'retry' ? 'retrying' : outcome
      return context.json<AdapterCheck>({ state, reason, detail, notes: [] })
    })
    .post('/api/admin/adapters/:name/enable', async (context) => {
      const adapter = await enableAdapter(services, adminOf(context), context.req.param('name'))
      return context.json<AdapterView>(presentAdapter(adapter))
    })
    .get('/api/admin/adapters/:name/file-versions', async (context) => {
      adminOf(context)
      const versions = await listFileVersions(services, context.req.param('name'))
      return context.json<FileVersionList>(versions.map(presentVersion))
    })
    .post('/api/admin/adapters/:name/file-versions/:id/put-back', async (context) => {
      const admin = adminOf(context)
      const { name, id } = context.req.param()
      const versionId = readUuid(id, 'not_found')
      const adapter = await putFileBack(services, admin, { name, versionId })
      return context.json<AdapterView>(presentAdapter(adapter))
    })
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

function presentGrant({ grant, deliveries, ...times }: GrantRecord): AdminGrant {
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

function presentBatch({ batch, details }: PerkBatch): PerkBatchList[number] {
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

function presentAdapter(adapter: AdapterRecord): AdapterView {
  return {
    name: adapter.name,
    enabled: adapter.enabled_at !== null,
    state: adapter.state,
    reason: adapter.reason_code,
    detail: adapter.reason_detail,
    lastRunAt: adapter.last_run_at?.toISOString() ?? null,
    dryRun: adapter.dry_run,
    notes: [...(adapter.remembered.notes ?? [])],
  }
}

function presentVersion(version: FileVersion): FileVersionList[number] {
  return {
    id: version.id,
    replacedAt: version.replaced_at.toISOString(),
    sha256: version.sha256,
    entries: readPriorityText(version.content).rows.length,
  }
}
