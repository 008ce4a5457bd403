import { sql } from 'kysely'
import { orderCan } from '#domain/orders.ts'
import type { CollectOutcome, Payment } from '#server/providers/payments/payment-provider.ts'
import type { Services } from '#server/services/context.ts'
import {
  isClosedByOwner,
  markReadable,
  recordUnreadable,
} from '#server/services/unreadable-answers.ts'
import type { Order } from './find-order.ts'
import { recordPayment } from './record-payment.ts'

/**
 * What settling learned. `settled` says that a payment is complete, now or before; `unreadable` that
 * the provider's answer waits for the owner.
 */
export type SettleOutcome =
  | 'settled'
  | 'processing'
  | 'unreadable'
  | 'unavailable'
  | 'declined'
  | 'unpaid'

/** The strongest news first: what one provider order says counts over what the others do not. */
const byWeight: readonly SettleOutcome[] = [
  'settled',
  'processing',
  'unreadable',
  'unavailable',
  'declined',
  'unpaid',
]

interface SettleOptions {
  /** Whether somebody says that the buyer agrees now: their page, or PayPal. The reconcile job only looks. */
  readonly isTold: boolean
}

/**
 * Asks PayPal how an order stands, takes the money when its buyer has agreed, and delivers once. What
 * was declined is not tried again before somebody says that they agree again: they may have paid in
 * another way since, and to a bank it would look like card testing. Called by the buyer's page, webhooks
 * and the reconcile job; safe any number of times, also at once.
 */
export async function settleOrder(
  services: Services,
  order: Order,
  { isTold }: SettleOptions = { isTold: true },
): Promise<SettleOutcome> {
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
  if (isTold && mayCapture && attempts.length > 0) await rememberTold(services, order)
  const outcomes: SettleOutcome[] = []
  for (const { reference, attempt, declined_at } of attempts) {
    // Of an earlier attempt we only want to know whether its money was taken after all.
    const isCurrent = attempt === order.provider_order_attempt
    const isWanted = isTold || declined_at === null
    const result = await services.payments.collect(reference, {
      mayCapture: mayCapture && isCurrent && isWanted,
    })
    const outcome = await applyOutcome(services, result, { reference, orderId: order.id })
    if (outcome === 'declined') await rememberDecline(services, reference)
    outcomes.push(outcome)
  }
  const isUnderstood = !outcomes.some((told) => told === 'unreadable' || told === 'unavailable')
  if (isUnderstood && outcomes.length > 0) await markReadable(services, 'paypal', [order.id])
  return byWeight.find((outcome) => outcomes.includes(outcome)) ?? 'unpaid'
}

/** Money may be taken in the next seconds: should we die then, the reconcile job looks soon. */
async function rememberTold({ database, clock }: Services, order: Order): Promise<void> {
  const now = clock()
  const soon = new Date(now.getTime() + 60_000)
  await database.db
    .updateTable('orders')
    .set({ told_at: now, next_check_at: sql`least(next_check_at, ${soon})` })
    .where('id', '=', order.id)
    .execute()
}

async function rememberDecline(
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

/** The same, for a payment that the provider names, and perhaps a refund of it. */
export async function settlePayment(
  services: Services,
  reference: string,
  refundReference: string | null = null,
): Promise<SettleOutcome | 'not_found'> {
  const result = await services.payments.fetchPayment(reference, refundReference)
  return result.outcome === 'not_found'
    ? 'not_found'
    : applyOutcome(services, result, { reference })
}

async function applyOutcome(
  services: Services,
  result: CollectOutcome,
  asked: { readonly reference: string; readonly orderId?: string },
): Promise<SettleOutcome> {
  if (result.outcome === 'unreadable') {
    const isOpen = await recordUnreadable(services, { provider: 'paypal', ...asked }, result)
    return isOpen ? 'unreadable' : 'unpaid'
  }
  if ('detail' in result) services.log.warn(result, 'payment provider')
  if (result.outcome !== 'payment') return result.outcome
  const { order } = await recordPayment(services, result.payment)
  if (asked.orderId === undefined) {
    await markReadable(services, 'paypal', [asked.reference, ...(order ? [order.id] : [])])
  }
  return outcomeOf(result.payment)
}

function outcomeOf({ status }: Payment): SettleOutcome {
  if (status === 'held') return 'processing'
  return status === 'declined' ? 'declined' : 'settled'
}
