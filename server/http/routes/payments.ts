import { Hono } from 'hono'
import type { ProblemCode } from '#contract/problem.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import type { Services } from '#server/services/context.ts'
import { receiveEvent, type Payable } from '#server/services/payments/engine.ts'
import { orderPayable } from '#server/services/payments/order-payable.ts'
import { packPayable } from '#server/services/payments/pack-payable.ts'
import { checkLimit, countRequest, requireAllowed } from '#server/services/rate-limit.ts'

export function paypalWebhook(services: Services): Hono<HttpEnvironment> {
  return webhookRoute(services, orderPayable, '/webhooks/paypal', 'payment_provider_unavailable')
}

export function stripeWebhook(services: Services): Hono<HttpEnvironment> {
  return webhookRoute(services, packPayable, '/webhooks/stripe', 'card_payments_unavailable')
}

/** Limits forgeries from one network. Genuine events are never refused, so providers are never limited. */
const refused = { name: 'webhook-refused', requests: 300, windowSeconds: 600 }
/** Providers have their own retry schedule; the header is for people who read the answer. */
const retryAfterSeconds = 30

/**
 * Receives a provider's events. Answers 2xx only after commit, otherwise `later`, so that the
 * provider repeats whatever was not applied.
 */
function webhookRoute<Order, Subject>(
  services: Services,
  payable: Payable<Order, Subject>,
  path: string,
  later: ProblemCode,
): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().post(path, async (context) => {
    const networks = readClientNetworks(services.config, context)
    requireAllowed(await checkLimit(services, refused, networks))
    const rawBody = new Uint8Array(await context.req.arrayBuffer())
    const read = await payable.provider(services).readWebhook(context.req.raw.headers, rawBody)
    if (read.outcome === 'forged') {
      await countRequest(services, refused, networks)
      services.log.warn({ path, detail: read.detail }, 'webhook refused')
      return problem(context, 'invalid_signature')
    }
    // Without PayPal's certificate the sender cannot be verified.
    const isApplied =
      read.outcome === 'verified' && (await receiveEvent(services, payable, read.event))
    return isApplied ? context.body(null, 204) : problem(context, later, { retryAfterSeconds })
  })
}
