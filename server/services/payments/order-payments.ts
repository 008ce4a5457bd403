import { sql } from 'kysely'
import { orderCan } from '#domain/orders.ts'
import type { CollectOutcome, Payment } from '#server/providers/payment-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { applyPaymentToOrder, type StoredPayment } from './apply-order-payment.ts'
import { lockPayment } from './locks.ts'
import { matchHostedOrder, matchPayment, type Match, type MatchNameless } from './match-payment.ts'
import { queueUnmatchedMessage } from './staff-messages.ts'
import { isClosedByOwner, markReadable, recordUnreadable } from './unreadable-answers.ts'

/**
 * What syncing learned. `settled` says that a payment is complete, now or before; `unreadable` that
 * the provider's answer waits for the owner.
 */
export type SyncOutcome =
  | 'settled'
  | 'processing'
  | 'unreadable'
  | 'unavailable'
  | 'declined'
  | 'unpaid'

/** The strongest news first: what one provider order says counts over what the others do not. */
const byWeight: readonly SyncOutcome[] = [
  'settled',
  'processing',
  'unreadable',
  'unavailable',
  'declined',
  'unpaid',
]

interface SyncOptions {
  /** Whether somebody says that the buyer agrees now: their page, or PayPal. The reconcile job only looks. */
  readonly isTold: boolean
}

/**
 * Asks PayPal how an order stands, takes the money when its buyer has agreed, and delivers once. What
 * was declined is not tried again before somebody says that they agree again: they may have paid in
 * another way since, and to a bank it would look like card testing. Called by the buyer's page, webhooks
 * and the reconcile job; safe any number of times, also at once.
 */
export async function syncOrder(
  services: Services,
  order: Order,
  { isTold }: SyncOptions = { isTold: true },
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
  if (isTold && mayCapture && attempts.length > 0) await rememberTold(services, order)
  const outcomes: SyncOutcome[] = []
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

async function applyOutcome(
  services: Services,
  result: CollectOutcome,
  asked: { readonly reference: string; readonly orderId?: string },
): Promise<SyncOutcome> {
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

function outcomeOf({ status }: Payment): SyncOutcome {
  if (status === 'held') return 'processing'
  return status === 'declined' ? 'declined' : 'settled'
}

/**
 * Writes down a payment as the provider tells it and has its order follow, in one transaction. A payment
 * that fits no order is kept in the owner's inbox (`order_id` null), with the reason, and the staff
 * is told. Answers its order, or why it has none.
 */
export async function recordPayment(
  services: Services,
  payment: Payment,
  matchNameless: MatchNameless = matchNewHostedPayment,
): Promise<Match> {
  return services.database.transaction(async (trx) => {
    await lockPayment(trx, services.payments.name, payment.reference)
    if (await isKnownDenial(services, trx, payment)) return { order: null, reason: 'declined' }
    const match = await matchPayment(services, trx, payment, matchNameless)
    const { order, reason } = match
    // A denied payment is no order's payment: the next one must find the place free.
    const orderId = payment.status === 'declined' ? null : (order?.id ?? null)
    const stored = await writePayment(services, trx, payment, orderId, reason)
    if (!order && payment.status === 'completed') {
      await queueUnmatchedMessage(services, trx, stored.id)
    }
    await applyPaymentToOrder(services, trx, stored, { order, told: payment.status })
    return match
  })
}

/**
 * A denial told again, or an answer from before it: its buyer may have begun anew since, and must not
 * be disturbed.
 */
async function isKnownDenial(services: Services, trx: Trx, payment: Payment): Promise<boolean> {
  if (payment.status !== 'held' && payment.status !== 'declined') return false
  const known = await findKnown(services, trx, payment)
  return known?.status === 'declined'
}

/** Once it lies in the inbox, only its buyer or the owner may say whose it is: others wait by now. */
const matchNewHostedPayment: MatchNameless = async (services, trx, payment) => {
  const known = await findKnown(services, trx, payment)
  return known
    ? { order: null, reason: known.unmatched_reason ?? 'unknown' }
    : matchHostedOrder(services, trx, payment)
}

/** What an earlier answer left of it. */
function findKnown({ payments }: Services, trx: Trx, { reference }: Payment) {
  return trx
    .selectFrom('payments')
    .select(['status', 'unmatched_reason'])
    .where('provider', '=', payments.name)
    .where('reference', '=', reference)
    .executeTakeFirst()
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
        // Answers can overtake each other: what was seen once is never forgotten.
        status: sql`case
          when payments.status = 'refunded' then payments.status
          when payments.status = 'completed' and excluded.status <> 'refunded' then payments.status
          else excluded.status end`,
        refunded_cents: sql`greatest(payments.refunded_cents, excluded.refunded_cents)`,
        order_id: eb.ref('excluded.order_id'),
        // Why it was not matched at first tells the owner more than a later failed claim.
        unmatched_reason: sql`case when excluded.order_id is null
          then coalesce(payments.unmatched_reason, excluded.unmatched_reason) end`,
        updated_at: clock(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
