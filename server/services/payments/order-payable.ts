import { sql } from 'kysely'
import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import type { PayPalSubject } from '#server/providers/paypal/webhook.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import {
  nextLook,
  nextLookRetry,
  nextOrderCheck,
  nextOrderRetry,
  payableMilliseconds,
} from './due-checks.ts'
import { isInconclusive, logFound, reconcile, type EventOutcome, type Payable } from './engine.ts'
import { syncDispute, syncOrders, syncPayment } from './order-payments.ts'

/** Orders of the shop, paid through PayPal. */
export const orderPayable: Payable<readonly DueOrder[], PayPalSubject> = {
  label: 'order',
  table: 'orders',
  provider: ({ paypal }) => paypal,
  applySubject,
  claimDue,
  beginRun: async (services) => {
    await expireNeverStarted(services)
    return (due) => checkOrders(services, due)
  },
}

export function reconcileOrders(services: Services): Promise<void> {
  return reconcile(services, orderPayable)
}

async function applySubject(services: Services, subject: PayPalSubject): Promise<EventOutcome> {
  if (subject.kind === 'dispute') return syncDispute(services, subject.reference)
  if (subject.kind === 'payment') {
    return syncPayment(services, subject.reference, subject.refundReference)
  }
  const orders = await findOrdersOf(services, subject.reference)
  if (orders.length === 0) return 'ignored'
  const approval = { isApproved: true, approvedAt: subject.approvedAt }
  const outcomes = [...(await syncOrders(services, orders, approval)).values()]
  const unknown = outcomes.find((outcome) => isInconclusive({ outcome }))
  // The event is sent again until the state of all of them is known.
  return unknown ?? outcomes[0] ?? 'ignored'
}

/** The orders that a PayPal order pays for. */
export function findOrdersOf({ database, paypal }: Services, reference: string): Promise<Order[]> {
  return database.db
    .selectFrom('provider_orders')
    .innerJoin('orders', 'orders.id', 'provider_orders.order_id')
    .selectAll('orders')
    .where('provider_orders.provider', '=', paypal.name)
    .where('provider_orders.reference', '=', reference)
    .orderBy('orders.id')
    .execute()
}

interface DueOrder {
  readonly order: Order
  /** When it is due again if its check fails or never ends. */
  readonly retryAt: Date
}

/**
 * Claims with a due order those that share a PayPal order with it and are due or paid, so that it is
 * fetched once.
 */
async function claimDue(trx: Trx, id: string, now: Date): Promise<DueOrder[] | undefined> {
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where(
      sql<boolean>`id in (
        select ${id}::uuid union
        select shared.order_id from provider_orders as own
        join provider_orders as shared using (provider, reference) where own.order_id = ${id})`,
    )
    .where('next_check_at', 'is not', null)
    .where((eb) => eb.or([eb('next_check_at', '<=', now), eb('paid_at', 'is not', null)]))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const own = orders.find((order) => order.id === id)
  if (!own?.next_check_at || own.next_check_at > now) return undefined
  const due = orders.map((order) => ({
    order,
    retryAt: order.paid_at ? nextLookRetry(now) : nextOrderRetry(order, now),
  }))
  for (const { order, retryAt } of due) {
    await trx
      .updateTable('orders')
      .set({ next_check_at: retryAt })
      .where('id', '=', order.id)
      .execute()
  }
  return due
}

/** Expires orders without a provider order to check: never started, or of a hosted button. */
async function expireNeverStarted({ database, clock }: Services): Promise<void> {
  await database.db
    .updateTable('orders')
    .set({ status: nextOrderStatus('pending', 'time_ran_out') })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where('status', '=', 'pending')
        .where('next_check_at', 'is', null)
        .where('opened_at', '<', new Date(clock().getTime() - payableMilliseconds.orders))
        // Those that somebody is changing can wait for the next run.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

async function checkOrders(services: Services, due: readonly DueOrder[]): Promise<void> {
  const orders = due.map(({ order }) => order)
  const paidIds = orders.flatMap(({ id, paid_at: paidAt }) => (paidAt ? [id] : []))
  const before = await readMoney(services, paidIds)
  const outcomes = await syncOrders(services, orders, { isApproved: false })
  for (const one of due) {
    const { id, paid_at: paidAt } = one.order
    const outcome = outcomes.get(id) ?? 'unpaid'
    if (paidAt) await endLook(services, one, paidAt, outcome)
    // No order at PayPal shows the payment of a hosted button that is kept back for an order.
    else if (outcome === 'unpaid')
      await endCheck(services, one, await syncStoredPayment(services, id))
    else await endCheck(services, one, outcome)
  }
  const after = await readMoney(services, paidIds)
  for (const [orderId, money] of after) {
    if (money !== before.get(orderId)) logFound(services, { provider: 'paypal', orderId })
  }
}

/** The state of each order and how much of its money went back, to be compared. */
async function readMoney(
  { database }: Services,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'payments.refunded_cents'])
    .where('orders.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, status, refunded_cents: refunded }) => [id, `${status} ${refunded ?? 0}`]),
  )
}

/**
 * Schedules the next look at a paid order. When no order at PayPal shows its payment, as of a hosted
 * button, the payment is fetched by its own id.
 */
async function endLook(
  services: Services,
  { order, retryAt }: DueOrder,
  paidAt: Date,
  shown: EventOutcome,
): Promise<void> {
  const { database, clock } = services
  const outcome =
    shown === 'paid' || isUnknown(shown) ? shown : await syncStoredPayment(services, order.id)
  if (isUnknown(outcome)) return
  await database.db
    .updateTable('orders')
    .set({ next_check_at: nextLook(paidAt, clock()) })
    .where('id', '=', order.id)
    // Skips an order whose status has changed: its next check is already set.
    .where('next_check_at', '=', retryAt)
    .execute()
}

/** Also while our key is refused. A payment that is refused because of the shop took nothing. */
function isUnknown(outcome: EventOutcome): boolean {
  return isInconclusive({ outcome }) && outcome !== 'seller_refused'
}

async function syncStoredPayment(services: Services, orderId: string): Promise<EventOutcome> {
  const { database, paypal } = services
  const payment = await database.db
    .selectFrom('payments')
    .select('reference')
    .where('provider', '=', paypal.name)
    .where((eb) => eb.or([eb('order_id', '=', orderId), eb('kept_for', '=', orderId)]))
    .executeTakeFirst()
  return payment ? syncPayment(services, payment.reference) : 'not_found'
}

/** Schedules the next check of an unpaid order, or expires it. */
async function endCheck(
  { database, clock }: Services,
  { order, retryAt }: DueOrder,
  outcome: EventOutcome,
): Promise<void> {
  if (isUnknown(outcome)) return
  await database.db
    .updateTable('orders')
    .set({ next_check_at: nextOrderCheck(order, clock()) })
    .where('id', '=', order.id)
    // Skips an order that was paid, reopened or reported meanwhile: its next check is already set.
    .where('status', '=', order.status)
    .where('next_check_at', '=', retryAt)
    .execute()
  const ageMilliseconds = clock().getTime() - order.opened_at.getTime()
  if (outcome === 'processing' || ageMilliseconds < payableMilliseconds.orders) return
  await database.db
    .updateTable('orders')
    .set({
      status: orderCan.expire(order.status)
        ? nextOrderStatus(order.status, 'time_ran_out')
        : order.status,
      // Also when its money is in the inbox.
      next_check_at: null,
    })
    .where('id', '=', order.id)
    // Skips an order that was paid or reopened meanwhile.
    .where('status', '=', order.status)
    .where('opened_at', '=', order.opened_at)
    .execute()
}
