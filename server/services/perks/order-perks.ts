import type { OrderStatus } from '#domain/orders.ts'
import { findProduct, perkOf } from '#domain/products.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { products } from '#site/products.ts'
import { deliverByHand } from './delivery-states.ts'
import { changePerks, findGrant, lockPerks } from './ledger.ts'

/**
 * Brings the perk of an order in line with its new status: paid for the first time it begins, in an
 * open dispute it waits, after a won one it goes on, and refunded it ends. What was paid before
 * there were perks is left to the staff.
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
