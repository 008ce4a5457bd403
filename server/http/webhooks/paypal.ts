import { Hono } from 'hono'
import { receiveWebhook } from '../../services/checkout/receive-webhook.ts'
import type { Services } from '../../services/context.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problem } from '../problem.ts'

/** PayPal's events. 2xx only after commit, so that PayPal sends again whatever was not applied. */
export function paypalWebhook(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().post('/webhooks/paypal', async (context) => {
    const rawBody = new Uint8Array(await context.req.arrayBuffer())
    const result = await services.payments.readWebhook(context.req.raw.headers, rawBody)
    if (result.outcome === 'forged') {
      services.log.warn({ detail: result.detail }, 'webhook refused')
      return problem(context, 'invalid_signature')
    }
    const applied = result.outcome === 'verified' && (await receiveWebhook(services, result.event))
    if (!applied) return problem(context, 'payment_provider_unavailable', { retryAfterSeconds: 30 })
    return context.body(null, 204)
  })
}
