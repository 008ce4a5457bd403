import { isDisputed } from './is-dealt-with.ts'
import {
  clockToleranceMilliseconds,
  disputedReason,
  findPayableOrder,
  type MatchNameless,
} from './match-payment.ts'

/**
 * Finds the order that a hosted button's payment is for. Such a payment says neither who paid nor
 * for what, so it counts only when exactly one waiting order fits; else its buyer claims it.
 */
export const matchHostedOrder: MatchNameless = async (services, trx, payment) => {
  const { payments } = services
  if (payment.status !== 'completed') return { order: null, reason: 'not_completed' }
  if (await isDisputed(services, trx, payment)) return { order: null, reason: disputedReason }
  const [waiting, ...others] = await trx
    .selectFrom('orders')
    .select('id')
    .where('driver', '=', 'hosted')
    .where('status', '=', 'pending')
    .where('provider_mode', '=', payments.mode)
    .where('price_cents', '=', payment.amountCents)
    .where('currency', '=', payment.currency)
    .where('opened_at', '<=', new Date(payment.madeAt.getTime() + clockToleranceMilliseconds))
    .limit(2)
    .execute()
  if (!waiting) return { order: null, reason: 'no_order_waits' }
  if (others.length > 0) return { order: null, reason: 'several_orders_wait' }
  return findPayableOrder(trx, waiting.id)
}
