import { z } from 'zod'
import type { WebhookOutcome } from '#server/providers/payment-provider.ts'
import { parseJson } from '#domain/provider-text.ts'
import type { LoadStripe, StripeAccount } from './client.ts'

/** What an event of Stripe is about. All of it is a hint, the order id too. */
export type StripeSubject =
  | { readonly kind: 'session'; readonly sessionId: string; readonly orderId: string | null }
  | { readonly kind: 'payment'; readonly paymentIntent: string; readonly orderId: string | null }

/** How far Stripe's clock and ours may differ, delivery included. */
const toleranceSeconds = 300

const idOrObject = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()

const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({
    object: z.looseObject({
      id: z.string().optional(),
      object: z.string(),
      payment_intent: idOrObject,
      client_reference_id: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
})
type StripeEvent = z.output<typeof eventShape>

/**
 * Checks the proof that Stripe sends with an event: HMAC-SHA256 over `time.raw body`, and the time.
 * https://docs.stripe.com/webhooks/signature
 */
export function createWebhookReader(account: StripeAccount, load: LoadStripe) {
  return async (headers: Headers, rawBody: Uint8Array): Promise<WebhookOutcome<StripeSubject>> => {
    const signature = headers.get('stripe-signature')
    if (signature === null) return forged('no signature')
    const time = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
    // Stripe's client accepts any future time.
    if (time > Date.now() / 1000 + toleranceSeconds) return forged('a time in the future')
    const stripe = await load()
    try {
      stripe.webhooks.constructEvent(
        Buffer.from(rawBody),
        signature,
        account.webhookSecret,
        toleranceSeconds,
      )
    } catch {
      return forged('signature does not fit, or is too old')
    }
    const event = eventShape.safeParse(parseJson(new TextDecoder().decode(rawBody))).data
    if (!event) return forged('not an event')
    if (event.livemode !== (account.mode === 'live')) return forged('of the other mode')
    const { id, type } = event
    const subject = readSubject(event)
    // The full event contains the payer's name and addresses, which are not needed.
    return { outcome: 'verified', event: { id, type, subject, body: { subject } } }
  }
}

function forged(detail: string): WebhookOutcome<StripeSubject> {
  return { outcome: 'forged', detail }
}

function readSubject({ data: { object } }: StripeEvent): StripeSubject | null {
  const orderId = object.client_reference_id ?? object.metadata?.['order_id'] ?? null
  if (object.object === 'checkout.session') {
    return object.id ? { kind: 'session', sessionId: object.id, orderId } : null
  }
  const isAboutMoney = ['charge', 'refund', 'dispute'].includes(object.object)
  if (!isAboutMoney || !object.payment_intent) return null
  return { kind: 'payment', paymentIntent: object.payment_intent, orderId }
}
