import { sql } from 'kysely'
import { readHeldFor } from '#domain/held-payments.ts'
import { nextOrderStatus, orderCan, orderStatuses, type OrderEvent } from '#domain/orders.ts'
import type { Row } from '#server/db/schema.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import type { PayPalDispute } from '#server/providers/paypal/dispute-answer.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'
import { lockOrder } from '#server/services/orders/lock-orders.ts'
import type { Order } from '#server/services/orders/orders.ts'
import { applyOrderToPerks } from '#server/services/perks/order-perks.ts'
import { writeDispute } from './disputes.ts'
import { nextLook, nextOrderCheck } from './due-checks.ts'
import { writeMovements, writeUnlisted } from './money-movements.ts'
import {
  lockPayment,
  matchHostedOrder,
  matchPayment,
  type Match,
  type MatchWithoutOrderId,
  type StoredPayment,
} from './match-payment.ts'

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
    const known = await lockPayment(trx, services.paypal.name, payment.reference)
    // Ignore repeated denials, and older answers, because the buyer may have started over since.
    if (known?.status === 'declined' && ['held', 'declined'].includes(payment.status)) {
      return { order: null, reason: 'declined' }
    }
    const match = await matchPayment(services, trx, { payment, known }, matchWithoutOrderId)
    const { order } = match
    const stored = await writePayment(services, trx, payment, match)
    if (!order && payment.status === 'completed') {
      const about = { payment_id: stored.id, occasion: stored.id }
      await queueMessage(services, trx, { kind: 'payment_unmatched', ...about })
    }
    if (stored.status === 'held' && readHeldFor(stored.held_reason) === 'staff') {
      const about = { payment_id: stored.id, occasion: stored.id }
      await queueMessage(services, trx, { kind: 'payment_to_accept', ...about })
    }
    const owner = { payment_id: stored.id }
    await writeMovements(trx, stored.provider, owner, payment.movements)
    await applyToOrder(services, trx, stored, { order, answer: payment })
    // The order waits with its payment, so that nobody pays it a second time.
    if (!match.order && match.keptFor)
      await moveOrder(services, trx, match.keptFor, 'payment_held', false)
    return match
  })
}

/**
 * Records a dispute and applies it to its payment and order, in one transaction. A dispute that
 * arrives before its payment waits for it. Returns whether the payment is known.
 */
export async function recordDispute(services: Services, dispute: PayPalDispute): Promise<boolean> {
  return services.database.transaction(async (trx) => {
    const payment = await lockPayment(trx, services.paypal.name, dispute.paymentReference)
    await writeDispute(services, trx, services.paypal.name, dispute)
    if (!payment) return false
    const order = payment.order_id ? await lockOrder(trx, payment.order_id) : null
    await applyToOrder(services, trx, payment, { order, answer: null })
    return true
  })
}

async function writePayment(
  { paypal, clock }: Services,
  trx: Trx,
  payment: Payment,
  match: Match,
): Promise<StoredPayment> {
  // A denied payment must not occupy the order, so that the next one can pay it.
  const orderId = payment.status === 'declined' ? null : (match.order?.id ?? null)
  return trx
    .insertInto('payments')
    .values({
      provider: paypal.name,
      reference: payment.reference,
      order_id: orderId,
      kept_for: match.order ? null : (match.keptFor?.id ?? null),
      unmatched_reason: match.reason,
      status: payment.status,
      amount_cents: payment.amountCents,
      refunded_cents: payment.refundedCents,
      currency: payment.currency,
      provider_mode: paypal.mode,
      held_reason: payment.heldReason,
      made_at: payment.madeAt,
      payer_country: payment.payerCountry,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'reference']).doUpdateSet((eb) => ({
        // An answer can be wrong, so the next one counts.
        amount_cents: eb.ref('excluded.amount_cents'),
        currency: eb.ref('excluded.currency'),
        // Answers can arrive out of order, so a later state is never reverted.
        status: sql`case
          when payments.status = 'refunded' then payments.status
          when payments.status = 'completed' and excluded.status <> 'refunded' then payments.status
          else excluded.status end`,
        held_reason: eb.ref('excluded.held_reason'),
        payer_country: sql`coalesce(excluded.payer_country, payments.payer_country)`,
        refunded_cents: sql`greatest(payments.refunded_cents, excluded.refunded_cents)`,
        order_id: eb.ref('excluded.order_id'),
        kept_for: sql`case when excluded.order_id is null
          then coalesce(excluded.kept_for, payments.kept_for) end`,
        // The first reason helps the owner more than that of a later failed claim.
        unmatched_reason: sql`case when excluded.order_id is null
          then coalesce(payments.unmatched_reason, excluded.unmatched_reason) end`,
        updated_at: clock(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

const eventOf: Readonly<Record<Payment['status'], OrderEvent>> = {
  held: 'payment_held',
  completed: 'payment_completed',
  refunded: 'payment_refunded',
  declined: 'payment_denied',
}

/**
 * Brings a payment and its order in line with the provider's new answer, its earlier answers and
 * the payment's disputes, and notifies the staff of refunds and disputes. The caller holds the
 * locks of the payment and of the order.
 */
async function applyToOrder(
  services: Services,
  trx: Trx,
  payment: StoredPayment,
  { order, answer }: { readonly order: Order | null; readonly answer: Payment | null },
): Promise<void> {
  const disputes = await trx
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', payment.provider)
    .where('payment_reference', '=', payment.reference)
    .execute()
  await writeUnlisted(trx, { payment, disputes, answer })
  const lostCents = disputes
    .filter(({ status, currency }) => status === 'lost' && currency === payment.currency)
    .reduce((total, { amount_cents: amount }) => total + amount, 0)
  const status = await countLost(services, trx, payment, lostCents)
  const isDisputed = disputes.some((dispute) => dispute.status === 'open')
  // An answer from before the refund must not override it.
  const event = eventOf[status === 'refunded' ? status : (answer ?? payment).status]
  if (order) await moveOrder(services, trx, order, event, isDisputed)
  for (const dispute of disputes) await announceDispute(services, trx, dispute, payment)
  // A lost dispute has its own message; while a dispute is open, a refund may be a part of it.
  if (!order || isDisputed || payment.refunded_cents <= lostCents) return
  const occasion = `${order.id}:${payment.refunded_cents}`
  await queueMessage(services, trx, { kind: 'order_refunded', order_id: order.id, occasion })
}

/**
 * Adds what lost disputes took to the refunds, and returns the payment's status. The provider may
 * or may not count the amount of a lost dispute among the refunds. So the greater of the two was
 * returned; their sum would count the same money twice.
 */
async function countLost(
  { clock }: Services,
  trx: Trx,
  { id, status, amount_cents: amount, refunded_cents: refunded }: StoredPayment,
  lostCents: number,
): Promise<StoredPayment['status']> {
  const backCents = Math.min(amount, Math.max(refunded, lostCents))
  if (backCents === refunded) return status
  const changed = backCents === amount ? 'refunded' : status
  await trx
    .updateTable('payments')
    .set({ status: changed, refunded_cents: backCents, updated_at: clock() })
    .where('id', '=', id)
    .execute()
  return changed
}

/** Notifies the staff when a dispute opens and when it ends, again after each reopening. */
function announceDispute(
  services: Services,
  trx: Trx,
  { status, reference, round }: Row<'disputes'>,
  { id, order_id: orderId }: StoredPayment,
): Promise<void> {
  return queueMessage(services, trx, {
    kind: status === 'open' ? 'dispute_opened' : `dispute_${status}`,
    ...(orderId === null ? { payment_id: id } : { order_id: orderId }),
    occasion: `${reference}:${round}`,
  })
}

/**
 * Moves the order to the status of its payment: the one place where it is paid, refunded, disputed
 * or paid again after a dispute, once for each change from `order.status` to `status`. An order
 * whose dispute took all of the money is refunded.
 */
async function moveOrder(
  services: Services,
  trx: Trx,
  order: Order,
  event: OrderEvent,
  isDisputed: boolean,
): Promise<void> {
  const paid = nextOrderStatus(order.status, event)
  // After a partly lost dispute the order stays paid for the rest, as after a won one.
  const status = nextOrderStatus(paid, isDisputed ? 'payment_disputed' : 'dispute_won')
  if (status === order.status) return
  // A payment that is already refunded does not block the order that took its place.
  if (order.status === 'superseded' && status !== 'refunded') await replaceSibling(trx, order)
  const isPaidNow = paid === 'paid' && paid !== order.status
  const now = services.clock()
  await trx
    .updateTable('orders')
    .set({
      status,
      next_check_at: nextCheckAfter({ ...order, status }, now),
      ...(isPaidNow && { paid_at: now }),
    })
    .where('id', '=', order.id)
    .execute()
  if (isPaidNow) {
    // The row triggers an event for every open page; its unique order id makes a second delivery impossible.
    await trx.insertInto('purchases').values({ order_id: order.id }).execute()
    const about = { order_id: order.id, occasion: order.id }
    await queueMessage(services, trx, { kind: 'checkout_paid', ...about })
  }
  await applyOrderToPerks(services, trx, order, { status, isPaidNow })
}

/** PayPal may still decide about a held payment; of what is paid, money can go back. */
function nextCheckAfter(order: Order, now: Date): Date | null {
  if (order.status === 'processing') return nextOrderCheck(order, now)
  const isPaid = order.status === 'paid' || order.status === 'disputed'
  return isPaid ? nextLook(order.paid_at ?? now, now) : null
}

/** A replaced order was paid after all, so the order that took its place must not be paid too. */
async function replaceSibling(trx: Trx, order: Order): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ status: nextOrderStatus('pending', 'replaced') })
    .where('buyer_hash', '=', order.buyer_hash)
    .where('cart_item_id', '=', order.cart_item_id)
    .where('id', '<>', order.id)
    .where('status', 'in', orderStatuses.filter(orderCan.beReplaced))
    .execute()
}
