import { isDealtWith, isDisputed } from '#server/services/checkout/is-dealt-with.ts'
import {
  disputedReason,
  findMoneyMismatch,
  findPayableOrder,
  type MatchNameless,
} from '#server/services/checkout/match-payment.ts'
import { findOrderRecord, type OrderRecord } from '#server/services/checkout/order-records.ts'
import { recordPayment } from '#server/services/checkout/record-payment.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { markReadable, recordUnreadable } from '#server/services/unreadable-answers.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'

/**
 * Says that a payment of the inbox is an order's, and settles the order by what PayPal tells of the
 * payment now: once, however many admins, claims and webhooks come at the same time. Repeating it
 * changes nothing. Refuses with `payment_not_found`, `order_not_found`, `payment_not_assignable`,
 * `payment_disputed`, `payment_provider_unavailable` or `payment_answer_unreadable`.
 */
export async function assignPayment(
  services: Services,
  admin: Admin,
  paymentId: string,
  orderId: string,
): Promise<OrderRecord> {
  const { database, payments } = services
  await findOrderRecord(database.db, orderId)
  const known = await database.db
    .selectFrom('payments')
    .select('reference')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!known) throw new Refusal('payment_not_found')
  const found = await payments.fetchPayment(known.reference)
  if (found.outcome === 'unreadable') {
    await recordUnreadable(services, { provider: 'paypal', reference: known.reference }, found)
    throw new Refusal('payment_answer_unreadable', { retryAfterSeconds: 60 })
  }
  if (found.outcome === 'unavailable') {
    throw new Refusal('payment_provider_unavailable', { retryAfterSeconds: 5 })
  }
  if (found.outcome === 'not_found') throw new Refusal('payment_not_found')
  const match = matchAssignment(admin, paymentId, orderId)
  const { order, reason } = await recordPayment(services, found.payment, match)
  await markReadable(services, 'paypal', [known.reference, ...(order ? [order.id] : [])])
  if (reason === disputedReason) throw new Refusal('payment_disputed')
  if (order?.id !== orderId) throw new Refusal('payment_not_assignable')
  return findOrderRecord(database.db, orderId)
}

/** The admin knows whose payment it is; that it fits, and is nobody's yet, he is not asked. */
function matchAssignment(admin: Admin, paymentId: string, orderId: string): MatchNameless {
  return async (services, trx, payment) => {
    const match = await findPayableOrder(trx, orderId)
    if (!match.order) return match
    const { order } = match
    const fits =
      payment.status === 'completed' &&
      findMoneyMismatch(services, order, payment) === null &&
      !(await isDealtWith(services, trx, payment))
    if (!fits) return { order: null, reason: 'assignment_does_not_fit' }
    if (await isDisputed(services, trx, payment)) return { order: null, reason: disputedReason }
    await writeAudit(services, trx, admin, {
      action: 'payment_assigned',
      subject: `payment:${paymentId}`,
      before: { orderId: null, reason: await readReason(trx, paymentId) },
      after: { orderId },
    })
    return match
  }
}

/** Why it lay in the inbox; once it has its order, the payment does not tell any more. */
async function readReason(trx: Trx, paymentId: string): Promise<string | null> {
  const payment = await trx
    .selectFrom('payments')
    .select('unmatched_reason')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return payment.unmatched_reason
}
