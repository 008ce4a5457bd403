import type { Hono } from 'hono'
import type { Services } from '#server/services/context.ts'
import { receiveCardWebhook } from '#server/services/packs/receive-card-webhook.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { webhookRoute } from './webhook-route.ts'

export function stripeWebhook(services: Services): Hono<HttpEnvironment> {
  return webhookRoute(services, {
    path: '/webhooks/stripe',
    receive: async (headers, rawBody) => {
      const result = await services.cards.readWebhook(headers, rawBody)
      if (result.outcome === 'forged') return result
      return {
        outcome: (await receiveCardWebhook(services, result.event)) ? 'applied' : 'later',
      }
    },
    later: 'card_payments_unavailable',
  })
}
