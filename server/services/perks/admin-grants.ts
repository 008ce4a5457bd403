import { sql } from 'kysely'
import { z } from 'zod'
import type { AnswerOf, Call, QueryOf } from '#contract/endpoint.ts'
import * as contract from '#contract/admin-perks.ts'
import { parseHexColor, toHexColor } from '#domain/color.ts'
import { coverageAt, latestEndMs, perkSchedule, type GrantTerm } from '#domain/perks.ts'
import { clanColorPerk, colorPerk, isPerk } from '#domain/products.ts'
import type { Row } from '#server/db/schema.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { newestFirst, toPage, writeTimeCursor } from '#server/services/list-queries.ts'
import { requireRight } from '#server/services/require-right.ts'
import { invalidField, ServiceError } from '#server/services/service-error.ts'
import { manual, deliverManually, findStopped, isCurrent } from './delivery-states.ts'
import { readDeliveries } from './holdings.ts'
import { changePerks, lockPerks, readLedgers, toTerm, type PerkLedger } from './ledger.ts'

type Granting = Pick<Services, 'database' | 'clock' | 'perkAdapters' | 'site'>
type Entry = Row<'perk_entries'>
type Attempt = Row<'perk_attempts'>

/** A page of all grants, newest first. Refuses an invalid cursor with `validation_failed`. */
export async function listGrants(
  services: Granting,
  { steamId, state, cursor }: QueryOf<typeof contract.listGrants>,
): Promise<AnswerOf<typeof contract.listGrants>> {
  const { db } = services.database
  let query = db.selectFrom('perk_entries as e').selectAll('e').where('e.kind', '=', 'granted')
  if (steamId !== undefined) query = query.where('e.steam_id', '=', steamId)
  if (state === 'suspended') {
    query = query.where(sql<boolean>`exists (
      select from perk_coverage c
      where c.steam_id = e.steam_id and c.perk = e.perk and c.is_suspended)`)
  } else if (state !== undefined) {
    const isFound = state === 'unfinished' ? sql`d.state <> 'verified'` : sql`d.state = ${state}`
    const { rows } = await sql<{ adapter: string; perk: string }>`
      select distinct d.adapter, d.perk from perk_deliveries d where ${isFound}`.execute(db)
    const counting = rows.filter((row) => isCurrent(services.perkAdapters, row))
    query = query.where(sql<boolean>`exists (
      select from perk_deliveries d
      join jsonb_to_recordset(${JSON.stringify(counting)}::jsonb) as r (adapter text, perk text)
        on r.adapter = d.adapter and r.perk = d.perk
      where d.steam_id = e.steam_id and d.perk = e.perk and ${isFound})`)
  }
  const found = await newestFirst(query, ['e.at', 'e.id'], cursor)
  const { rows, nextCursor } = toPage(found, writeTimeCursor)
  return { grants: await describeGrants(services, rows), nextCursor }
}

const dayMs = 24 * 60 * 60_000

const storedGrant = z.object({ id: z.string() })

/**
 * Grants a perk, once per key. Refuses unknown ones, an end in the past, colours of others than tags,
 * and with `idempotency_key_reused`.
 */
export async function grantPerk(
  services: Granting,
  admin: Admin,
  request: Call<typeof contract.grantPerk>['body'],
  key: string | null = null,
): Promise<contract.AdminGrant> {
  const { steamId, perk, reason, params: { color = null } = {} } = request
  const term = readTerm(request)
  if (!term) {
    throw invalidField('months', 'exactly_one', 'Exactly one of days, months, until and permanent.')
  }
  requirePerk(services, perk, 'perk')
  requireFuture(services, term)
  if (isLong(term, services.clock())) requireRight(admin, 'perks.batch')
  if (color && perk !== colorPerk && perk !== clanColorPerk) {
    throw invalidField('params.color', 'no_color', 'This perk has no colour.')
  }
  const once = {
    scope: 'perk_grant',
    key,
    requestHash: hashRequest(request),
    now: services.clock(),
  }
  const grant = await services.database.transaction(async (trx) => {
    const { id } = await answerOnce(trx, once, storedGrant, async () => {
      const chosen = color && toHexColor(color)
      const entry = { kind: 'granted', term, color: chosen, source: 'staff' } as const
      const cause = { actor: admin.actor, reason }
      await changePerks(services, trx, [{ steamId, perk, entries: [entry] }], cause)
      const granted = await trx
        .selectFrom('perk_entries')
        .select('id')
        .where('steam_id', '=', steamId)
        .where('perk', '=', perk)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await writeAudit(services, trx, admin, {
        action: 'perk_granted',
        subject: `perk:${granted.id}`,
        after: { steamId, perk, term, color: chosen, reason },
      })
      return granted
    })
    return findGranted(trx, id)
  })
  return describeGrant(services, grant)
}

/** Whether it is more than everybody who may give perks may give or take. */
function isLong(term: GrantTerm, now: Date): boolean {
  if (term.kind === 'permanent') return true
  if (term.kind === 'months') return term.months > contract.longestSmallGrant.months
  const ms = term.kind === 'until' ? term.untilMs - now.getTime() : term.ms
  return ms > contract.longestSmallGrant.days * dayMs
}

/**
 * Takes back what is left of a grant. Repeating it changes nothing. Refuses with `perk_not_found`, and
 * with `forbidden` what was bought, or lasts long, somebody who may not give as much.
 */
export async function voidGrant(
  services: Granting,
  admin: Admin,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const granted = await findGranted(trx, id)
    const { steam_id: steamId, perk, source, at } = granted
    if (source !== 'staff' || isLong(toTerm(granted), at)) requireRight(admin, 'perks.batch')
    await lockPerks(trx, [steamId])
    const voided = await trx
      .selectFrom('perk_entries')
      .select('id')
      .where('grant_id', '=', id)
      .where('steam_id', '=', steamId)
      .where('kind', '=', 'voided')
      .executeTakeFirst()
    // Also what a transfer has moved away.
    if (voided) return
    const entries = [{ kind: 'voided', grantId: id } as const]
    await changePerks(services, trx, [{ steamId, perk, entries }], { actor: admin.actor, reason })
    await writeAudit(services, trx, admin, {
      action: 'perk_voided',
      subject: `perk:${id}`,
      after: { steamId, perk, reason },
    })
  })
}

/**
 * Notes that the staff has handed over a perk, or has taken it back. Refuses with `perk_not_found`,
 * and with `perk_not_by_hand` where an adapter delivers it.
 */
export async function deliverGrant(
  services: Granting,
  admin: Admin,
  { id, isDelivered }: { readonly id: string; readonly isDelivered: boolean },
): Promise<contract.AdminGrant> {
  const grant = await services.database.transaction(async (trx) => {
    const granted = await findGranted(trx, id)
    const { steam_id: steamId, perk } = granted
    if (!isCurrent(services.perkAdapters, { adapter: manual, perk })) {
      throw new ServiceError('perk_not_by_hand')
    }
    await lockPerks(trx, [steamId])
    const isChanged = await deliverManually(services, trx, { steamId, perk, isDelivered })
    if (isChanged) {
      await writeAudit(services, trx, admin, {
        action: 'perk_delivery_changed',
        subject: `perk:${id}`,
        after: { steamId, perk, delivered: isDelivered },
      })
    }
    return granted
  })
  return describeGrant(services, grant)
}

interface TermFields {
  readonly days?: number | undefined
  readonly months?: number | undefined
  readonly until?: string | undefined
  readonly permanent?: true | undefined
}

/** Null when none of them is given. */
export function readTerm({ days, months, until, permanent }: TermFields): GrantTerm | null {
  if (days !== undefined) return { kind: 'time', ms: days * dayMs }
  if (months !== undefined) return { kind: 'months', months }
  if (until !== undefined) return { kind: 'until', untilMs: Date.parse(until) }
  return permanent ? { kind: 'permanent' } : null
}

/** Refuses unknown perks, naming the field. */
export function requirePerk({ site }: Pick<Services, 'site'>, perk: string, path: string): void {
  if (!isPerk(site.current().products, perk))
    throw invalidField(path, 'unknown_perk', 'There is no such perk.')
}

/** Refuses an end that is not ahead. */
export function requireFuture({ clock }: Pick<Services, 'clock'>, term: GrantTerm | null): void {
  if (term?.kind === 'until' && term.untilMs <= clock().getTime()) {
    throw invalidField('until', 'in_past', 'This time has passed.')
  }
  if (term?.kind === 'until' && term.untilMs > latestEndMs) {
    throw invalidField('until', 'after_2100', 'The end is in 2100 at the latest.')
  }
}

async function findGranted(trx: Trx, id: string): Promise<Entry> {
  const grant = await trx
    .selectFrom('perk_entries')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'granted')
    .executeTakeFirst()
  if (!grant) throw new ServiceError('perk_not_found')
  return grant
}

async function describeGrant(services: Granting, grant: Entry): Promise<contract.AdminGrant> {
  const [view] = await describeGrants(services, [grant])
  if (!view) throw new ServiceError('perk_not_found')
  return view
}

async function describeGrants(
  services: Granting,
  grants: readonly Entry[],
): Promise<readonly contract.AdminGrant[]> {
  if (grants.length === 0) return []
  const { db } = services.database
  const steamIds = [...new Set(grants.map((grant) => grant.steam_id))]
  const [ledgers, deliveries, attempts, stopped] = await Promise.all([
    readLedgers(db, steamIds),
    readDeliveries(services, steamIds),
    readAttempts(services, steamIds),
    findStopped(db, steamIds),
  ])
  return grants.flatMap((grant) => {
    const { id, steam_id: steamId, perk } = grant
    const ledger = ledgers.find((one) => one.steamId === steamId && one.perk === perk)
    if (!ledger) return []
    const color = perk === colorPerk && grant.color !== null ? parseHexColor(grant.color) : null
    return {
      id,
      steamId,
      perk,
      params: color ? { color } : {},
      source: grant.source ?? 'staff',
      orderId: grant.order_id,
      reason: grant.reason,
      grantedAt: grant.at.toISOString(),
      ...timesOf(grant, ledger, services.clock()),
      stopped: stopped.has(steamId),
      deliveries: deliveries
        .filter((delivery) => delivery.steam_id === steamId && delivery.perk === perk)
        .map(({ adapter, ...delivery }) => ({
          adapter,
          state: delivery.state,
          reason: delivery.reason_code,
          detail: delivery.reason_detail,
          nextAt: delivery.next_at?.toISOString() ?? null,
          attempts: (attempts.get(`${adapter} ${steamId} ${perk}`) ?? []).map(
            ({ at, what, answer }) => ({ at: at.toISOString(), what, answer }),
          ),
        })),
    }
  })
}

function timesOf({ id }: Entry, { entries }: PerkLedger, now: Date) {
  const schedule = perkSchedule(entries)
  const runs = schedule.runs.filter(({ grantId }) => grantId === id)
  const isSuspended = schedule.suspendedGrantIds.includes(id)
  const hasTimes = !isSuspended && runs.length > 0
  const toMs = Math.max(...runs.map((run) => run.toMs))
  const voided = entries.find((entry) => entry.kind === 'voided' && entry.grantId === id)
  return {
    startsAt: hasTimes ? isoTime(Math.min(...runs.map(({ fromMs }) => fromMs))) : null,
    endsAt: hasTimes && toMs < Number.POSITIVE_INFINITY ? isoTime(toMs) : null,
    suspended: isSuspended,
    held: coverageAt(schedule, now.getTime()) !== null,
    voidedAt: voided ? isoTime(voided.atMs) : null,
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

const attemptsShown = 20

/** The newest of each delivery, and the faults of whole runs while it waits. */
async function readAttempts(
  { database: { db } }: Pick<Services, 'database'>,
  steamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Attempt[]>> {
  const { rows } = await sql<Attempt & { key: string }>`
    select d.adapter || ' ' || d.steam_id || ' ' || d.perk as key, a.*
    from perk_deliveries d cross join lateral (
      select * from (
        (select * from perk_attempts own
          where own.steam_id = d.steam_id and own.perk = d.perk and own.adapter = d.adapter
          order by own.id desc limit ${attemptsShown})
        union all
        (select * from perk_attempts run
          where run.steam_id is null and run.perk is null and run.adapter = d.adapter
            and run.code is not null and run.at >= d.queued_at and d.state <> 'verified'
          order by run.id desc limit ${attemptsShown})
      ) known order by id desc limit ${attemptsShown}
    ) a
    where d.steam_id = any(${steamIds})
    order by a.id desc`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}
