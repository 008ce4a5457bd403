import type { WebhookEvent } from '../../providers/payments/payment-provider.ts'
import type { Services } from '../context.ts'
import { settleDispute } from './settle-dispute.ts'
import { settleOrder, settlePayment } from './settle.ts'

/**
 * Applies a verified event: stores it once, asks the provider for the truth, marks it done. Returns
 * false when it must be sent again. An event that was applied before changes nothing.
 */
export async function receiveWebhook(services: Services, event: WebhookEvent): Promise<boolean> {
  const { database, payments, clock } = services
  const stored = await database.db
    .insertInto('webhook_events')
    .values({
      provider: payments.name,
      event_id: event.id,
      type: event.type,
      body: JSON.stringify(event.body),
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'event_id']).doUpdateSet({ type: event.type }),
    )
    .returning('processed_at')
    .executeTakeFirstOrThrow()
  if (stored.processed_at) return true
  const outcome = await applyEvent(services, event.subject)
  // PayPal tells of payments before its own interface knows them; it will tell again.
  const done = outcome !== 'unavailable' && outcome !== 'not_found'
  await database.db
    .updateTable('webhook_events')
    .set(done ? { processed_at: clock(), error: null } : { error: outcome })
    .where('provider', '=', payments.name)
    .where('event_id', '=', event.id)
    .execute()
  return done
}

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
