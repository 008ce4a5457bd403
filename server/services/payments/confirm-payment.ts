import type { ProblemCode } from '#contract/problem.ts'
import { kr, type PackOrderStatus } from '#domain/kryptonite.ts'
import { orderCan } from '#domain/orders.ts'
import { totalKr } from '#domain/packs.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import { findOrder, findOrders, type OrderRecord } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { refuseUnclear } from './engine.ts'
import { matchChosenOrder } from './match-payment.ts'
import { findOrdersOf } from './order-payable.ts'
import { recordChosenPayment, syncOrder, syncOrders } from './order-payments.ts'
import { syncPack } from './pack-payments.ts'
import { findUnits, isCurrent } from './provider-orders.ts'

/**
 * Called when the buyer's page reports their approval: captures the money and returns the order.
 * Refuses with `order_not_found`, `payment_declined`, a code of `refuseUnclear` or `order_not_payable`:
 * it was replaced, or its payment was begun again elsewhere, so that nothing was captured.
 */
export const collectPayment = sharedBetweenEqualCalls(collectOne)

async function collectOne(services: Services, buyer: Buyer, orderId: string): Promise<OrderRecord> {
  const order = await findOrder(services, buyer, orderId)
  if (!orderCan.deliver(order.status)) return order
  const outcome = await syncOrder(services, order)
  if (outcome === 'declined') throw new ServiceError('payment_declined')
  refuseUnclear({ outcome })
  const now = await findOrder(services, buyer, orderId)
  // A webhook may have captured it in the meantime: then it is paid, and nothing is over.
  const isOver = outcome === 'not_captured' && orderCan.receivePayment(now.status)
  if (isOver || now.status === 'superseded') throw new ServiceError('order_not_payable')
  return now
}

/**
 * Called when the buyer's page reports their approval of a PayPal order: captures the money and
 * returns its orders, each in its own state. Refuses with `order_not_found`, `payment_declined` (all
 * of it), a code of `refuseUnclear` or `order_not_payable`: one of the orders was replaced or is being
 * paid in another way, so that nothing was captured.
 */
export const collectPayments = sharedBetweenEqualCalls(collectSeveral)

async function collectSeveral(
  services: Services,
  buyer: Buyer,
  reference: string,
): Promise<OrderRecord[]> {
  const ids = (await findOrdersOf(services, reference)).map(({ id }) => id)
  if (ids.length === 0) throw new ServiceError('order_not_found')
  const find = () => findOrders(services, buyer, ids)
  const before = await find()
  if (!before.some(({ status }) => orderCan.deliver(status))) return before
  const outcomes = [...(await syncOrders(services, before)).values()]
  if (outcomes.every((outcome) => outcome === 'declined')) {
    throw new ServiceError('payment_declined')
  }
  for (const outcome of outcomes) refuseUnclear({ outcome })
  const isUntouched = outcomes.every(
    (outcome) => outcome === 'unpaid' || outcome === 'not_captured',
  )
  if (!isUntouched) return find()
  const units = await findUnits(services.database.db, ids)
  const now = await find()
  const attempts = units.filter((unit) => unit.reference === reference)
  const orderIds = now
    .filter((order) => {
      if (!orderCan.receivePayment(order.status)) return false
      const isOpen = attempts.some((unit) => isCurrent(order, unit))
      return !isOpen || !orderCan.startPayment(order.status)
    })
    .map(({ id }) => id)
  if (orderIds.length > 0) throw new ServiceError('order_not_payable', { orderIds })
  return now
}

/** A run of this process. Equal calls during it share the one that follows. */
interface Run<Result> {
  readonly result: Promise<Result>
  next?: Promise<Result>
}

/**
 * Answers equal calls of a buyer together, so that repeated ones keep nobody else from the
 * database. None shares a run that has begun before it: what PayPal answered there may be older
 * than the approval that the call reports.
 */
function sharedBetweenEqualCalls<Result>(
  collect: (services: Services, buyer: Buyer, id: string) => Promise<Result>,
) {
  const runs = new Map<string, Run<Result>>()
  return function share(services: Services, buyer: Buyer, id: string): Promise<Result> {
    const key = JSON.stringify([buyer, id])
    const running = runs.get(key)
    if (running) {
      const repeat = () => share(services, buyer, id)
      return (running.next ??= running.result.then(repeat, repeat))
    }
    const result = collect(services, buyer, id).finally(() => runs.delete(key))
    runs.set(key, { result })
    return result
  }
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
  // The transaction id proves that the buyer paid. A payment from before the order was for something
  // else, perhaps delivered by hand long ago.
  const chosen = { orderId, unfitReason: 'claim_does_not_fit', mayBeOlder: false }
  const match = matchChosenOrder(chosen)
  const paid = await recordChosenPayment(services, transactionId.toUpperCase(), match)
  if (paid === null) throw new ServiceError('payment_not_found')
  if (paid.id !== orderId) throw new ServiceError('payment_already_claimed')
}
