import { orderCan, nextOrderStatus } from '../../../domain/orders.ts'
import type { Services } from '../context.ts'
import type { Order } from './find-order.ts'
import { nextCheck, payableMilliseconds } from './next-check.ts'
import { settleOrder } from './settle.ts'

/** A run ends within its job's time even when every question to the provider times out. */
const ordersPerRun = 60
const ordersAtOnce = 10

/**
 * Looks at the orders whose time has come: settles what was paid while nobody told us (a lost
 * webhook, a closed page, a crash) and ends what can no longer be paid.
 */
export async function reconcileOrders(services: Services): Promise<void> {
  const due = await services.database.db
    .selectFrom('orders')
    .selectAll()
    .where('next_check_at', '<=', services.clock())
    .orderBy('next_check_at')
    .limit(ordersPerRun)
    .execute()
  for (let start = 0; start < due.length; start += ordersAtOnce) {
    const together = due.slice(start, start + ordersAtOnce)
    await Promise.all(together.map((order) => reconcileOrder(services, order)))
  }
}

async function reconcileOrder(services: Services, order: Order): Promise<void> {
  const outcome = await settleOrder(services, order)
  const now = services.clock()
  const timeIsOver = now.getTime() - order.opened_at.getTime() > payableMilliseconds
  const ends =
    timeIsOver && orderCan.expire(order.status) && (outcome === 'unpaid' || outcome === 'declined')
  await services.database.db
    .updateTable('orders')
    .set({
      status: ends ? nextOrderStatus(order.status, 'time_ran_out') : order.status,
      next_check_at: ends ? null : nextCheck(order.opened_at, now),
    })
    .where('id', '=', order.id)
    // Settled meanwhile, by us or by a webhook: nothing left to schedule.
    .where('status', '=', order.status)
    .where('next_check_at', 'is not', null)
    .execute()
}
