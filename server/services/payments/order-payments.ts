import { sql } from 'kysely'
import { orderCan } from '#domain/orders.ts'
import type { CollectOutcome } from '#server/providers/paypal/paypal-provider.ts'
import type { Services } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { handleUnclear, refuseUnclear } from './engine.ts'
import { disputedReason, type MatchWithoutOrderId } from './match-payment.ts'
import { recordDispute, recordPayment } from './record-order-payment.ts'
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
type SyncOutcome = (typeof outcomesByPrecedence)[number]

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
  const { database, paypal } = services
  const attempts = await database.db
    .selectFrom('provider_orders')
    .select(['reference', 'attempt', 'declined_at'])
    .where('order_id', '=', order.id)
    .orderBy('attempt', 'desc')
    .execute()
  const mayCapture =
    orderCan.startPayment(order.status) &&
    order.provider_mode === paypal.mode &&
    !(await isClosedByOwner(database.db, paypal.name, [order.id]))
  if (isApproved && mayCapture && attempts.length > 0) await recordApproval(services, order)
  const outcomes: SyncOutcome[] = []
  for (const { reference, attempt, declined_at } of attempts) {
    // Earlier attempts are only checked for a late capture.
    const isCurrent = attempt === order.provider_order_attempt
    const mayRetry = isApproved || declined_at === null
    const answer = await paypal.collect(reference, {
      mayCapture: mayCapture && isCurrent && mayRetry,
    })
    const outcome = readOutcome(
      services,
      await recordAnswer(services, answer, { reference, orderId: order.id }),
    )
    if (outcome === 'declined') await recordDecline(services, reference)
    outcomes.push(outcome)
  }
  const isUnderstood = !outcomes.some((one) => one === 'unreadable' || one === 'unavailable')
  if (isUnderstood && outcomes.length > 0) await markReadable(services, paypal.name, [order.id])
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
  { database, paypal, clock }: Services,
  reference: string,
): Promise<void> {
  await database.db
    .updateTable('provider_orders')
    .set({ declined_at: clock() })
    .where('provider', '=', paypal.name)
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
  const answer = await services.paypal.fetchPayment(reference, refundReference)
  if (answer.outcome === 'not_found') return 'not_found'
  return readOutcome(services, await recordAnswer(services, answer, { reference }))
}

/**
 * Fetches a dispute from PayPal and applies it to the order, then syncs its payment, whose refunds
 * may have changed too. Called by webhooks and the reconcile job; safe to repeat, also
 * concurrently.
 */
export async function syncDispute(
  services: Services,
  reference: string,
): Promise<SyncOutcome | 'not_found' | 'ignored'> {
  const { paypal } = services
  const request = { provider: paypal.name, reference, isDispute: true }
  const found = await handleUnclear(services, request, await paypal.fetchDispute(reference))
  if (found.outcome === 'unreadable') return found.isOpen ? 'unreadable' : 'ignored'
  if (found.outcome !== 'dispute') return found.outcome
  await markReadable(services, paypal.name, [reference])
  const isKnown = await recordDispute(services, found.dispute)
  // An unknown payment may belong to another shop, so there is no order to change.
  if (!isKnown) return 'ignored'
  const outcome = await syncPayment(services, found.dispute.paymentReference)
  // The dispute concerns something other than a capture; it is recorded all the same.
  return outcome === 'not_found' ? 'ignored' : outcome
}

/**
 * Records a payment for the order that somebody has chosen for it. Returns its order, null when it
 * stays in the inbox. Refuses with `payment_not_found`, `payment_disputed`,
 * `payment_provider_unavailable` or `payment_answer_unreadable`.
 */
export async function recordChosenPayment(
  services: Services,
  reference: string,
  matchOrder: MatchWithoutOrderId,
): Promise<Order | null> {
  const answer = await services.paypal.fetchPayment(reference)
  const recorded =
    answer.outcome === 'not_found'
      ? answer
      : await recordAnswer(services, answer, { reference }, matchOrder)
  refuseUnclear(recorded)
  if (recorded.outcome !== 'payment') throw new ServiceError('payment_not_found')
  if (recorded.match.reason === disputedReason) throw new ServiceError('payment_disputed')
  return recorded.match.order
}

type Recorded = Awaited<ReturnType<typeof recordAnswer>>

/** Records the payment of an answer, if it has one. */
async function recordAnswer(
  services: Services,
  answer: CollectOutcome,
  { reference, orderId }: { readonly reference: string; readonly orderId?: string },
  matchOrder?: MatchWithoutOrderId,
) {
  const provider = services.paypal.name
  const request = { provider, reference, ...(orderId !== undefined && { orderId }) }
  const found = await handleUnclear(services, request, answer)
  if (found.outcome !== 'payment') return found
  const match = await recordPayment(services, found.payment, matchOrder)
  // An order has an entry for all of its provider orders.
  if (orderId === undefined) {
    const ids = match.order ? [reference, match.order.id] : [reference]
    await markReadable(services, provider, ids)
  }
  return { ...found, match }
}

function readOutcome({ log }: Services, recorded: Recorded): SyncOutcome {
  if (recorded.outcome === 'unreadable') return recorded.isOpen ? 'unreadable' : 'unpaid'
  if ('detail' in recorded) log.warn(recorded, 'PayPal payment not available')
  if (recorded.outcome !== 'payment') return recorded.outcome
  const { status } = recorded.payment
  if (status === 'held') return 'processing'
  return status === 'declined' ? 'declined' : 'paid'
}
