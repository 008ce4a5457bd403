import { z } from 'zod'
import type { Finding } from '#domain/connection-faults.ts'
import { failedCall, judgeWebhook } from '#server/providers/findings.ts'
import { pageShape } from './answers.ts'
import { request } from './client.ts'

const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]
/** Since this version Stripe sends `refund.*` for every refund. */
const oldestVersion = '2024-10-28'

const endpointShape = z.object({
  url: z.string(),
  status: z.string(),
  enabled_events: z.array(z.string()),
  /** Null for that of the account. */
  api_version: z.string().nullish(),
})

/** Whether Stripe accepts our key and has our webhook. https://docs.stripe.com/api/webhook_endpoints/list */
export async function checkStripe(
  stripeApi: Parameters<typeof request>[0],
  webhookUrl: string,
): Promise<readonly Finding[]> {
  const listed = await request(stripeApi, 'list-webhooks', pageShape, (stripe) =>
    stripe.webhookEndpoints.list({ limit: 100 }),
  )
  if (listed.outcome === 'refused') {
    return [{ level: 'warning', code: 'webhook_unchecked', detail: listed.detail }]
  }
  if (listed.outcome !== 'ok') return [failedCall(listed)]
  const endpoints = z.array(endpointShape).safeParse(listed.answer.data)
  if (!endpoints.success) return [failedCall({ outcome: 'unreadable', detail: 'list-webhooks' })]
  const path = new URL(webhookUrl).pathname
  const own = endpoints.data.filter(({ url }) => url === webhookUrl)
  const webhook =
    own.find(({ status }) => status === 'enabled') ??
    own[0] ??
    // Perhaps that of another shop with the same account, which the owner knows.
    endpoints.data.find(({ url }) => url.endsWith(path))
  if (!webhook) {
    const detail = `${webhookUrl}: ${events.join(', ')}`
    return [{ level: 'fault', code: 'webhook_missing', detail }]
  }
  const { url, status, enabled_events: sent, api_version: version } = webhook
  const found = [...judgeWebhook({ url, events: sent }, { url: webhookUrl, events })]
  if (status !== 'enabled') found.push({ level: 'fault', code: 'webhook_disabled', detail: url })
  if (version && version < oldestVersion) {
    found.push({ level: 'warning', code: 'webhook_old', detail: version })
  }
  return found
}
