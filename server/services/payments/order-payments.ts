import { sql } from 'kysely'
import { orderCan } from '#domain/orders.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import type { CollectOutcome } from '#server/providers/paypal/paypal-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { applyPaymentToOrder } from './apply-order-payment.ts'
import { handleUnclear, refuseUnclear } from './engine.ts'
import {
  disputedReason,
  findStoredPayment,
  lockPayment,
  matchHostedOrder,
  matchPayment,
  type Match,
  type MatchWithoutOrderId,
  type StoredPayment,
} from './match-payment.ts'
import { queueUnmatchedMessage } from './staff-messages.ts'
import { isClosedByOwner, markReadable } from './unreadable-answers.ts'

/**
 * The results of a sync; of several provider orders the first one here counts. `paid`: a payment is
 * complete, now or before. `unreadable`: the provider's answer waits for the owner.
 */
const outcomesByPrecedence = [
  'paid',
  'processing',
  'unreadable',
  'unavailable',
  'declined',
  'unpaid',
] as const
export type SyncOutcome = (typeof outcomesByPrecedence)[number]

interface SyncOptions {
  /** Whether the buyer's page or PayPal reports an approval; the reconcile job only checks. */
  readonly isApproved: boolean
}

/**
 * Fetches an order from PayPal, captures the money when its buyer has approved, and delivers once.
 * A declined payment is not captured again before a new approval is reported: the buyer may have
 * paid in another way since, and to a bank retries would look like card testing. Called by the
 * buyer's page, webhooks and the reconcile job; safe to repeat, also concurrently.
 */
export async function syncOrder(
  services: Services,
  order: Order,
  { isApproved }: SyncOptions = { isApproved: true },
): Promise<SyncOutcome> {
  const attempts = await services.database.db
    .selectFrom('provider_orders')
    .select(['reference', 'attempt', 'declined_at'])
    .where('order_id', '=', order.id)
    .orderBy('attempt', 'desc')
    .execute()
  const mayCapture =
    orderCan.startPayment(order.status) &&
    order.provider_mode === services.payments.mode &&
    !(await isClosedByOwner(services.database.db, 'paypal', [order.id]))
  if (isApproved && mayCapture && attempts.length > 0) await recordApproval(services, order)
  const outcomes: SyncOutcome[] = []
  for (const { reference, attempt, declined_at } of attempts) {
    // Earlier attempts are only checked for a late capture.
    const isCurrent = attempt === order.provider_order_attempt
    const mayRetry = isApproved || declined_at === null
    const result = await services.payments.collect(reference, {
      mayCapture: mayCapture && isCurrent && mayRetry,
    })
    const outcome = await applyOutcome(services, result, { reference, orderId: order.id })
    if (outcome === 'declined') await recordDecline(services, reference)
    outcomes.push(outcome)
  }
  const isUnderstood = !outcomes.some((one) => one === 'unreadable' || one === 'unavailable')
  if (isUnderstood && outcomes.length > 0) await markReadable(services, 'paypal', [order.id])
  return outcomesByPrecedence.find((outcome) => outcomes.includes(outcome)) ?? 'unpaid'
}

/** Money may be captured next: after a crash the reconcile job checks the order soon. */
async function recordApproval({ database, clock }: Services, order: Order): Promise<void> {
  const now = clock()
  const soon = new Date(now.getTime() + 60_000)
  await database.db
    .updateTable('orders')
    .set({ told_at: now, next_check_at: sql`least(next_check_at, ${soon})` })
    .where('id', '=', order.id)
    .execute()
}

async function recordDecline(
  { database, payments, clock }: Services,
  reference: string,
): Promise<void> {
  await database.db
    .updateTable('provider_orders')
    .set({ declined_at: clock() })
    .where('provider', '=', payments.name)
    .where('reference', '=', reference)
    .where('declined_at', 'is', null)
    .execute()
}

/** Like `syncOrder`, for a payment by its id at the provider, and perhaps a refund of it. */
export async function syncPayment(
  services: Services,
  reference: string,
  refundReference: string | null = null,
): Promise<SyncOutcome | 'not_found'> {
  const result = await services.payments.fetchPayment(reference, refundReference)
  return result.outcome === 'not_found'
    ? 'not_found'
    : applyOutcome(services, result, { reference })
}

/**
 * Records a payment for the order that somebody has chosen for it. Returns its order, null when it
 * stays in the inbox. Refuses with `payment_not_found`, `payment_disputed`,
 * `payment_provider_unavailable` or `payment_answer_unreadable`.
 */
export async function recordChosenPayment(
  services: Services,
  reference: string,
  match: MatchWithoutOrderId,
): Promise<Order | null> {
  const request = { provider: 'paypal', reference } as const
  const answer = await services.payments.fetchPayment(reference)
  const found = await handleUnclear(services, request, answer)
  refuseUnclear(found)
  if (found.outcome === 'not_found') throw new ServiceError('payment_not_found')
  const { order, reason } = await recordPayment(services, found.payment, match)
  await markReadable(services, 'paypal', [reference, ...(order ? [order.id] : [])])
  if (reason === disputedReason) throw new ServiceError('payment_disputed')
  return order
}

async function applyOutcome(
  services: Services,
  answer: CollectOutcome,
  request: { readonly reference: string; readonly orderId?: string },
): Promise<SyncOutcome> {
  const result = await handleUnclear(services, { provider: 'paypal', ...request }, answer)
  if (result.outcome === 'unreadable') return result.isOpen ? 'unreadable' : 'unpaid'
  if ('detail' in result) services.log.warn(result, 'PayPal payment not available')
  if (result.outcome !== 'payment') return result.outcome
  const { order } = await recordPayment(services, result.payment)
  if (request.orderId === undefined) {
    await markReadable(services, 'paypal', [request.reference, ...(order ? [order.id] : [])])
  }
  const { status } = result.payment
  if (status === 'held') return 'processing'
  return status === 'declined' ? 'declined' : 'paid'
}

/**
 * Records a payment and applies it to its order, in one transaction. A payment that matches no
 * order is kept in the owner's inbox (`order_id` null), with the reason, and the staff are
 * notified. Returns its order, or why it has none.
 */
export async function recordPayment(
  services: Services,
  payment: Payment,
  matchWithoutOrderId: MatchWithoutOrderId = matchHostedOrder,
): Promise<Match> {
  return services.database.transaction(async (trx) => {
    await lockPayment(trx, services.payments.name, payment.reference)
    const known = await findStoredPayment(services, trx, payment.reference)
    // Ignore repeated denials, and older answers, because the buyer may have started over since.
    if (known?.status === 'declined' && ['held', 'declined'].includes(payment.status)) {
      return { order: null, reason: 'declined' }
    }
    const match = await matchPayment(services, trx, { payment, known }, matchWithoutOrderId)
    const { order, reason } = match
    // A denied payment must not occupy the order, so that the next one can pay it.
    const orderId = payment.status === 'declined' ? null : (order?.id ?? null)
    const stored = await writePayment(services, trx, payment, orderId, reason)
    if (!order && payment.status === 'completed') {
      await queueUnmatchedMessage(services, trx, stored.id)
    }
    await applyPaymentToOrder(services, trx, stored, { order, reported: payment.status })
    return match
  })
}

async function writePayment(
  { payments, clock }: Services,
  trx: Trx,
  payment: Payment,
  orderId: string | null,
  reason: string | null,
): Promise<StoredPayment> {
  return trx
    .insertInto('payments')
    .values({
      provider: payments.name,
      reference: payment.reference,
      order_id: orderId,
      unmatched_reason: reason,
      status: payment.status,
      amount_cents: payment.amountCents,
      refunded_cents: payment.refundedCents,
      currency: payment.currency,
      provider_mode: payments.mode,
      made_at: payment.madeAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'reference']).doUpdateSet((eb) => ({
        // Answers can arrive out of order, so a later state is never reverted.
        status: sql`case
          when payments.status = 'refunded' then payments.status
          when payments.status = 'completed' and excluded.status <> 'refunded' then payments.status
          else excluded.status end`,
        refunded_cents: sql`greatest(payments.refunded_cents, excluded.refunded_cents)`,
        order_id: eb.ref('excluded.order_id'),
        // The first reason helps the owner more than that of a later failed claim.
        unmatched_reason: sql`case when excluded.order_id is null
          then coalesce(payments.unmatched_reason, excluded.unmatched_reason) end`,
        updated_at: clock(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
