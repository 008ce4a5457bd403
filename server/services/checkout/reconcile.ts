import { orderCan, nextOrderStatus } from '#domain/orders.ts'
import type { Services } from '#server/services/context.ts'
import { forgetNetworks } from '#server/services/open-checkouts.ts'
import { runDueChecks, startRun } from '#server/services/run-due-checks.ts'
import type { Order } from './find-order.ts'
import { nextCheck, nextTry, payableMilliseconds } from './next-check.ts'
import { settleOrder } from './settle.ts'

/**
 * Looks at the orders whose time has come: settles what was paid while nobody told us (a lost
 * webhook, a closed page, a crash) and ends what can no longer be paid.
 */
export async function reconcileOrders(services: Services): Promise<void> {
  const hasTime = startRun()
  await expireNeverStarted(services)
  await forgetNetworks(services, 'orders')
  await runDueChecks(services, hasTime, {
    table: 'orders',
    claim: (id) => claimOrder(services, id),
    check: (order) => reconcileOrder(services, order),
  })
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

interface Claim {
  readonly order: Order
  readonly retryAt: Date
}

/** Moves the next check on before anything else: an order that fails must not stand in the way. */
async function claimOrder({ database, clock }: Services, id: string): Promise<Claim | undefined> {
  const now = clock()
  return database.transaction(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .where('next_check_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!order) return undefined
    const claim = { order, retryAt: nextTry(order, now) }
    await trx
      .updateTable('orders')
      .set({ next_check_at: claim.retryAt })
      .where('id', '=', id)
      .execute()
    return claim
  })
}

async function reconcileOrder(services: Services, { order, retryAt }: Claim): Promise<void> {
  try {
    const outcome = await settleOrder(services, order, { isTold: false })
    if (outcome === 'unavailable' || outcome === 'unreadable') return
    await planNextCheck(services, { order, retryAt })
    // Also when its money lies in the inbox, or a slower look set this check after it was settled.
    if (outcome !== 'processing') await endWhenTimeIsOver(services, order)
  } catch (error) {
    services.log.error({ err: error, orderId: order.id }, 'order not reconciled')
  }
}

async function planNextCheck(
  { database, clock }: Services,
  { order, retryAt }: Claim,
): Promise<void> {
  await database.db
    .updateTable('orders')
    .set({ next_check_at: nextCheck(order, clock()) })
    .where('id', '=', order.id)
    // Settled, opened again or told of meanwhile: then its next check was planned by somebody else.
    .where('status', '=', order.status)
    .where('next_check_at', '=', retryAt)
    .execute()
}

async function endWhenTimeIsOver({ database, clock }: Services, order: Order): Promise<void> {
  const ageMilliseconds = clock().getTime() - order.opened_at.getTime()
  if (ageMilliseconds < payableMilliseconds) return
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
