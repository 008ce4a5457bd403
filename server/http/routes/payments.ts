import { Hono } from 'hono'
import type { ProblemCode } from '#contract/problem.ts'
import { createClientNetworksReader } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import type { Services } from '#server/services/context.ts'
import { receiveCardWebhook, receiveWebhook } from '#server/services/payments/webhooks.ts'
import { checkLimit, countRequest } from '#server/services/rate-limit.ts'

export function paypalWebhook(services: Services): Hono<HttpEnvironment> {
  return webhookRoute(services, {
    path: '/webhooks/paypal',
    receive: async (headers, rawBody) => {
      const result = await services.payments.readWebhook(headers, rawBody)
      if (result.outcome === 'forged') return result
      // Without PayPal's certificate the sender cannot be verified.
      if (result.outcome !== 'verified') return { outcome: 'later' }
      return { outcome: (await receiveWebhook(services, result.event)) ? 'applied' : 'later' }
    },
    later: 'payment_provider_unavailable',
  })
}

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

/** Limits forgeries from one network. Genuine events are never refused, so providers are never limited. */
const refused = { name: 'webhook-refused', requests: 300, windowSeconds: 600 }
/** Providers have their own retry schedule; the header is for people who read the answer. */
const retryAfterSeconds = 30

type Received =
  | { readonly outcome: 'applied' }
  /** The provider must send it again. */
  | { readonly outcome: 'later' }
  | { readonly outcome: 'forged'; readonly detail: string }

interface Webhook {
  readonly path: string
  readonly receive: (headers: Headers, rawBody: Uint8Array<ArrayBuffer>) => Promise<Received>
  /** The answer that makes the provider send again. */
  readonly later: ProblemCode
}

/**
 * Receives a provider's events. Answers 2xx only after commit, so that the provider repeats
 * whatever was not applied.
 */
function webhookRoute(
  services: Services,
  { path, receive, later }: Webhook,
): Hono<HttpEnvironment> {
  const readNetworks = createClientNetworksReader(services.config)
  return new Hono<HttpEnvironment>().post(path, async (context) => {
    const networks = readNetworks(context)
    const verdict = await checkLimit(services, refused, networks)
    if (!verdict.allowed) {
      return problem(context, 'rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    const rawBody = new Uint8Array(await context.req.arrayBuffer())
    const received = await receive(context.req.raw.headers, rawBody)
    if (received.outcome === 'forged') {
      await countRequest(services, refused, networks)
      services.log.warn({ path, detail: received.detail }, 'webhook refused')
      return problem(context, 'invalid_signature')
    }
    if (received.outcome === 'later') return problem(context, later, { retryAfterSeconds })
    return context.body(null, 204)
  })
}
