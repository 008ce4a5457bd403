import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import type { PayPalSubject } from '#server/providers/paypal/webhook.ts'
import type { Services } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import {
  nextDisputeCheck,
  nextOrderCheck,
  nextOrderRetry,
  payableMilliseconds,
} from './due-checks.ts'
import { reconcile, type EventOutcome, type Payable } from './engine.ts'
import { syncDispute, syncOrder, syncPayment } from './order-payments.ts'

/** Orders of the shop, paid through PayPal. */
export const orderPayable: Payable<Order, PayPalSubject> = {
  label: 'order',
  table: 'orders',
  provider: ({ paypal }) => paypal,
  applySubject,
  lockDue: (trx, id, now) =>
    trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .where('next_check_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  nextRetry: nextOrderRetry,
  beginRun: async (services) => {
    await expireNeverStarted(services)
    return (order, retryAt) => checkOrder(services, order, retryAt)
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
  const order = await services.database.db
    .selectFrom('provider_orders')
    .innerJoin('orders', 'orders.id', 'provider_orders.order_id')
    .selectAll('orders')
    .where('provider_orders.provider', '=', services.paypal.name)
    .where('provider_orders.reference', '=', subject.reference)
    .executeTakeFirst()
  return order ? syncOrder(services, order) : 'ignored'
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

async function checkOrder(services: Services, order: Order, retryAt: Date | null): Promise<void> {
  const { database, clock } = services
  const outcome = await syncOrder(services, order, { isApproved: false })
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
