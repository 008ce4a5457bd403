import type { WebhookEvent } from '#server/providers/payments/payment-provider.ts'
import { applyOnce } from '#server/services/apply-once.ts'
import type { Services } from '#server/services/context.ts'
import { settleDispute } from './settle-dispute.ts'
import { settleOrder, settlePayment } from './settle.ts'

/**
 * Applies a verified event: asks the provider for the truth. Returns false when it must be sent again.
 * An event that was applied before changes nothing.
 */
export function receiveWebhook(services: Services, event: WebhookEvent): Promise<boolean> {
  const { id, type, body, subject } = event
  return applyOnce(services, { provider: services.payments.name, id, type, body }, async () => {
    const outcome = await applyEvent(services, subject)
    // PayPal tells of payments before its own interface knows them; it will tell again.
    return { outcome, isDone: !tellAgain.has(outcome) }
  })
}

const tellAgain: ReadonlySet<string> = new Set(['unavailable', 'unreadable', 'not_found'])

async function applyEvent(services: Services, subject: WebhookEvent['subject']): Promise<string> {
  if (!subject) return 'ignored'
  if (subject.kind === 'dispute') return settleDispute(services, subject.reference)
  if (subject.kind === 'payment') {
    return settlePayment(services, subject.reference, subject.refundReference)
  }
  const order = await services.database.db
    .selectFrom('provider_orders')
    .innerJoin('orders', 'orders.id', 'provider_orders.order_id')
    .selectAll('orders')
    .where('provider_orders.provider', '=', services.payments.name)
    .where('provider_orders.reference', '=', subject.reference)
    .executeTakeFirst()
  return order ? settleOrder(services, order) : 'ignored'
}
