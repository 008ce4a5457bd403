import { sql } from 'kysely'
import { nextOrderStatus, type OrderEvent } from '../../../domain/orders.ts'
import type { Payment } from '../../providers/payments/payment-provider.ts'
import type { Services, Trx } from '../context.ts'
import { deliver } from './deliver.ts'
import type { Order } from './find-order.ts'
import { lockPayment } from './locks.ts'
import { matchHostedOrder } from './match-hosted-order.ts'
import { matchPayment, type MatchNameless } from './match-payment.ts'
import { nextCheck } from './next-check.ts'
import { queueUnmatchedMessage } from './staff-messages.ts'

const eventOf: Readonly<Record<Payment['status'], OrderEvent>> = {
  held: 'payment_held',
  completed: 'payment_completed',
  refunded: 'payment_refunded',
  declined: 'payment_denied',
}

/**
 * Writes down a payment as the provider tells it and moves its order, in one transaction. A payment
 * that fits no order is kept in the owner's inbox (`order_id` null), with the reason, and the staff
 * is told. Answers the id of its order.
 */
export async function recordPayment(
  services: Services,
  payment: Payment,
  matchNameless: MatchNameless = matchNewHostedPayment,
): Promise<string | null> {
  return services.database.transaction(async (trx) => {
    await lockPayment(trx, services.payments.name, payment.reference)
    const { order, reason } = await matchPayment(services, trx, payment, matchNameless)
    // A denied payment is no order's payment: the next one must find the place free.
    const orderId = payment.status === 'declined' ? null : (order?.id ?? null)
    const paymentId = await writePayment(services, trx, payment, orderId, reason)
    if (order) await moveOrder(services, trx, order, payment)
    else if (payment.status === 'completed') await queueUnmatchedMessage(services, trx, paymentId)
    return order?.id ?? null
  })
}

/** Once it lies in the inbox, only its buyer or the owner may say whose it is: others wait by now. */
const matchNewHostedPayment: MatchNameless = async (services, trx, payment) => {
  const known = await trx
    .selectFrom('payments')
    .select('unmatched_reason')
    .where('provider', '=', services.payments.name)
    .where('reference', '=', payment.reference)
    .executeTakeFirst()
  return known
    ? { order: null, reason: known.unmatched_reason ?? 'unknown' }
    : matchHostedOrder(services, trx, payment)
}

async function writePayment(
  { payments, clock }: Services,
  trx: Trx,
  payment: Payment,
  orderId: string | null,
  reason: string | null,
): Promise<string> {
  const { id } = await trx
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
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Moves the order to what the payment says; delivers when it is paid for the first time. */
async function moveOrder(
  services: Services,
  trx: Trx,
  order: Order,
  payment: Payment,
): Promise<void> {
  const event = eventOf[payment.status]
  const status = nextOrderStatus(order.status, event)
  if (status === order.status) return
  if (order.status === 'superseded') await replaceSibling(trx, order)
  const now = services.clock()
  await trx
    .updateTable('orders')
    .set({
      status,
      next_check_at: status === 'processing' ? nextCheck(order.opened_at, now) : null,
      ...(status === 'settled' && { settled_at: now }),
    })
    .where('id', '=', order.id)
    .execute()
  if (status === 'settled') await deliver(services, trx, order)
}

/** A replaced order was paid after all: the one that took its place must not be paid too. */
async function replaceSibling(trx: Trx, order: Order): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ status: 'superseded' })
    .where('buyer_hash', '=', order.buyer_hash)
    .where('cart_item_id', '=', order.cart_item_id)
    .where('id', '<>', order.id)
    .where('status', 'in', ['pending', 'expired'])
    .execute()
}
