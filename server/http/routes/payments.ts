import type { Context } from 'hono'
import { receivePayPal, receiveStripe } from '#contract/operations.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import type { App, HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { watchSignatures } from '#server/services/connections/webhook-silence.ts'
import type { Services } from '#server/services/context.ts'
import { receiveEvent, type Payable } from '#server/services/payments/engine.ts'
import { orderPayable } from '#server/services/payments/order-payable.ts'
import { packPayable } from '#server/services/payments/pack-payable.ts'
import { checkLimit, countRequest, requireAllowed } from '#server/services/rate-limit.ts'

/** Limits forgeries from one network. Genuine events are never refused, so providers are never limited. */
const refused = { name: 'webhook-refused', requests: 300, windowSeconds: 600 }
/** Providers have their own retry schedule; the header is for people who read the answer. */
const retryAfterSeconds = 30

export function webhookRoutes(app: App, services: Services): void {
  app
    .post(receivePayPal.path, receive(services, orderPayable, 'payment_provider_unavailable'))
    .post(receiveStripe.path, receive(services, packPayable, 'card_payments_unavailable'))
}

/** Answers 2xx only after commit, otherwise `later`, so that the provider repeats whatever was not applied. */
function receive<Order, Subject>(
  services: Services,
  payable: Payable<Order, Subject>,
  later: ProblemCode,
) {
  const mayBeOurFault = watchSignatures(services)
  return async (context: Context<HttpEnvironment>): Promise<Response> => {
    const networks = readClientNetworks(services.config, context)
    requireAllowed(await checkLimit(services, refused, networks))
    const rawBody = new Uint8Array(await context.req.arrayBuffer())
    const provider = payable.provider(services)
    const { name } = provider
    const read = await provider.readWebhook(context.req.raw.headers, rawBody)
    if (read.outcome === 'forged') {
      await countRequest(services, refused, networks)
      services.log.warn({ path: context.req.path, detail: read.detail }, 'webhook refused')
      if (await mayBeOurFault(name)) {
        await services.noteConnection(name, 'webhook', { ...read, fault: 'webhook_unverified' })
      }
      return problem(context, 'invalid_signature')
    }
    await services.noteConnection(name, 'webhook', read)
    // Without PayPal's certificate the sender cannot be verified.
    const isApplied =
      read.outcome === 'verified' && (await receiveEvent(services, payable, read.event))
    return isApplied ? context.body(null, 204) : problem(context, later, { retryAfterSeconds })
  }
}
