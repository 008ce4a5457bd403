import { stripeCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext } from '#sandbox/stand-in.ts'
import { createWebhookSender, type WebhookSender } from '#sandbox/webhook-sender.ts'
import { signatureHeader } from './signature.ts'
import { createState, type PriceOffer, type StripeState } from './state.ts'

/** What every verb of this stand-in works with. */
export interface Desk {
  readonly context: SandboxContext
  readonly state: StripeState
  readonly webhooks: WebhookSender
}

export function createDesk(context: SandboxContext, offers: readonly PriceOffer[]): Desk {
  const webhooks = createWebhookSender(context, {
    provider: 'stripe',
    path: '/webhooks/stripe',
    writeHeaders: (rawBody) => ({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureHeader(rawBody, stripeCredentials.webhookSecret),
    }),
  })
  return { context, state: createState(offers), webhooks }
}
