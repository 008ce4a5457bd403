import type { Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import {
  composeOrderMessage,
  composePaymentMessage,
} from '../services/checkout/staff-message-text.ts'
import type { Services } from '../services/context.ts'

/**
 * Sends one message to the staff. Throws when Discord cannot be reached, so that the queue tries
 * again; a message that Discord refuses is kept with the reason, and tried again only slowly.
 */
export async function sendMessage(
  { database, postToStaff, clock, log }: Services,
  messageId: string,
  tryLater: (messageId: string, delaySeconds: number) => Promise<void>,
): Promise<void> {
  const message = await database.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message || message.sent_at) return
  const text = await compose(database, message)
  // The buyer's picture is the one part that is not ours: a refused message goes without it.
  const result = await postToStaff(message.last_error ? { ...text, thumbnailUrl: null } : text)
  await database.db
    .updateTable('messages')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      sent_at: result.outcome === 'sent' ? clock() : null,
      last_error: 'detail' in result ? result.detail : null,
    }))
    .where('id', '=', messageId)
    .execute()
  if (result.outcome === 'rate_limited') await tryLater(messageId, result.retryAfterSeconds)
  if (result.outcome === 'refused')
    log.error({ messageId, detail: result.detail }, 'message refused')
  if (result.outcome === 'unavailable') throw new Error(result.detail)
}

async function compose(
  { db }: Database,
  { kind, order_id: orderId, payment_id: paymentId }: Selectable<Schema['messages']>,
) {
  if (kind === 'payment_unmatched') {
    const payments = db.selectFrom('payments').selectAll().where('id', '=', paymentId)
    return composePaymentMessage(await payments.executeTakeFirstOrThrow())
  }
  const orders = db.selectFrom('orders').selectAll().where('id', '=', orderId)
  return composeOrderMessage(kind, await orders.executeTakeFirstOrThrow())
}
