import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders.ts'
import { perkSchedule } from '#domain/perks.ts'
import { findProduct, perkOf } from '#domain/products.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { products } from '#site/products.ts'
import { deliverByHand, deliveringAdapters } from './delivery-states.ts'
import { leastFar, readDeliveries, type Delivery } from './holdings.ts'
import { changePerks, findGrant, lockPerks, readLedgers } from './ledger.ts'

/**
 * Brings the perk of an order in line with its new status: the first payment grants it, an open
 * dispute suspends it, a won one resumes it, and a refund ends it. Orders from before the shop had
 * perks have no grant, so nothing happens here and the staff deals with them.
 */
export async function applyOrderToPerks(
  services: Pick<Services, 'clock' | 'perkAdapters'>,
  trx: Trx,
  order: Order,
  { status, isPaidNow }: { readonly status: OrderStatus; readonly isPaidNow: boolean },
): Promise<void> {
  const cause = { actor: 'order' }
  const { id: orderId, steam_id: steamId, duration_months: months, color } = order
  const product = findProduct(products, { type: order.item_type, name: order.item_name })
  const perk = product ? perkOf(product) : null
  if (isPaidNow && perk !== null && months !== null) {
    const term = { kind: 'months', months } as const
    const entry = { kind: 'granted', term, color, source: 'order', orderId } as const
    await changePerks(services, trx, [{ steamId, perk, entries: [entry] }], cause)
  }
  const kind = isPaidNow && status === 'settled' ? null : entryOf[status]
  if (!kind) return
  const grant = await findGrant(trx, { orderId })
  if (!grant) return
  const entries = [{ kind, grantId: grant.grantId }]
  await changePerks(services, trx, [{ steamId: grant.steamId, perk: grant.perk, entries }], cause)
}

/** Notes that the staff has handed over the perk of an order, or has taken it back. */
export async function deliverOrderByHand(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  orderId: string,
  isDelivered: boolean,
): Promise<void> {
  const grant = await findGrant(trx, { orderId })
  if (!grant) return
  const { steamId, perk } = grant
  await lockPerks(trx, [steamId])
  await deliverByHand(services, trx, { steamId, perk, isDelivered })
}

const entryOf: Readonly<Partial<Record<OrderStatus, 'voided' | 'suspended' | 'resumed'>>> = {
  refunded: 'voided',
  disputed: 'suspended',
  settled: 'resumed',
}

/** What an order brought, where it is now. */
export interface OrderPerk {
  readonly perk: string
  /** Null while a dispute suspends it. */
  readonly endsAt: Date | null
  readonly isSuspended: boolean
  /** Whether it was taken back before its time had run out. */
  readonly isVoided: boolean
  /** Whether a transfer has moved it to another Steam ID, whose delivery is not the buyer's to see. */
  readonly isMoved: boolean
  readonly delivery: Delivery | null
}

/** The perks of these orders, by order. */
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
    (await readLedgers(db, steamIds)).map(({ steamId, perk, entries }) => [
      `${steamId} ${perk}`,
      { entries, schedule: perkSchedule(entries) },
    ]),
  )
  const deliveries = await readDeliveries(services, steamIds)
  return new Map(
    rows.map(({ orderId, grantId, steamId, perk, isMoved }) => {
      const { entries = [], schedule } = ledgers.get(`${steamId} ${perk}`) ?? {}
      const runs = schedule?.runs.filter((run) => run.grantId === grantId) ?? []
      const isSuspended = schedule?.suspendedGrantIds.includes(grantId) ?? false
      // A grant that was voided before it began has no runs.
      const voids = entries.filter((entry) => entry.kind === 'voided' && entry.grantId === grantId)
      const ends = runs.length > 0 ? runs.map((run) => run.toMs) : voids.map(({ atMs }) => atMs)
      const toMs = Math.max(...ends)
      const endsAt = isSuspended || !Number.isFinite(toMs) ? null : new Date(toMs)
      const delivery = isMoved ? null : leastFar(services, deliveries, { steamId, perk })
      const isVoided = voids.some(({ atMs }) => atMs <= toMs)
      return [orderId, { perk, endsAt, isSuspended, isVoided, isMoved, delivery }]
    }),
  )
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
  { perkAdapters }: Pick<Services, 'perkAdapters'>,
  orderId: 'orders.id' | 'purchases.order_id',
) {
  const perks = products
    .flatMap((product) => perkOf(product) ?? [])
    .filter((perk) => deliveringAdapters(perkAdapters, perk).length > 0)
  return sql<boolean>`exists (
    select from perk_entries e
    where e.order_id = ${sql.ref(orderId)} and e.perk = any(${perks}))`
}
