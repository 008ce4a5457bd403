import { sql } from 'kysely'
import type { Ban, BannedPlayer, SaveBanRequest } from '#contract/bans.ts'
import { refundAddress } from '#domain/refunds.ts'
import { mayDo } from '#domain/rights.ts'
import type { Row } from '#server/db/schema.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import { actorName, writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { requeuePerks } from '#server/services/perks/ledger.ts'
import { requireRight } from '#server/services/require-right.ts'
import { invalidField, ServiceError } from '#server/services/service-error.ts'
import { paidWhileBanned } from './bans.ts'

type Banning = Pick<Services, 'database' | 'clock' | 'perkAdapters' | 'log'>

/** The ban of a Steam ID, and for staff who may ban from the shop what was bought for it. */
export async function readBan(
  { database: { db }, clock }: Pick<Services, 'database' | 'clock'>,
  { role }: Pick<Admin, 'role'>,
  steamId: string,
): Promise<BannedPlayer> {
  const found = await db
    .selectFrom('bans')
    .selectAll()
    .select(actorName('bans.banned_by').as('name'))
    .where('steam_id', '=', steamId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', clock())]))
    .executeTakeFirst()
  const ban = found
    ? { ...viewOf(found), bannedBy: found.name, bannedAt: found.banned_at.toISOString() }
    : null
  if (!mayDo(role, 'bans.shop')) return { ban, purchases: null }
  const { rows: paid } = await sql<StoredPurchase>`
    select o.id, 'order' as kind, o.item_name as name, o.price_cents as "priceCents", o.currency,
      coalesce(o.paid_at, p.made_at) as "paidAt", o.provider_mode as mode, p.reference
    from orders o
    left join payments p on p.order_id = o.id or (p.kept_for = o.id and p.resolved_at is null)
    where o.steam_id = ${steamId} and (o.status in ('paid', 'disputed') or p.kept_for = o.id)
    union all
    select id, 'pack', amount || ' Kr', price_cents, currency, coalesce(paid_at, created_at),
      provider_mode, payment_intent
    from krypto_orders
    where steam_id = ${steamId} and (status in ('paid', 'disputed') or mismatch = ${paidWhileBanned})
    order by "paidAt" desc limit 20`.execute(db)
  const { rows: open } = await sql<{ count: number }>`
    select (select count(*) from orders
        where steam_id = ${steamId} and status in ('pending', 'processing')
          and not exists (
            select from payments where kept_for = orders.id and resolved_at is null))
      + (select count(*) from krypto_orders
        where steam_id = ${steamId} and status in ('pending', 'processing') and mismatch is null)
      as count`.execute(db)
  return {
    ban,
    purchases: { paid: paid.map(presentPurchase), open: open[0]?.count ?? 0 },
  }
}

type Purchase = NonNullable<BannedPlayer['purchases']>['paid'][number]

interface StoredPurchase extends Omit<Purchase, 'paidAt' | 'refundUrl'> {
  readonly paidAt: Date
  readonly mode: Row<'orders'>['provider_mode']
  readonly reference: string | null
}

function presentPurchase({ paidAt, mode, reference, ...bought }: StoredPurchase): Purchase {
  const provider = bought.kind === 'order' ? 'paypal' : 'stripe'
  const refundUrl = reference === null ? null : refundAddress(provider, mode, reference)
  return { ...bought, paidAt: paidAt.toISOString(), refundUrl }
}

/**
 * Bans a Steam ID, or changes its ban; saying the same again changes nothing. Refuses with `forbidden`,
 * with `ban_changed` when the ban is not the one that they saw, and with `validation_failed` an end that
 * has passed.
 */
export async function saveBan(
  services: Banning,
  admin: Admin,
  steamId: string,
  { reason, until, from, stopPerks = false, seen }: SaveBanRequest,
): Promise<BannedPlayer> {
  const { database, clock } = services
  const now = clock()
  if (until && Date.parse(until) <= now.getTime()) {
    throw invalidField('until', 'not_after', 'must be in the future')
  }
  const next = {
    reason,
    until: until ? new Date(until) : null,
    from_shop: from.includes('shop'),
    from_team: from.includes('team'),
    stops_perks: stopPerks,
  }
  await database.transaction(async (trx) => {
    const before = await lockBan(services, trx, steamId)
    for (const one of [before, next]) requireRightFor(admin, one)
    const current = before?.banned_at.toISOString() ?? null
    if (before && JSON.stringify(viewOf(before)) === JSON.stringify(viewOf(next))) return
    if (seen !== undefined && seen !== current) throw new ServiceError('ban_changed')
    const banned = { ...next, banned_by: admin.actor, banned_at: now }
    await trx
      .insertInto('bans')
      .values({ steam_id: steamId, ...banned })
      .onConflict((conflict) => conflict.column('steam_id').doUpdateSet(banned))
      .execute()
    if (next.stops_perks !== (before?.stops_perks ?? false)) {
      await requeuePerks(services, trx, steamId)
    }
    await writeAudit(services, trx, admin, {
      action: 'ban_saved',
      subject: `ban:${steamId}`,
      before: before && logged(before),
      after: logged(next),
    })
  })
  return readBan(services, admin, steamId)
}

/**
 * Lifts a ban; repeating it changes nothing. Refuses with `forbidden`, and with `ban_changed` when the
 * ban is not the one that they saw.
 */
export async function liftBan(
  services: Banning,
  admin: Admin,
  steamId: string,
  seen?: string,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const before = await lockBan(services, trx, steamId)
    if (!before) return
    requireRightFor(admin, before)
    if (seen !== undefined && seen !== before.banned_at.toISOString()) {
      throw new ServiceError('ban_changed')
    }
    await endBan(services, trx, before, admin)
  })
}

/**
 * Ends the bans whose time is over, which refuse nothing since: perks come back. What was kept back
 * because of a ban that is over is delivered by its next check.
 */
export async function liftEndedBans(services: Banning): Promise<void> {
  const { database, clock, log } = services
  const ended = await database.db
    .selectFrom('bans')
    .select('steam_id')
    .where('until', '<=', clock())
    .execute()
  for (const { steam_id: steamId } of ended) {
    try {
      await database.transaction((trx) => lockBan(services, trx, steamId))
    } catch (error) {
      log.error({ err: error, steamId }, 'ban not ended')
    }
  }
  await releasePayments(services)
}

/**
 * Locks the ban of a Steam ID. One that is over is ended first, so that whoever was faster than the job
 * leaves nothing behind.
 */
async function lockBan(services: Banning, trx: Trx, steamId: string): Promise<StoredBan | null> {
  // Also where there is no row yet to lock.
  await acquireAdvisoryLock(trx, `ban:${steamId}`)
  const stored = await trx
    .selectFrom('bans')
    .selectAll()
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  if (!stored) return null
  if (stored.until === null || stored.until > services.clock()) return stored
  await endBan(services, trx, stored, { actor: 'shop' })
  return null
}

type StoredBan = Row<'bans'>

async function endBan(
  services: Banning,
  trx: Trx,
  ban: StoredBan,
  by: { readonly actor: Admin['actor'] | 'shop' },
): Promise<void> {
  await trx.deleteFrom('bans').where('steam_id', '=', ban.steam_id).execute()
  if (ban.stops_perks) await requeuePerks(services, trx, ban.steam_id)
  await writeAudit(services, trx, by, {
    action: 'ban_lifted',
    subject: `ban:${ban.steam_id}`,
    before: logged(ban),
  })
}

/**
 * Lets the next check deliver what was kept back and what no ban counts for any more: asked each time,
 * because a payment can be recorded while its ban is being lifted.
 */
async function releasePayments({ database: { db }, clock }: Banning): Promise<void> {
  const now = clock()
  await sql`
    update orders set next_check_at = ${now} where id in (
      select o.id from orders o join payments p on p.kept_for = o.id
      where o.status = 'processing' and p.status = 'completed' and p.resolved_at is null
        and find_ban('shop', o.steam_id, o.user_id, ${now}) is null
      for update of o skip locked)`.execute(db)
  await sql`
    update krypto_orders set mismatch = null, next_check_at = ${now} where id in (
      select id from krypto_orders
      where mismatch = ${paidWhileBanned}
        and find_ban('shop', steam_id, user_id, ${now}) is null
      for update skip locked)`.execute(db)
}

type BanTerms = Pick<StoredBan, 'reason' | 'until' | 'from_shop' | 'from_team' | 'stops_perks'>

function requireRightFor(admin: Admin, ban: BanTerms | null): void {
  if (ban?.from_shop || ban?.stops_perks) requireRight(admin, 'bans.shop')
}

function viewOf(ban: BanTerms): Omit<Ban, 'bannedBy' | 'bannedAt'> {
  return {
    reason: ban.reason,
    until: ban.until?.toISOString() ?? null,
    from: [
      ...(ban.from_shop ? (['shop'] as const) : []),
      ...(ban.from_team ? (['team'] as const) : []),
    ],
    stopPerks: ban.stops_perks,
  }
}

/** As the log names it, where `from` is the Steam ID of a transfer. */
function logged(ban: BanTerms) {
  const { from, ...terms } = viewOf(ban)
  return { ...terms, bannedFrom: from.length > 1 ? 'both' : from[0] }
}
