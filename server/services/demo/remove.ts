import { sql, type RawBuilder } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff.ts'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import { testConnection } from '#server/services/connections/checks.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { manual, queued } from '#server/services/perks/delivery-states.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import { publishListingEvent } from '#server/services/team/change-listings.ts'
import { removeGoal } from './goal.ts'
import { awaitSandbox } from './sandbox-calls.ts'

/** When the shop was filled with demo data; null when there is none, or none any more. */
export async function findDemoData({
  database,
}: Pick<Services, 'database'>): Promise<AnswerOf<typeof contract.findDemoData>> {
  const filled = await database.db
    .selectFrom('demo_rows')
    .select('id')
    .where('kind', '=', 'filled')
    .executeTakeFirst()
  return { filledAt: filled?.id ?? null }
}

/** The ledgers, whose triggers refuse every change. */
const appendOnly = ['krypto_transactions', 'krypto_balance', 'perk_entries', 'audit_log'] as const

/** Tables whose rows others change one after the other, in their order. */
const locked = [
  'orders',
  'krypto_orders',
  'shop_items',
  'team_listings',
  'krypto_balance',
  'krypto_transactions',
  'perk_entries',
  'perk_deliveries',
  'audit_log',
]

/**
 * Removes the demo data and nothing else: a Steam ID with which somebody has paid, bought or got
 * something since keeps its orders, perks and Kr, and a skin that the owner has changed stays.
 * Repeating it changes nothing.
 */
export async function removeDemoData(services: Services, admin: Admin): Promise<void> {
  await removeGoal(services, admin)
  await removeRows(services, admin)
  const sandbox = services.config.sandbox.needed ? await awaitSandbox(services.config) : null
  if (!sandbox) return
  await sandbox.mendAll()
  await testConnection(services, 'stripe')
}

async function removeRows(services: Services, admin: Admin): Promise<void> {
  await services.database.withoutStatementTimeout.transaction().execute(async (trx) => {
    await acquireAdvisoryLock(trx, 'demo-data')
    const filled = await trx
      .selectFrom('demo_rows')
      .select('id')
      .where('kind', '=', 'filled')
      .executeTakeFirst()
    if (!filled) return
    // Waits for concurrent purchases, and then for none in the middle, which could wait for this.
    await sql`lock table ${sql.join(locked.map((name) => sql.table(name)))} in exclusive mode`.execute(
      trx,
    )
    for (const name of appendOnly) {
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
    }
    const steamIds = await findUntouched(trx)
    await removePerks(services, trx, steamIds)
    await removeOrders(trx, steamIds)
    await removeKryptonite(trx, steamIds)
    await removeOffers(trx, services.clock())
    await removePublic(trx, filled.id)
    await sql`delete from audit_log r where ${isDemo('audit_log', sql`r.id`)}`.execute(trx)
    for (const name of appendOnly) {
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    }
    await sql`delete from demo_rows`.execute(trx)
    const removed = {
      action: 'demo_data_removed',
      subject: 'demo_data:shop',
      before: { filledAt: filled.id },
    } as const
    await writeAudit(services, trx, admin, removed)
  })
}

function isDemo(kind: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from demo_rows known where known.kind = ${kind} and known.id = ${id}::text)`
}

/** The Steam IDs of the demo with which nobody has done anything since. */
async function findUntouched(trx: Trx): Promise<readonly string[]> {
  const id = sql`r.id`
  const { rows } = await sql<{ steamId: string }>`
    select steam_id as "steamId" from orders r where ${isDemo('orders', id)}
    union select steam_id from perk_entries r where ${isDemo('perk_entries', id)}
    union select steam_id from krypto_transactions r where ${isDemo('krypto_transactions', id)}
    union select steam_id from krypto_orders r where ${isDemo('krypto_orders', id)}
    except (
      select steam_id from perk_entries r where not ${isDemo('perk_entries', id)}
      union select steam_id from krypto_transactions r
        where not ${isDemo('krypto_transactions', id)}
      union select steam_id from krypto_orders r where not ${isDemo('krypto_orders', id)}
      union select o.steam_id from payments r join orders o on o.id = r.order_id
        where not ${isDemo('payments', id)}
    )`.execute(trx)
  return rows.map(({ steamId }) => steamId)
}

/** What was delivered is taken back by the next run of its adapter. */
async function removePerks(
  { clock }: Services,
  trx: Trx,
  steamIds: readonly string[],
): Promise<void> {
  const isTheirs = sql`steam_id = any(${steamIds}::text[])`
  await sql`delete from perk_entries where ${isTheirs}`.execute(trx)
  await sql`delete from perk_coverage where ${isTheirs}`.execute(trx)
  await sql`
    delete from perk_batches r where ${isDemo('perk_batches', sql`r.id`)}
      and not exists (select from perk_entries e where e.batch_id = r.id)`.execute(trx)
  await sql`
    delete from perk_deliveries
    where ${isTheirs} and (not is_ours or adapter = ${manual})`.execute(trx)
  await sql`
    update perk_deliveries d set ${queued(clock())} where ${isTheirs}`.execute(trx)
  await sql`delete from perk_attempts where ${isTheirs}`.execute(trx)
  await sql`delete from perk_reminders_sent where ${isTheirs}`.execute(trx)
  await sql`delete from messages where perk_steam_id = any(${steamIds}::text[])`.execute(trx)
}

/** Those that somebody has used since stop, because their orders name them. */
async function removeOffers(trx: Trx, now: Date): Promise<void> {
  const isOurs = isDemo('offers', sql`r.id`)
  await sql`
    delete from offer_redemptions g using offers r where g.offer_id = r.id and ${isOurs}
      and not exists (
        select from krypto_transactions t where t.source = 'gift:' || g.id)`.execute(trx)
  await sql`
    delete from offers r where ${isOurs}
      and not exists (select from orders where offer_id = r.id)
      and not exists (select from krypto_orders where offer_id = r.id)
      and not exists (select from offer_redemptions where offer_id = r.id)`.execute(trx)
  await sql`
    update offers r set ends_at = greatest(starts_at, ${now})
    where ${isOurs} and (ends_at is null or ends_at > ${now})`.execute(trx)
  await publishEvents(trx, sql`select 'site', '{}'::jsonb, null`)
}

async function removeOrders(trx: Trx, steamIds: readonly string[]): Promise<void> {
  const orders = sql`
    select r.id from orders r
    where ${isDemo('orders', sql`r.id`)} and r.steam_id = any(${steamIds}::text[])`
  // A stray payment that the owner has assigned to a real order is the order's.
  const payments = sql`
    select r.id from payments r
    where ${isDemo('payments', sql`r.id`)} and (r.order_id is null or r.order_id in (${orders}))`
  await sql`
    delete from messages where order_id in (${orders}) or payment_id in (${payments})`.execute(trx)
  await sql`
    delete from disputes where (provider, payment_reference) in (
      select provider, reference from payments where id in (${payments}))`.execute(trx)
  await sql`delete from payments where id in (${payments})`.execute(trx)
  await sql`delete from purchases where order_id in (${orders})`.execute(trx)
  await sql`delete from provider_orders where order_id in (${orders})`.execute(trx)
  await sql`delete from orders where id in (${orders})`.execute(trx)
}

async function removeKryptonite(trx: Trx, steamIds: readonly string[]): Promise<void> {
  const isTheirs = sql`steam_id = any(${steamIds}::text[])`
  const packs = sql`select id from krypto_orders where ${isTheirs}`
  await sql`delete from messages where krypto_order_id in (${packs})`.execute(trx)
  await sql`
    delete from disputes where payment_reference in (
      select payment_intent from krypto_orders where ${isTheirs})`.execute(trx)
  await sql`
    delete from task_notes where skin_purchase_id in (
      select id from skin_purchases where ${isTheirs})`.execute(trx)
  await sql`delete from skin_purchases where ${isTheirs}`.execute(trx)
  await sql`delete from krypto_transactions where ${isTheirs}`.execute(trx)
  await sql`delete from krypto_balance where ${isTheirs}`.execute(trx)
  await sql`delete from krypto_orders where ${isTheirs}`.execute(trx)
}

/** What everybody sees, and the accounts with which nobody has signed in. */
async function removePublic(trx: Trx, filledAt: string): Promise<void> {
  await sql`
    delete from shop_items r where ${isDemo('shop_items', sql`r.id`)} and not exists (
      select from audit_log a
      where a.subject = 'shop_item:' || r.id and not ${isDemo('audit_log', sql`a.id`)}
    )`.execute(trx)
  const { rows: listings } = await sql<{ id: string }>`
    delete from team_listings r
    where ${isDemo('team_listings', sql`r.id`)} and edited_revision = 1
    returning r.id`.execute(trx)
  for (const { id } of listings) await publishListingEvent(trx, { change: 'gone', id })
  await sql`delete from game_server_samples where sampled_at < ${filledAt}::timestamptz`.execute(
    trx,
  )
  await sql`
    delete from people r where ${isDemo('people', sql`r.discord_id`)} and not exists (
      select from audit_log a
      where a.subject = 'person:' || r.discord_id and not ${isDemo('audit_log', sql`a.id`)}
    )`.execute(trx)
  await sql`
    delete from users r where ${isDemo('users', sql`r.id`)}
      and not exists (select from sessions s where s.user_id = r.id)
      and not exists (select from orders o where o.user_id = r.id)
      and not exists (select from skin_purchases p where p.user_id = r.id)`.execute(trx)
}
