import { nextOrderStatus } from '#domain/orders.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { lockOrder } from '#server/services/orders/lock-orders.ts'
import { findOrderRecord, type OrderRecord } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { lockPayment, matchChosenOrder, type MatchWithoutOrderId } from './match-payment.ts'
import { recordChosenPayment } from './order-payments.ts'

/**
 * Assigns a payment of the inbox to an order, and syncs the order with PayPal's current state of
 * the payment: once, even when admins, claims and webhooks compete. Repeating it changes nothing.
 * Refuses with `payment_not_found`, `order_not_found`, `payment_not_assignable`, `payment_disputed`
 * or a code of `refuseUnclear`.
 */
export async function assignPayment(
  services: Services,
  admin: Admin,
  paymentId: string,
  orderId: string,
): Promise<OrderRecord> {
  const { database } = services
  await findOrderRecord(services, orderId)
  const known = await database.db
    .selectFrom('payments')
    .select('reference')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!known) throw new ServiceError('payment_not_found')
  const match = matchAssignedOrder(admin, paymentId, orderId)
  const order = await recordChosenPayment(services, known.reference, match)
  if (order?.id !== orderId) throw new ServiceError('payment_not_assignable')
  return findOrderRecord(services, orderId)
}

/** The admin decides whose payment it is; we still check that it matches and has no order yet. */
function matchAssignedOrder(admin: Admin, paymentId: string, orderId: string): MatchWithoutOrderId {
  const chosen = { orderId, unfitReason: 'assignment_does_not_fit', mayBeOlder: true }
  const matchOrder = matchChosenOrder(chosen)
  return async (services, trx, reported) => {
    const match = await matchOrder(services, trx, reported)
    if (!match.order) return match
    await writeAudit(services, trx, admin, {
      action: 'payment_assigned',
      subject: `payment:${paymentId}`,
      // The payment loses this reason when it gets its order.
      before: { orderId: null, reason: reported.known?.unmatched_reason ?? null },
      after: { orderId },
    })
    return match
  }
}

/**
 * Stores how the owner resolved an entry of the inbox in another way: from then on a payment cannot be
 * assigned, and the order of an unreadable answer is no longer checked or delivered automatically.
 * Repeating a note changes nothing, another note replaces it. Refuses with `payment_not_found`, or with
 * `payment_not_assignable` when the payment has an order.
 */
export async function resolveEntry(
  services: Services,
  admin: Admin,
  id: string,
  note: string,
): Promise<void> {
  const { database, clock } = services
  const payment = await database.db
    .selectFrom('payments')
    .select(['provider', 'reference'])
    .where('id', '=', id)
    .executeTakeFirst()
  const table = payment ? 'payments' : 'unreadable_answers'
  await database.transaction(async (trx) => {
    if (payment) {
      // Assigning and claiming take the same lock.
      const stored = await lockPayment(trx, payment.provider, payment.reference)
      if (stored?.order_id !== null) throw new ServiceError('payment_not_assignable')
      if (stored.kept_for !== null) await endKeptOrder(trx, stored.kept_for)
    }
    const before = await trx
      .selectFrom(table)
      .select(['resolved_at', 'resolution'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new ServiceError('payment_not_found')
    if (before.resolution === note) return
    const resolvedAt = before.resolved_at ?? clock()
    await trx
      .updateTable(table)
      .set({ resolved_at: resolvedAt, resolution: note })
      .where('id', '=', id)
      .execute()
    const subject = payment ? 'payment' : 'unreadable_answer'
    await writeAudit(services, trx, admin, {
      action: `${subject}_resolved`,
      subject: `${subject}:${id}`,
      before: { resolvedAt: before.resolved_at, note: before.resolution },
      after: { resolvedAt, note },
    })
  })
}

/** An order waits no more for a payment that was kept back for it. */
async function endKeptOrder(trx: Trx, orderId: string): Promise<void> {
  const { status } = await lockOrder(trx, orderId)
  if (status !== 'processing') return
  await trx
    .updateTable('orders')
    .set({ status: nextOrderStatus(status, 'payment_denied'), next_check_at: null })
    .where('id', '=', orderId)
    .execute()
}
