import type { ProblemCode } from '#contract/problem.ts'
import { kr, type PackOrderStatus } from '#domain/kryptonite.ts'
import { orderCan } from '#domain/orders.ts'
import { totalKr } from '#domain/packs.ts'
import { paidWhileBanned, requireNotBanned } from '#server/services/bans/bans.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import { findOrder, findOrders, type OrderRecord } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { refuseUnclear } from './engine.ts'
import { matchChosenOrder } from './match-payment.ts'
import { findOrdersOf } from './order-payable.ts'
import { recordChosenPayment, syncOrders } from './order-payments.ts'
import { syncPack } from './pack-payments.ts'
import { findUnits, isCurrent } from './provider-orders.ts'

/** A run of this process. Equal calls during it share the one that follows. */
interface Run {
  readonly result: Promise<OrderRecord[]>
  next?: Promise<OrderRecord[]>
}

const runs = new Map<string, Run>()

/**
 * Called when the buyer's page reports their approval: captures the money of their orders and returns
 * each in its own state. Refuses with `order_not_found`, `banned`, `payment_declined` (all of it), a code
 * of `refuseUnclear` or `order_not_payable`: one of the orders was replaced or is being paid in another
 * way, so that nothing was captured. `reference` is the PayPal order that the buyer approved, where
 * the page names it.
 *
 * Equal calls of a buyer are answered together, so that repeated ones keep nobody else from the
 * database. None shares a run that has begun before it: what PayPal answered there may be older than
 * the approval that the call reports.
 */
export function collectPayment(
  services: Services,
  buyer: Buyer,
  orderIds: readonly string[],
  reference: string | null = null,
): Promise<OrderRecord[]> {
  const key = JSON.stringify([buyer, orderIds, reference])
  const running = runs.get(key)
  if (running) {
    const repeat = () => collectPayment(services, buyer, orderIds, reference)
    return (running.next ??= running.result.then(repeat, repeat))
  }
  const result = collect(services, buyer, orderIds, reference).finally(() => runs.delete(key))
  runs.set(key, { result })
  return result
}

/** The ids of the orders that a PayPal order pays for. Refuses with `order_not_found`. */
export async function findOrderIdsOf(services: Services, reference: string): Promise<string[]> {
  const orders = await findOrdersOf(services, reference)
  if (orders.length === 0) throw new ServiceError('order_not_found')
  return orders.map(({ id }) => id)
}

async function collect(
  services: Services,
  buyer: Buyer,
  orderIds: readonly string[],
  reference: string | null,
): Promise<OrderRecord[]> {
  const before = await findOrders(services, buyer, orderIds)
  if (!before.some(({ status }) => orderCan.deliver(status))) return before
  const synced = await syncOrders(services, before)
  const outcomes = [...synced.values()]
  if (outcomes.every((outcome) => outcome === 'declined')) {
    throw new ServiceError('payment_declined')
  }
  for (const outcome of outcomes) refuseUnclear({ outcome })
  const now = await findOrders(services, buyer, orderIds)
  for (const order of now) {
    // Approved, and not captured or kept back: its buyer reads why when that is because of a ban.
    const isUnpaid = ['paid', 'not_captured'].includes(synced.get(order.id) ?? 'unpaid')
    if (isUnpaid && orderCan.deliver(order.status)) await refuseBanned(services, order)
  }
  const isUntouched = outcomes.every(
    (outcome) => outcome === 'unpaid' || outcome === 'not_captured',
  )
  if (reference !== null && !isUntouched) return now
  const units = reference === null ? [] : await findUnits(services.database.db, orderIds)
  const notPayable = now.filter((order) => {
    // A webhook may have captured it in the meantime: then it is paid.
    if (!orderCan.receivePayment(order.status)) return false
    // The address of an order does not name the attempt that the buyer approved, so one that can no
    // longer be captured refuses the order.
    if (reference === null) {
      return order.status === 'superseded' || synced.get(order.id) === 'not_captured'
    }
    const isOpen = units.some((unit) => unit.reference === reference && isCurrent(order, unit))
    return !isOpen || !orderCan.startPayment(order.status)
  })
  if (notPayable.length > 0) {
    throw new ServiceError('order_not_payable', { orderIds: notPayable.map(({ id }) => id) })
  }
  return now
}

function refuseBanned(
  services: Services,
  order: Pick<OrderRecord, 'steam_id' | 'user_id'>,
): Promise<void> {
  return requireNotBanned(services, services.database.db, 'shop', order)
}

const errorCodes: Readonly<Record<Exclude<PackOrderStatus, 'paid'>, ProblemCode>> = {
  pending: 'payment_pending',
  processing: 'payment_pending',
  failed: 'payment_declined',
  expired: 'payment_expired',
  // Its Kr are withheld while the bank withholds the money.
  disputed: 'payment_refunded',
  refunded: 'payment_refunded',
}

/**
 * Called when the buyer's page reports their payment: returns the Kr that this checkout credited to
 * its order's Steam ID. The session id is proof enough, because only Stripe's page shows it.
 * Refuses with `session_not_found`, a code of `refuseUnclear`, `payment_in_review` or the state of the
 * payment.
 */
export async function confirmPackPayment(
  services: Services,
  sessionId: string,
): Promise<{ totalKrypto: number }> {
  const known = await services.database.db
    .selectFrom('krypto_orders')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!known) throw new ServiceError('session_not_found')
  // Our own record is enough for a paid order.
  if (known.status === 'paid') return credited(known)
  const synced = await syncPack(services, known.id)
  refuseUnclear(synced, 'card_payments_unavailable')
  if (synced.outcome === 'not_found') throw new ServiceError('session_not_found')
  const { order } = synced
  if (order.mismatch === paidWhileBanned) await refuseBanned(services, order)
  // It does not change by itself: the owner decides.
  if (order.mismatch !== null) throw new ServiceError('payment_in_review')
  if (order.status !== 'paid') throw new ServiceError(errorCodes[order.status])
  return credited(order)
}

function credited({ amount, bonus }: PackOrder): { totalKrypto: number } {
  return { totalKrypto: totalKr({ amount: kr(amount), bonus: kr(bonus) }) }
}

/**
 * Pays an order of the hosted button by the transaction id on the buyer's receipt: once, for a
 * completed payment of exactly this amount that belongs to no other order. Refuses with
 * `order_not_found`, `order_not_payable`, `payment_not_found`, `payment_already_claimed`,
 * `payment_disputed` or a code of `refuseUnclear`.
 */
export async function claimPayment(
  services: Services,
  buyer: Buyer,
  orderId: string,
  transactionId: string,
): Promise<void> {
  const order = await findOrder(services, buyer, orderId)
  if (order.driver !== 'hosted' || !orderCan.deliver(order.status)) {
    throw new ServiceError('order_not_payable')
  }
  await refuseBanned(services, order)
  // The transaction id proves that the buyer paid. A payment from before the order was for something
  // else, perhaps delivered by hand long ago.
  const chosen = { orderId, unfitReason: 'claim_does_not_fit', mayBeOlder: false }
  const match = matchChosenOrder(chosen)
  const paid = await recordChosenPayment(services, transactionId.toUpperCase(), match)
  if (paid === null) throw new ServiceError('payment_not_found')
  if (paid.id !== orderId) throw new ServiceError('payment_already_claimed')
}
