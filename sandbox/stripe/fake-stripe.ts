import { stripeCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext } from '#sandbox/fake-provider.ts'
import { createWebhookSender, type WebhookSender } from '#sandbox/webhook-sender.ts'
import { signatureHeader } from './signature.ts'
import { createState, type StripeState } from './state.ts'

/** The state and surroundings that every Stripe function works with. */
export interface FakeStripe {
  readonly context: SandboxContext
  readonly state: StripeState
  readonly webhooks: WebhookSender
}

export function createFakeStripe(context: SandboxContext): FakeStripe {
  const webhooks = createWebhookSender(context, {
    provider: 'stripe',
    path: '/webhooks/stripe',
    writeHeaders: (rawBody) => ({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureHeader(rawBody, stripeCredentials.webhookSecret),
    }),
  })
  return { context, state: createState(), webhooks }
}
