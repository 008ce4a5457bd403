import { sql } from 'kysely'
import { nextOrderStatus, orderCan } from '#domain/orders.ts'
import { isUuid } from '#domain/uuid.ts'
import type { FinishedSession } from '#server/providers/card-checkout.ts'
import { forgetNetworks } from '#server/services/checkout/open-checkouts.ts'
import type { Services } from '#server/services/context.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import type { Order } from '#server/services/orders/orders.ts'
import {
  nextOrderCheck,
  nextOrderRetry,
  nextPackCheck,
  orderPayableMilliseconds,
  packPayableMilliseconds,
  runDueChecks,
  startRun,
  processConcurrently,
  type HasTime,
} from './due-checks.ts'
import { syncOrder } from './order-payments.ts'
import { syncPack } from './pack-payments.ts'

/**
 * Checks the due orders: records payments whose notice was lost (a lost webhook, a closed page, a
 * crash) and expires orders that can no longer be paid.
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

/** Expires orders without a provider order to check: never started, or of a hosted button. */
async function expireNeverStarted({ database, clock }: Services): Promise<void> {
  await database.db
    .updateTable('orders')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('next_check_at', 'is', null)
    .where('opened_at', '<', new Date(clock().getTime() - orderPayableMilliseconds))
    .execute()
}

interface Claim {
  readonly order: Order
  readonly retryAt: Date
}

/** Moves the next check on first, so that a failing order does not block the others. */
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
    const claim = { order, retryAt: nextOrderRetry(order, now) }
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
    const outcome = await syncOrder(services, order, { isApproved: false })
    if (outcome === 'unavailable' || outcome === 'unreadable') return
    await planNextCheck(services, { order, retryAt })
    // Also when its money is in the inbox, or a slower check set this time after it was paid.
    if (outcome !== 'processing') await expireWhenOverdue(services, order)
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
    .set({ next_check_at: nextOrderCheck(order, clock()) })
    .where('id', '=', order.id)
    // Skips an order that was paid, reopened or reported meanwhile: its next check is already set.
    .where('status', '=', order.status)
    .where('next_check_at', '=', retryAt)
    .execute()
}

async function expireWhenOverdue({ database, clock }: Services, order: Order): Promise<void> {
  const ageMilliseconds = clock().getTime() - order.opened_at.getTime()
  if (ageMilliseconds < orderPayableMilliseconds) return
  await database.db
    .updateTable('orders')
    .set({
      status: orderCan.expire(order.status)
        ? nextOrderStatus(order.status, 'time_ran_out')
        : order.status,
      next_check_at: null,
    })
    .where('id', '=', order.id)
    // Skips an order that was paid or reopened meanwhile.
    .where('status', '=', order.status)
    .where('opened_at', '=', order.opened_at)
    .execute()
}

/** Stripe itself expires every checkout after this time. */
const longestSessionMilliseconds = 24 * 60 * 60_000
/** Leaves the rest of a run for syncing the listed payments and for the checks. */
const longestListMilliseconds = 20_000

/**
 * Credits packs whose payment notice was lost (a lost webhook, a closed page, a crash), applies
 * later refunds and disputes, and expires packs that were not paid in time.
 */
export async function reconcilePacks(services: Services): Promise<void> {
  const hasTime = startRun()
  await forgetNetworks(services, 'krypto_orders')
  const isListed = await syncFinished(services, hasTime)
  await runDueChecks(services, hasTime, {
    table: 'krypto_orders',
    claim: (id) => claimPack(services, id),
    check: (order) => reconcilePack(services, order, isListed),
  })
}

/**
 * Syncs the checkouts that Stripe lists as finished and we have not recorded. One list finds every
 * payment, so a buyer's waiting time does not depend on the number of abandoned checkouts. Returns
 * whether the list was complete.
 */
async function syncFinished(services: Services, hasTime: HasTime): Promise<boolean> {
  const { cards, clock, log } = services
  const openedSince = new Date(clock().getTime() - longestSessionMilliseconds)
  const { sessions, gap } = await cards.listFinished(openedSince, startRun(longestListMilliseconds))
  if (gap !== null) log.warn({ detail: gap }, 'Stripe’s list of checkouts is incomplete')
  const unsynced = await findUnsynced(services, sessions)
  await processConcurrently(unsynced, hasTime, async ({ orderId, sessionId }) => {
    try {
      await syncPack(services, orderId, { reportedSession: sessionId })
    } catch (error) {
      log.error({ err: error, orderId }, 'pack order not reconciled')
    }
  })
  return gap === null
}

/**
 * Our orders whose finished checkout is newer than our record. An order whose process died before
 * it stored the session is found by the order id in the session.
 */
async function findUnsynced(
  { database, cards }: Services,
  sessions: readonly FinishedSession[],
): Promise<{ readonly orderId: string; readonly sessionId: string }[]> {
  if (sessions.length === 0) return []
  const sessionIds = sessions.map(({ sessionId }) => sessionId)
  const orderIds = sessions.flatMap(({ orderId }) => (isUuid(orderId) ? orderId : []))
  const orders = await database.db
    .selectFrom('krypto_orders')
    .select(['id', 'session_id', 'status'])
    .where('provider_mode', '=', cards.mode)
    .where('status', 'in', ['pending', 'processing', 'failed', 'expired'])
    .where('mismatch', 'is', null)
    .where(
      sql<boolean>`(session_id = any(${sessionIds}::text[])
        or (session_id is null and id = any(${orderIds}::uuid[])))`,
    )
    .execute()
  return sessions.flatMap(({ sessionId, orderId, isPaid }) =>
    orders
      .filter(({ id, session_id: stored }) =>
        stored === null ? id === orderId : stored === sessionId,
      )
      .filter(({ status }) => isPaid || status === 'pending')
      .map(({ id }) => ({ orderId: id, sessionId })),
  )
}

/** Moves the next check on first, so that a failing order does not block the others. */
async function claimPack(
  { database, clock }: Services,
  id: string,
): Promise<PackOrder | undefined> {
  const now = clock()
  return database.transaction(async (trx) => {
    const order = await trx
      .selectFrom('krypto_orders')
      .selectAll()
      .where('id', '=', id)
      .where('next_check_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!order) return undefined
    await trx
      .updateTable('krypto_orders')
      .set({ next_check_at: nextPackCheck(order, now) })
      .where('id', '=', id)
      .execute()
    return order
  })
}

async function reconcilePack(
  services: Services,
  order: PackOrder,
  isListed: boolean,
): Promise<void> {
  const isOver = services.clock().getTime() - order.created_at.getTime() >= packPayableMilliseconds
  // With a complete list, a paid order would not be pending any more.
  if (isListed && !isOver && order.status === 'pending') return
  try {
    const mayEnd = isOver && order.status === 'pending'
    const { outcome } = await syncPack(services, order.id, { mayEnd })
    if (outcome === 'not_found' && isOver) await expireUnknown(services, order)
  } catch (error) {
    services.log.error({ err: error, orderId: order.id }, 'pack order not reconciled')
  }
}

/** Expires orders whose checkout Stripe does not know, or that never got one. */
async function expireUnknown(
  { database }: Services,
  { id, status, revision }: PackOrder,
): Promise<void> {
  if (status !== 'pending' && status !== 'processing') return
  await database.db
    .updateTable('krypto_orders')
    .set({ status: 'expired', next_check_at: null, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}
