import { sql } from 'kysely'
import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import type { PayPalSubject } from '#server/providers/paypal/webhook.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import {
  nextDisputeCheck,
  nextOrderCheck,
  nextOrderRetry,
  payableMilliseconds,
} from './due-checks.ts'
import { reconcile, type EventOutcome, type Payable } from './engine.ts'
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
  const outcomes = [...(await syncOrders(services, orders)).values()]
  const unknown = outcomes.find((one) => one === 'unavailable' || one === 'unreadable')
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

/** Claims with a due order those that share a PayPal order with it, so that it is fetched once. */
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
    .where('next_check_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  if (!orders.some((order) => order.id === id)) return undefined
  const due = orders.map((order) => ({ order, retryAt: nextOrderRetry(order, now) }))
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
    .where('status', '=', 'pending')
    .where('next_check_at', 'is', null)
    .where('opened_at', '<', new Date(clock().getTime() - payableMilliseconds.orders))
    .execute()
}

async function checkOrders(services: Services, due: readonly DueOrder[]): Promise<void> {
  const orders = due.map(({ order }) => order)
  const outcomes = await syncOrders(services, orders, { isApproved: false })
  for (const one of due) await endCheck(services, one, outcomes.get(one.order.id) ?? 'unpaid')
}

/** Schedules the next check, or expires the order. */
async function endCheck(
  { database, clock }: Services,
  { order, retryAt }: DueOrder,
  outcome: EventOutcome,
): Promise<void> {
  if (outcome === 'unavailable' || outcome === 'unreadable') return
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
      // Also when its money is in the inbox, or a slower check set this time after it was paid.
      next_check_at: null,
    })
    .where('id', '=', order.id)
    // Skips an order that was paid or reopened meanwhile.
    .where('status', '=', order.status)
    .where('opened_at', '=', order.opened_at)
    .execute()
}

/**
 * Fetched concurrently, so that a run in which PayPal never answers still ends before its job is
 * given to another process; the rest waits for the next run.
 */
const mostDisputes = 10

/** Fetches open disputes from time to time, in case the webhook of their end was lost. */
export async function reconcileDisputes(services: Services): Promise<void> {
  const due = await takeDueDisputes(services)
  await Promise.all(
    due.map(async ({ reference }) => {
      try {
        await syncDispute(services, reference)
      } catch (error) {
        services.log.error({ err: error, dispute: reference }, 'dispute not reconciled')
      }
    }),
  )
}

/** Moves their next check on first, so that a failing dispute does not block the others. */
function takeDueDisputes({ database, paypal, clock }: Services) {
  const now = clock()
  return database.db
    .with('due', (db) =>
      db
        .selectFrom('disputes')
        .select('reference')
        .where('provider', '=', paypal.name)
        .where('status', '=', 'open')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .limit(mostDisputes)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('disputes')
    .from('due')
    .set({ next_check_at: nextDisputeCheck(now) })
    .where('disputes.provider', '=', paypal.name)
    .whereRef('disputes.reference', '=', 'due.reference')
    .returning('disputes.reference')
    .execute()
}
