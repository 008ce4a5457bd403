import { composeMessage } from '../services/checkout/staff-messages.ts'
import type { Services } from '../services/context.ts'

/**
 * Sends one message to the staff. Throws when Discord cannot be reached, so that the queue tries
 * again; a message that Discord refuses for good is kept with the reason and not tried again.
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
  const order = await database.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', message.order_id)
    .executeTakeFirstOrThrow()
  const result = await postToStaff(composeMessage(message.kind, order))
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
