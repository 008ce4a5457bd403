import { sql } from 'kysely'
import { isUuid } from '#domain/uuid.ts'
import type { FinishedSession } from '#server/providers/payments/card-checkout.ts'
import type { Services } from '#server/services/context.ts'
import { forgetNetworks } from '#server/services/open-checkouts.ts'
import {
  runDueChecks,
  startRun,
  workThrough,
  type HasTime,
} from '#server/services/run-due-checks.ts'
import { nextPackCheck, payableMilliseconds } from './next-check.ts'
import type { PackOrder } from './pack-records.ts'
import { settlePack } from './settle-pack.ts'

/** Stripe itself ends every checkout by then. */
const longestSessionMilliseconds = 24 * 60 * 60_000
/** Of a run; the rest of it is for what was found, and for the checks. */
const longestListMilliseconds = 20_000

/**
 * Credits the packs that were paid while nobody told us (a lost webhook, a closed page, a crash),
 * follows the money of paid ones, and ends what nobody has paid in time.
 */
export async function reconcilePacks(services: Services): Promise<void> {
  const hasTime = startRun()
  await forgetNetworks(services, 'krypto_orders')
  const isListed = await settleFinished(services, hasTime)
  await runDueChecks(services, hasTime, {
    table: 'krypto_orders',
    claim: (id) => claimOrder(services, id),
    check: (order) => reconcilePack(services, order, isListed),
  })
}

/**
 * Settles what Stripe lists as finished and we do not know yet. One list finds every payment, so how
 * long its buyer waits does not depend on how many others have abandoned their checkouts. Answers
 * whether the list was whole.
 */
async function settleFinished(services: Services, hasTime: HasTime): Promise<boolean> {
  const { cards, clock, log } = services
  const openedSince = new Date(clock().getTime() - longestSessionMilliseconds)
  const { sessions, gap } = await cards.listFinished(openedSince, startRun(longestListMilliseconds))
  if (gap !== null) log.warn({ detail: gap }, 'stripe does not list all its checkouts')
  const unsettled = await findUnsettled(services, sessions)
  await workThrough(unsettled, hasTime, async ({ orderId, sessionId }) => {
    try {
      await settlePack(services, orderId, { toldSession: sessionId })
    } catch (error) {
      log.error({ err: error, orderId }, 'pack order not reconciled')
    }
  })
  return gap === null
}

/**
 * Our orders whose finished checkout says more than our books. An order of which the process died
 * before its session was stored is known by the id that the session carries.
 */
async function findUnsettled(
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
      .filter(({ id, session_id: own }) => (own === null ? id === orderId : own === sessionId))
      .filter(({ status }) => isPaid || status === 'pending')
      .map(({ id }) => ({ orderId: id, sessionId })),
  )
}

/** Moves the next check on before anything else: one that fails must not stand in the way for ever. */
async function claimOrder(
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
  const isOver = services.clock().getTime() - order.created_at.getTime() >= payableMilliseconds
  // The list was whole: had it been paid, it would not be pending any more.
  if (isListed && !isOver && order.status === 'pending') return
  try {
    const mayEnd = isOver && order.status === 'pending'
    const { outcome } = await settlePack(services, order.id, { mayEnd })
    if (outcome === 'not_found' && isOver) await endUnknown(services, order)
  } catch (error) {
    services.log.error({ err: error, orderId: order.id }, 'pack order not reconciled')
  }
}

/** For checkouts that Stripe does not know, or that never were. */
async function endUnknown(
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
