import { Hono } from 'hono'
import type { Services } from '../../services/context.ts'
import { receiveCardWebhook } from '../../services/packs/receive-card-webhook.ts'
import { checkLimit, countRequest } from '../../services/rate-limit.ts'
import { createClientNetworkReader } from '../client-address.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problem } from '../problem.ts'

/** Forgeries from one network; Stripe sends none, so that its events are never among the stopped. */
const refused = { requests: 300, windowSeconds: 600 }

/** Stripe's events. 2xx only after commit, so that Stripe sends again whatever was not applied. */
export function stripeWebhook(services: Services): Hono<HttpEnvironment> {
  const readNetwork = createClientNetworkReader(services.config)
  return new Hono<HttpEnvironment>().post('/webhooks/stripe', async (context) => {
    const key = `webhook-refused:${readNetwork(context)}`
    const verdict = await checkLimit(services, key, refused)
    if (!verdict.allowed) {
      return problem(context, 'rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    const rawBody = new Uint8Array(await context.req.arrayBuffer())
    const result = await services.cards.readWebhook(context.req.raw.headers, rawBody)
    if (result.outcome === 'forged') {
      await countRequest(services, key, refused)
      services.log.warn({ detail: result.detail }, 'stripe webhook refused')
      return problem(context, 'invalid_signature')
    }
    const isApplied = await receiveCardWebhook(services, result.event)
    if (!isApplied) return problem(context, 'card_payments_unavailable', { retryAfterSeconds: 30 })
    return context.body(null, 204)
  })
}
