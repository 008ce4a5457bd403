import { orderCan, nextOrderStatus } from '../../../domain/orders.ts'
import type { Services } from '../context.ts'
import type { Order } from './find-order.ts'
import { nextCheck, payableMilliseconds } from './next-check.ts'
import { settleOrder } from './settle.ts'

const ordersAtOnce = 10
/** A run starts nothing new after this time, so that it ends before its job is given to another. */
const longestRunMilliseconds = 45_000

/**
 * Looks at the orders whose time has come: settles what was paid while nobody told us (a lost
 * webhook, a closed page, a crash) and ends what can no longer be paid.
 */
export async function reconcileOrders(services: Services): Promise<void> {
  await expireNeverStarted(services)
  const startedAt = performance.now()
  while (performance.now() - startedAt < longestRunMilliseconds) {
    const due = await takeDueOrders(services)
    if (due.length === 0) return
    await Promise.all(due.map((order) => reconcileOrder(services, order)))
  }
}

/** Nothing was made at the provider for these (or its button cannot be asked): only time decides. */
async function expireNeverStarted({ database, clock }: Services): Promise<void> {
  await database.db
    .updateTable('orders')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('next_check_at', 'is', null)
    .where('opened_at', '<', new Date(clock().getTime() - payableMilliseconds))
    .execute()
}

/** Moves their next check on before anything else: one that fails must not stand in the way for ever. */
async function takeDueOrders({ database, clock }: Services): Promise<Order[]> {
  const now = clock()
  return database.transaction(async (trx) => {
    const due = await trx
      .selectFrom('orders')
      .selectAll()
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(ordersAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const order of due) {
      await trx
        .updateTable('orders')
        .set({ next_check_at: nextCheck(order.opened_at, now) })
        .where('id', '=', order.id)
        .execute()
    }
    return due
  })
}

async function reconcileOrder(services: Services, order: Order): Promise<void> {
  try {
    const outcome = await settleOrder(services, order, { isTold: false })
    // Also when its money lies in the inbox, or a slower look set this check after it was settled.
    const waits = outcome === 'processing' || outcome === 'unavailable' || outcome === 'unreadable'
    if (!waits) await endWhenTimeIsOver(services, order)
  } catch (error) {
    services.log.error({ err: error, orderId: order.id }, 'order not reconciled')
  }
}

async function endWhenTimeIsOver({ database, clock }: Services, order: Order): Promise<void> {
  const ageMilliseconds = clock().getTime() - order.opened_at.getTime()
  if (ageMilliseconds <= payableMilliseconds) return
  await database.db
    .updateTable('orders')
    .set({
      status: orderCan.expire(order.status)
        ? nextOrderStatus(order.status, 'time_ran_out')
        : order.status,
      next_check_at: null,
    })
    .where('id', '=', order.id)
    // Settled or opened again meanwhile: then it is not ours to end.
    .where('status', '=', order.status)
    .where('opened_at', '=', order.opened_at)
    .execute()
}
