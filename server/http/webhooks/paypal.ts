import type { Hono } from 'hono'
import { receiveWebhook } from '#server/services/checkout/receive-webhook.ts'
import type { Services } from '#server/services/context.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { webhookRoute } from './webhook-route.ts'

export function paypalWebhook(services: Services): Hono<HttpEnvironment> {
  return webhookRoute(services, {
    path: '/webhooks/paypal',
    receive: async (headers, rawBody) => {
      const result = await services.payments.readWebhook(headers, rawBody)
      if (result.outcome === 'forged') return result
      // Without PayPal's certificate nobody can say whose it is.
      if (result.outcome !== 'verified') return { outcome: 'later' }
      return { outcome: (await receiveWebhook(services, result.event)) ? 'applied' : 'later' }
    },
    later: 'payment_provider_unavailable',
  })
}
