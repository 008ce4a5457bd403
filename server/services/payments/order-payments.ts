import { sql } from 'kysely'
import { orderCan } from '#domain/orders.ts'
import type { FetchOutcome, Inconclusive } from '#server/providers/payment-provider.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import type { CollectOutcome } from '#server/providers/paypal/paypal-provider.ts'
import { paidWhileBanned } from '#server/services/bans/bans.ts'
import type { Services } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { handleUnclear, isInconclusive, refuseUnclear, type Unclear } from './engine.ts'
import { disputedReason, type MatchWithoutOrderId } from './match-payment.ts'
import {
  claimCapture,
  findUnits,
  lockUnits,
  releaseCapture,
  type SyncOptions,
} from './provider-orders.ts'
import { recordDispute, recordPayment } from './record-order-payment.ts'
import { markReadable } from './unreadable-answers.ts'

/**
 * The results of a sync; of several provider orders the first one here counts. `paid`: a payment is
 * complete, now or before. `unreadable`: the provider's answer waits for the owner. `not_captured`:
 * approved, but the order is paid for in another way, or not any more.
 */
const outcomesByPrecedence = [
  'paid',
  'processing',
  'unreadable',
  'unavailable',
  'misconfigured',
  'seller_refused',
  'declined',
  'not_captured',
  'unpaid',
] as const
type SyncOutcome = (typeof outcomesByPrecedence)[number]

/**
 * Fetches orders from PayPal, captures the money of those whose buyer has approved, and delivers each
 * once. A PayPal order that pays for several of them is fetched once. A declined payment is not
 * captured again before a new approval is reported: the buyer may have paid in another way since, and
 * to a bank retries would look like card testing. Called by the buyer's page, webhooks and the
 * reconcile job; safe to repeat, also concurrently.
 */
export async function syncOrders(
  services: Services,
  orders: readonly Order[],
  options: SyncOptions = { isApproved: true },
): Promise<ReadonlyMap<string, SyncOutcome>> {
  const { database, paypal } = services
  const orderIds = orders.map(({ id }) => id)
  const units = await findUnits(database.db, orderIds)
  if (options.isApproved) await recordApproval(services, orders, units)
  const outcomes = orders.map(({ id }) => ({ id, found: new Set<SyncOutcome>() }))
  for (const [reference, own] of Map.groupBy(units, (unit) => unit.reference)) {
    const isSingle = own.length === 1
    const synced = await syncProviderOrder(services, reference, options)
    for (const { id, found } of outcomes) {
      if (!own.some((unit) => unit.order_id === id)) continue
      found.add(await readOrderOutcome(services, synced, { reference, orderId: id, isSingle }))
    }
  }
  const understood = outcomes
    .filter(
      ({ found }) => found.size > 0 && ![...found].some((outcome) => isInconclusive({ outcome })),
    )
    .map(({ id }) => id)
  if (understood.length > 0) await markReadable(services, paypal.name, understood)
  return new Map(
    outcomes.map(({ id, found }) => [
      id,
      outcomesByPrecedence.find((outcome) => found.has(outcome)) ?? 'unpaid',
    ]),
  )
}

/** Collects what a PayPal order pays, for all of its orders. */
async function syncProviderOrder(
  services: Services,
  reference: string,
  options: SyncOptions,
): Promise<CollectOutcome> {
  const claim: { mark: Date | null } = { mark: null }
  const answer = await services.paypal.collect(reference, async () => {
    claim.mark = await claimCapture(services, reference, options)
    return claim.mark !== null
  })
  if (answer.outcome === 'payments') {
    for (const payment of answer.payments) await recordPayment(services, payment)
  }
  const isRefused = answer.outcome === 'declined' || answer.outcome === 'seller_refused'
  if (isRefused) await recordDecline(services, reference)
  if (isRefused || !isInconclusive(answer)) {
    const isCaptured = answer.outcome === 'payments'
    await releaseCapture(services, reference, { ...claim, isCaptured })
  }
  return answer
}

/** What a PayPal order's state means for one of its orders. */
async function readOrderOutcome(
  services: Services,
  synced: CollectOutcome,
  {
    reference,
    orderId,
    isSingle,
  }: { readonly reference: string; readonly orderId: string; readonly isSingle: boolean },
): Promise<SyncOutcome> {
  const request = { provider: services.paypal.name, reference, orderId }
  const found = await handleUnclear(services, request, synced)
  if (found.outcome !== 'payments') return readOutcome(services, found)
  const payment = found.payments.find((one) => isSingle || one.orderId === orderId)
  // PayPal shows no capture for this unit: it stays unpaid, and can be paid by a new attempt.
  return payment ? outcomeOf(payment) : 'unpaid'
}

/** A repeated report within this time changes nothing. */
const freshMilliseconds = 30_000

/** Money may be captured next: after a crash the reconcile job checks the orders soon. */
async function recordApproval(
  { database, clock }: Services,
  orders: readonly Order[],
  units: Awaited<ReturnType<typeof findUnits>>,
): Promise<void> {
  const ids = orders
    .filter(({ id, status }) => {
      return orderCan.startPayment(status) && units.some((unit) => unit.order_id === id)
    })
    .map(({ id }) => id)
  if (ids.length === 0) return
  const now = clock()
  const soon = new Date(now.getTime() + 60_000)
  const fresh = new Date(now.getTime() - freshMilliseconds)
  await database.db
    .updateTable('orders')
    .set({ approval_reported_at: now, next_check_at: sql`least(next_check_at, ${soon})` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where('id', 'in', ids)
        .where(
          sql<boolean>`(coalesce(approval_reported_at < ${fresh}, true) or next_check_at > ${soon})`,
        )
        .orderBy('id')
        .forUpdate(),
    )
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
    .where('order_id', 'in', lockUnits(database.db, reference))
    .execute()
}

/** Like `syncOrders`, for a payment by its id at the provider, and perhaps a refund of it. */
export async function syncPayment(
  services: Services,
  reference: string,
  refundReference: string | null = null,
): Promise<SyncOutcome | 'not_found'> {
  const answer = await services.paypal.fetchPayment(reference, refundReference)
  const recorded = await recordAnswer(services, answer, reference)
  if (recorded.outcome === 'not_found') return 'not_found'
  return recorded.outcome === 'payment'
    ? outcomeOf(recorded.payment)
    : readOutcome(services, recorded)
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
 * stays in the inbox. Refuses with `payment_not_found`, `payment_disputed`, `banned` or a code of
 * `refuseUnclear`.
 */
export async function recordChosenPayment(
  services: Services,
  reference: string,
  matchOrder: MatchWithoutOrderId,
): Promise<Order | null> {
  const answer = await services.paypal.fetchPayment(reference)
  const recorded = await recordAnswer(services, answer, reference, matchOrder)
  refuseUnclear(recorded)
  if (recorded.outcome !== 'payment') throw new ServiceError('payment_not_found')
  if (recorded.match.reason === disputedReason) throw new ServiceError('payment_disputed')
  if (recorded.match.reason === paidWhileBanned) throw new ServiceError('banned')
  return recorded.match.order
}

/** Records the payment of an answer, if it has one. */
async function recordAnswer(
  services: Services,
  answer: FetchOutcome<Payment>,
  reference: string,
  matchOrder?: MatchWithoutOrderId,
) {
  const provider = services.paypal.name
  const found = await handleUnclear(services, { provider, reference }, answer)
  if (found.outcome !== 'payment') return found
  const match = await recordPayment(services, found.payment, matchOrder)
  // An order has an entry for all of its provider orders.
  const ids = match.order ? [reference, match.order.id] : [reference]
  await markReadable(services, provider, ids)
  return { ...found, match }
}

type Understood = Exclude<CollectOutcome, { readonly outcome: 'payments' } | Inconclusive>

function readOutcome({ log }: Services, found: Understood | Unclear): SyncOutcome {
  if (found.outcome === 'unreadable') return found.isOpen ? 'unreadable' : 'unpaid'
  if ('detail' in found) log.warn(found, 'PayPal payment not available')
  return found.outcome
}

function outcomeOf({ status }: Payment): SyncOutcome {
  if (status === 'held') return 'processing'
  return status === 'declined' ? 'declined' : 'paid'
}
