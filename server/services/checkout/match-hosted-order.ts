import type { MatchNameless } from './record-payment.ts'

/** PayPal tells times in whole seconds, by a clock that is not ours. */
const clockToleranceMilliseconds = 60_000

/**
 * Finds the order that a hosted button's payment is for. Such a payment says neither who paid nor
 * for what, so it counts only when exactly one waiting order fits; else its buyer claims it.
 */
export const matchHostedOrder: MatchNameless = async ({ payments }, trx, payment) => {
  if (payment.status !== 'completed') return { order: null, reason: 'not_completed' }
  const [order, ...others] = await trx
    .selectFrom('orders')
    .selectAll()
    .where('driver', '=', 'hosted')
    .where('status', '=', 'pending')
    .where('provider_mode', '=', payments.mode)
    .where('price_cents', '=', payment.amountCents)
    .where('currency', '=', payment.currency)
    .where('opened_at', '<=', new Date(payment.madeAt.getTime() + clockToleranceMilliseconds))
    .orderBy('opened_at')
    .limit(2)
    .forUpdate()
    .execute()
  if (!order) return { order: null, reason: 'no_order_waits' }
  return others.length > 0
    ? { order: null, reason: 'several_orders_wait' }
    : { order, reason: null }
}
