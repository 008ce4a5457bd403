import { sql } from 'kysely'
import type { OrderView } from '#contract/checkout.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { perkSchedule, type PerkLedgerEntry } from '#domain/perks.ts'
import { perkOf, productOfOffer } from '#domain/products.ts'
import type { Row } from '#server/db/schema.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { deliverManually, deliveringAdapters, findStopped } from './delivery-states.ts'
import {
  deliveryView,
  furthestBehind,
  readDeliveries,
  runsWithCompensations,
  type Delivery,
} from './holdings.ts'
import { changePerks, findGrant, lockPerks, readLedgers } from './ledger.ts'

/**
 * Brings the perk of an order in line with its new status: the first payment grants it, an open
 * dispute suspends it, a won one resumes it, and a refund ends it. Orders from before the shop had
 * perks have no grant, so nothing happens here and the staff deals with them.
 */
export async function applyOrderToPerks(
  services: Pick<Services, 'clock' | 'perkAdapters' | 'site'>,
  trx: Trx,
  order: Row<'orders'>,
  { status, isPaidNow }: { readonly status: OrderStatus; readonly isPaidNow: boolean },
): Promise<void> {
  const cause = { actor: 'order' }
  const { id: orderId, steam_id: steamId, duration_months: months, color } = order
  const product = productOfOffer(services.site.current().products, order.offer_key)
  const perk = product ? perkOf(product) : null
  if (isPaidNow && perk !== null && months !== null) {
    const term = { kind: 'months', months } as const
    const entry = { kind: 'granted', term, color, source: 'order', orderId } as const
    await changePerks(services, trx, [{ steamId, perk, entries: [entry] }], cause)
  }
  const kind = isPaidNow && status === 'paid' ? null : entryOf[status]
  if (!kind) return
  const grant = await findGrant(trx, { orderId })
  if (!grant) return
  const entries = [{ kind, grantId: grant.grantId }]
  await changePerks(services, trx, [{ steamId: grant.steamId, perk: grant.perk, entries }], cause)
}

/** Notes that the staff has handed over the perk of an order, or has taken it back. */
export async function deliverOrderManually(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  orderId: string,
  isDelivered: boolean,
): Promise<void> {
  const grant = await findGrant(trx, { orderId })
  if (!grant) return
  const { steamId, perk } = grant
  await lockPerks(trx, [steamId])
  await deliverManually(services, trx, { steamId, perk, isDelivered })
}

const entryOf: Readonly<Partial<Record<OrderStatus, 'voided' | 'suspended' | 'resumed'>>> = {
  refunded: 'voided',
  disputed: 'suspended',
  paid: 'resumed',
}

type OrderPerk = NonNullable<OrderView['perk']>

/** The perks of these orders, by order, where they are now. */
export async function readOrderPerks(
  services: Pick<Services, 'database' | 'perkAdapters'>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderPerk>> {
  const { db } = services.database
  const { rows } = await sql<OrderGrant>`
    with recursive chain as (
      select order_id, id, steam_id, perk, steam_id as bought_for, 0 as moves from perk_entries
      where kind = 'granted' and order_id = any(${orderIds}::uuid[])
      union all
      select chain.order_id, e.id, e.steam_id, e.perk, chain.bought_for, chain.moves + 1
      from perk_entries e join chain on e.moved_from = chain.id
    )
    select distinct on (order_id) order_id as "orderId", id as "grantId", steam_id as "steamId", perk,
      steam_id <> bought_for as "isMoved"
    from chain order by order_id, moves desc`.execute(db)
  if (rows.length === 0) return new Map()
  const steamIds = rows.map(({ steamId }) => steamId)
  const ledgers = new Map(
    (await readLedgers(db, steamIds)).map((ledger) => [
      `${ledger.steamId} ${ledger.perk}`,
      { ledger, schedule: perkSchedule(ledger.entries) },
    ]),
  )
  const deliveries = await readDeliveries(services, steamIds)
  const stopped = await findStopped(db, steamIds)
  const puts = await db
    .selectFrom('perk_attempts')
    .select(['adapter', 'steam_id', 'perk', 'at'])
    .where('steam_id', 'in', steamIds)
    .where('what', '=', 'put')
    .where('code', 'is', null)
    .orderBy('id')
    .execute()
  return new Map(
    rows.flatMap(({ orderId, grantId, steamId, perk, isMoved }) => {
      const known = ledgers.get(`${steamId} ${perk}`)
      if (!known) return []
      const { ledger, schedule } = known
      const isSuspended = schedule.suspendedGrantIds.includes(grantId)
      const ofGrant = ledger.entries.filter(
        (entry) => 'grantId' in entry && entry.grantId === grantId,
      )
      const voids = ofGrant.filter(({ kind }) => kind === 'voided')
      const runs = runsWithCompensations(ledger, schedule, (id) => id === grantId)
      // A grant that was voided before it began has no runs.
      const ends = runs.length > 0 ? runs.map(({ toMs }) => toMs) : voids.map(({ atMs }) => atMs)
      const toMs = Math.max(...ends)
      const fromMs = Math.min(...runs.map((run) => run.fromMs))
      const timeOf = (ms: number) =>
        isSuspended || !Number.isFinite(ms) ? null : new Date(ms).toISOString()
      const current = furthestBehind(services, deliveries, { steamId, perk })
      const orderPerk: OrderPerk = {
        perk,
        startsAt: timeOf(fromMs),
        endsAt: timeOf(toMs),
        voided: voids.some(({ atMs }) => atMs <= toMs),
        delivery: deliveryView(deliveryOf(ofGrant, current, puts), {
          isSuspended,
          isStopped: stopped.has(steamId),
          isMoved,
        }),
      }
      return [[orderId, orderPerk] as const]
    }),
  )
}

type Put = Pick<Row<'perk_attempts'>, 'adapter' | 'steam_id' | 'perk' | 'at'>

/**
 * The delivery of a grant. What is under way now, such as a compensation or a renewal, is not its own
 * when it has begun later, and the adapter had put the grant into the game: that stays delivered.
 */
function deliveryOf(
  ofGrant: readonly PerkLedgerEntry[],
  current: Delivery | null,
  puts: readonly Put[],
): Delivery | null {
  const grantedMs = ofGrant.findLast(({ kind }) => kind === 'granted' || kind === 'resumed')?.atMs
  if (!current?.put_at || grantedMs === undefined || current.queued_at.getTime() <= grantedMs) {
    return current
  }
  const { adapter, steam_id: steamId, perk } = current
  // A renewal is put into the game again, with its end.
  const put = puts.find(
    (it) =>
      it.adapter === adapter &&
      it.steam_id === steamId &&
      it.perk === perk &&
      it.at.getTime() >= grantedMs,
  )
  const at = current.put_at.getTime() >= grantedMs ? current.put_at : put?.at
  if (!at) return current
  const steps = [{ state: 'verified', at: at.toISOString() }] as const
  return { ...current, state: 'verified', steps, reason_code: null }
}

interface OrderGrant {
  readonly orderId: string
  readonly grantId: string
  readonly steamId: string
  readonly perk: string
  readonly isMoved: boolean
}

/** Whether an adapter that is configured now delivers what this order brought, so the staff need not. */
export function isDeliveredByAdapter(
  { perkAdapters, site }: Pick<Services, 'perkAdapters' | 'site'>,
  orderId: 'orders.id' | 'purchases.order_id',
) {
  const perks = site
    .current()
    .products.flatMap((product) => perkOf(product) ?? [])
    .filter((perk) => deliveringAdapters(perkAdapters, perk).length > 0)
  return sql<boolean>`exists (
    select from perk_entries e
    where e.order_id = ${sql.ref(orderId)} and e.perk = any(${perks}))`
}
