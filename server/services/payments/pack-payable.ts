import { sql } from 'kysely'
import { isUuid } from '#domain/uuid.ts'
import type { FinishedSession } from '#server/providers/stripe/answers.ts'
import type { StripeSubject } from '#server/providers/stripe/webhook.ts'
import type { Services } from '#server/services/context.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import {
  nextLookRetry,
  nextPackCheck,
  payableMilliseconds,
  processConcurrently,
  startRun,
  type HasTime,
} from './due-checks.ts'
import {
  handleUnclear,
  logFound,
  reconcile,
  type EventOutcome,
  type Payable,
  type Unclear,
} from './engine.ts'
import { syncPack } from './pack-payments.ts'

/** Packs of Kr, paid through Stripe. */
export const packPayable: Payable<PackOrder, StripeSubject> = {
  label: 'pack order',
  table: 'krypto_orders',
  provider: ({ stripe }) => stripe,
  applySubject,
  claimDue: async (trx, id, now) => {
    const order = await trx
      .selectFrom('krypto_orders')
      .selectAll()
      .where('id', '=', id)
      .where('next_check_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!order) return undefined
    const retryAt = order.paid_at ? nextLookRetry(now) : nextPackCheck(order, now)
    await trx
      .updateTable('krypto_orders')
      .set({ next_check_at: retryAt })
      .where('id', '=', id)
      .execute()
    return order
  },
  beginRun: async (services, hasTime) => {
    const isListed = await syncFinished(services, hasTime)
    return (order) => checkPack(services, order, isListed)
  },
}

export function reconcilePacks(services: Services): Promise<void> {
  return reconcile(services, packPayable)
}

async function applySubject(
  services: Services,
  subject: StripeSubject,
  type: string,
): Promise<EventOutcome> {
  const found = await findOrderOf(services, subject)
  if (found.outcome === 'not_found') {
    const isPaid =
      type === 'checkout.session.completed' || type.endsWith('.async_payment_succeeded')
    // Another shop may use the account; but after restoring a backup it can be our lost order.
    if (isPaid && isUuid(subject.orderId)) {
      services.log.error(subject, 'paid at Stripe, but the order is not in our database')
    }
    return 'ignored'
  }
  if (found.outcome !== 'found') return found.outcome
  const reportedSession = subject.kind === 'session' ? subject.sessionId : null
  const { outcome } = await syncPack(services, found.orderId, { reportedSession })
  // Repeating the event would not bring us the checkout.
  return outcome === 'not_found' ? 'ignored' : outcome
}

type Found =
  | { readonly outcome: 'found'; readonly orderId: string }
  | { readonly outcome: 'not_found' | Unclear['outcome'] }

/**
 * By its session or payment. Otherwise by its order id: after a crash an order has no session, and
 * a refund or a dispute can arrive before its payment.
 */
async function findOrderOf(services: Services, subject: StripeSubject): Promise<Found> {
  const { stripe, database } = services
  const reportedId = isUuid(subject.orderId) ? subject.orderId : null
  const known = await database.db
    .selectFrom('krypto_orders')
    .select('id')
    .where((eb) =>
      subject.kind === 'payment'
        ? eb('payment_intent', '=', subject.paymentIntent)
        : eb.or([
            eb('session_id', '=', subject.sessionId),
            eb.and([eb('id', '=', reportedId), eb('session_id', 'is', null)]),
          ]),
    )
    .executeTakeFirst()
  if (known) return { outcome: 'found', orderId: known.id }
  if (subject.kind === 'session') return { outcome: 'not_found' }
  if (reportedId !== null) return { outcome: 'found', orderId: reportedId }
  const reference = subject.paymentIntent
  const answer = await stripe.findOrderId(reference)
  const found = await handleUnclear(services, { provider: stripe.name, reference }, answer)
  return found.outcome === 'found' && !isUuid(found.orderId) ? { outcome: 'not_found' } : found
}

/** Stripe itself expires every checkout after this time. */
const longestSessionMilliseconds = 24 * 60 * 60_000
/** Leaves the rest of a run for syncing the listed payments and for the checks. */
const longestListMilliseconds = 20_000

/**
 * Syncs the checkouts that Stripe lists as finished and we have not recorded. One list finds every
 * payment, so a buyer's waiting time does not depend on the number of abandoned checkouts. Returns
 * whether the list was complete.
 */
async function syncFinished(services: Services, hasTime: HasTime): Promise<boolean> {
  const { stripe, clock, log } = services
  const openedSince = new Date(clock().getTime() - longestSessionMilliseconds)
  const { sessions, gap } = await stripe.listFinished(
    openedSince,
    startRun(longestListMilliseconds),
  )
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
  { database, stripe }: Services,
  sessions: readonly FinishedSession[],
): Promise<{ readonly orderId: string; readonly sessionId: string }[]> {
  if (sessions.length === 0) return []
  const sessionIds = sessions.map(({ sessionId }) => sessionId)
  const orderIds = sessions.flatMap(({ orderId }) => (isUuid(orderId) ? orderId : []))
  const orders = await database.db
    .selectFrom('krypto_orders')
    .select(['id', 'session_id', 'status'])
    .where('provider_mode', '=', stripe.mode)
    .where('status', 'in', ['pending', 'processing', 'failed', 'expired'])
    .where('mismatch', 'is', null)
    .where(
      sql<boolean>`(session_id = any(${sessionIds}::text[])
        or (session_id is null and id = any(${orderIds}::uuid[])))`,
    )
    .execute()
  return sessions.flatMap(({ sessionId, orderId, isPaid: isSessionPaid }) =>
    orders
      .filter(({ id, session_id: stored }) =>
        stored === null ? id === orderId : stored === sessionId,
      )
      .filter(({ status }) => isSessionPaid || status === 'pending')
      .map(({ id }) => ({ orderId: id, sessionId })),
  )
}

async function checkPack(services: Services, order: PackOrder, isListed: boolean): Promise<void> {
  const { id, status, revision, created_at: openedAt } = order
  const isOver =
    services.clock().getTime() - openedAt.getTime() >= payableMilliseconds.krypto_orders
  // With a complete list, a paid order would not be pending any more.
  if (isListed && !isOver && status === 'pending') return
  const synced = await syncPack(services, id, { mayEnd: isOver && status === 'pending' })
  if (order.paid_at && synced.outcome === 'order' && synced.order.revision !== revision) {
    logFound(services, { provider: 'stripe', packOrderId: id })
  }
  if (synced.outcome !== 'not_found' || !isOver) return
  // Stripe does not know its checkout, or it never got one.
  const isUnpaid = status === 'pending' || status === 'processing'
  await services.database.db
    .updateTable('krypto_orders')
    .set(
      isUnpaid
        ? { status: 'expired', next_check_at: null, revision: revision + 1 }
        : { next_check_at: nextPackCheck(order, services.clock()) },
    )
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}
