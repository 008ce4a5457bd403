import type { CollectOutcome, Payment } from '../../providers/payments/payment-provider.ts'
import type { Services } from '../context.ts'
import type { Order } from './find-order.ts'
import { recordPayment } from './record-payment.ts'

/** What settling learned. `settled` says that the order is paid, now or before. */
export type SettleOutcome = 'settled' | 'unpaid' | 'declined' | 'processing' | 'unavailable'

/**
 * Asks PayPal how an order stands, takes the money when its buyer has agreed, and delivers once.
 * Called by the buyer's page, webhooks and the reconcile job; safe any number of times, also at once.
 */
export async function settleOrder(services: Services, order: Order): Promise<SettleOutcome> {
  if (!order.provider_order_id) return 'unpaid'
  // A replaced order must not take money any more; one already captured still counts below.
  const result = await services.payments.collect(order.provider_order_id, {
    mayCapture: order.status !== 'superseded' && order.provider_mode === services.payments.mode,
  })
  return applyOutcome(services, result)
}

/** The same, for a payment that the provider names (a webhook, or a buyer's receipt). */
export async function settlePayment(
  services: Services,
  reference: string,
): Promise<SettleOutcome | 'not_found'> {
  const result = await services.payments.fetchPayment(reference)
  return result.outcome === 'not_found' ? 'not_found' : applyOutcome(services, result)
}

async function applyOutcome(services: Services, result: CollectOutcome): Promise<SettleOutcome> {
  if (result.outcome === 'unavailable') {
    services.log.warn({ detail: result.detail }, 'payment provider not reachable')
  }
  if (result.outcome !== 'payment') return result.outcome
  await recordPayment(services, result.payment)
  return outcomeOf(result.payment)
}

function outcomeOf({ status }: Payment): SettleOutcome {
  if (status === 'held') return 'processing'
  return status === 'declined' ? 'declined' : 'settled'
}
