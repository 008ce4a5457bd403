import { sql } from 'kysely'
import { nextOrderStatus, orderCan, type OrderEvent } from '../../../domain/orders.ts'
import type { Payment } from '../../providers/payments/payment-provider.ts'
import type { Services, Trx } from '../context.ts'
import { deliver } from './deliver.ts'
import type { Order } from './find-order.ts'
import { matchHostedOrder } from './match-hosted-order.ts'

const eventOf: Readonly<Record<Payment['status'], OrderEvent>> = {
  held: 'payment_held',
  completed: 'payment_completed',
  refunded: 'payment_refunded',
  declined: 'payment_denied',
}

export type Match =
  | { readonly order: Order; readonly reason: null }
  | { readonly order: null; readonly reason: string }

/** Finds the order of a payment that does not name one. */
export type MatchNameless = (services: Services, trx: Trx, payment: Payment) => Promise<Match>

/**
 * Writes down a payment as the provider tells it and moves its order, in one transaction. A payment
 * that fits no order is kept in the owner's inbox (`order_id` null), with the reason. Answers the
 * id of its order.
 */
export async function recordPayment(
  services: Services,
  payment: Payment,
  matchNameless: MatchNameless = matchHostedOrder,
): Promise<string | null> {
  return services.database.transaction(async (trx) => {
    await lockPayment(trx, services, payment)
    const { order, reason } = await matchOrder(services, trx, payment, matchNameless)
    if (reason) services.log.error({ reference: payment.reference, reason }, 'payment not matched')
    // A denied payment is no order's payment: the next one must find the place free.
    if (payment.status === 'declined') await writePayment(services, trx, payment, null, 'declined')
    else await writePayment(services, trx, payment, order?.id ?? null, reason)
    if (order) await moveOrder(services, trx, order, payment)
    return order?.id ?? null
  })
}

/** The same payment told twice at once is written once. */
async function lockPayment(trx: Trx, { payments }: Services, payment: Payment): Promise<void> {
  const key = `${payments.name}:${payment.reference}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

async function matchOrder(
  services: Services,
  trx: Trx,
  payment: Payment,
  matchNameless: MatchNameless,
): Promise<Match> {
  const known = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('provider', '=', services.payments.name)
    .where('reference', '=', payment.reference)
    .executeTakeFirst()
  if (known?.order_id) return { order: await lockOrder(trx, known.order_id), reason: null }
  if (!payment.orderId) return matchNameless(services, trx, payment)
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where(sql<string>`id::text`, '=', payment.orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return { order: null, reason: 'order_unknown' }
  const reason = await findMismatch(services, trx, order, payment)
  return reason ? { order: null, reason } : { order, reason: null }
}

function lockOrder(trx: Trx, orderId: string): Promise<Order> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function findMismatch(
  { payments }: Services,
  trx: Trx,
  order: Order,
  payment: Payment,
): Promise<string | null> {
  if (payment.amountCents !== order.price_cents) return 'amount_mismatch'
  if (payment.currency !== order.currency) return 'currency_mismatch'
  if (payments.mode !== order.provider_mode) return 'mode_mismatch'
  if (payment.providerOrderId !== order.provider_order_id) return 'provider_order_mismatch'
  if (payment.payee && order.provider_payee && payment.payee !== order.provider_payee) {
    return 'payee_mismatch'
  }
  return (await isPaidOtherwise(trx, order)) ? 'order_already_paid' : null
}

/** Whether this cart item has its payment already: for this order, or for one that took its place. */
async function isPaidOtherwise(trx: Trx, order: Order): Promise<boolean> {
  const other = await trx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('orders.buyer_hash', '=', order.buyer_hash)
    .where('orders.cart_item_id', '=', order.cart_item_id)
    .where('payments.status', '<>', 'refunded')
    .executeTakeFirst()
  return other !== undefined
}

async function writePayment(
  { payments, clock }: Services,
  trx: Trx,
  payment: Payment,
  orderId: string | null,
  reason: string | null,
): Promise<void> {
  await trx
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
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'reference']).doUpdateSet((eb) => ({
        // Answers can overtake each other: a refund, once seen, is never forgotten.
        status: sql`case when payments.status = 'refunded' then payments.status else excluded.status end`,
        refunded_cents: sql`greatest(payments.refunded_cents, excluded.refunded_cents)`,
        order_id: eb.ref('excluded.order_id'),
        // Why it was not matched at first tells the owner more than a later failed claim.
        unmatched_reason: sql`case when excluded.order_id is null
          then coalesce(payments.unmatched_reason, excluded.unmatched_reason) end`,
        updated_at: clock(),
      })),
    )
    .execute()
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
  const paidNow = event === 'payment_completed' && orderCan.deliver(order.status)
  if (order.status === 'superseded') await replaceSibling(trx, order)
  await trx
    .updateTable('orders')
    .set({
      status,
      next_check_at: status === 'processing' ? order.next_check_at : null,
      ...(paidNow && { settled_at: services.clock() }),
    })
    .where('id', '=', order.id)
    .execute()
  if (paidNow) await deliver(services, trx, order)
}

/** A replaced order was paid after all: the one that took its place must not be paid too. */
async function replaceSibling(trx: Trx, order: Order): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ status: 'superseded', next_check_at: null })
    .where('buyer_hash', '=', order.buyer_hash)
    .where('cart_item_id', '=', order.cart_item_id)
    .where('id', '<>', order.id)
    .where('status', 'in', ['pending', 'expired'])
    .execute()
}
