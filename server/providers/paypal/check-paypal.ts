import { z } from 'zod'
import type { Finding } from '#domain/connection-faults.ts'
import { failedCall, judgeWebhook } from '#server/providers/findings.ts'
import type { PayPalAccount, PayPalClient } from './client.ts'

const events = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]

const webhookAnswer = z.object({
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })),
})

/**
 * Whether PayPal accepts our key, in the mode of its address, and has our webhook.
 * https://developer.paypal.com/docs/api/webhooks/v1/#webhooks_get
 */
export async function checkPayPal(
  { send, checkKey }: PayPalClient,
  { webhookId }: Pick<PayPalAccount, 'webhookId'>,
  webhookUrl: string,
): Promise<readonly Finding[]> {
  const key = await checkKey()
  if (key.outcome !== 'ok') return [failedCall(key)]
  const read = await send({
    operation: 'check-webhook',
    method: 'GET',
    path: `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`,
    shape: webhookAnswer,
  })
  if (read.outcome === 'refused') {
    const detail = `${webhookUrl}: ${events.join(', ')} (${read.status} ${read.issue})`
    return [{ level: 'fault', code: 'webhook_missing', detail }]
  }
  if (read.outcome !== 'ok') return [failedCall(read)]
  const { url, event_types: types } = read.answer
  return judgeWebhook({ url, events: types.map(({ name }) => name) }, { url: webhookUrl, events })
}
