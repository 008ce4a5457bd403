import { createHmac } from 'node:crypto'
import { stripeCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext } from '#sandbox/fake-provider.ts'
import { createWebhookSender, type WebhookSender } from '#sandbox/webhook-sender.ts'
import { chargeTransaction, presentTransaction, refundTransaction } from './balance.ts'
import { presentCharge, presentDispute, presentRefund } from './charge-views.ts'
import { presentPaymentIntent, presentSession } from './session-views.ts'
import { createState, newId, nowSeconds, type StripeState } from './state.ts'
import { apiVersion, type Json } from './views.ts'

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

/** `Stripe-Signature` of a body, https://docs.stripe.com/webhooks#verify-manually */
function signatureHeader(rawBody: string, secret: string): string {
  const time = nowSeconds()
  const signature = createHmac('sha256', secret).update(`${time}.${rawBody}`).digest('hex')
  return `t=${time},v1=${signature}`
}

type Presenter = (fake: FakeStripe, id: string) => Json | null

/** The views of objects by their kind; null for an unknown id. */
const presenters = {
  'checkout.session': ({ state, context }, id) => {
    const session = state.sessions.get(id)
    return session ? presentSession(context.origin, session) : null
  },
  payment_intent: ({ state }, id) => {
    const intent = state.paymentIntents.get(id)
    return intent
      ? presentPaymentIntent(intent, state.charges.get(intent.latestChargeId ?? ''))
      : null
  },
  charge: ({ state }, id) => {
    const charge = state.charges.get(id)
    return charge ? presentCharge(charge) : null
  },
  refund: ({ state }, id) => {
    const refund = state.refunds.get(id)
    return refund ? presentRefund(refund) : null
  },
  dispute: ({ state }, id) => {
    const dispute = state.disputes.get(id)
    return dispute ? presentDispute(dispute) : null
  },
  balance_transaction: ({ state }, id) => {
    const charge = [...state.charges.values()].find((one) => one.balanceTransactionId === id)
    if (charge) return presentTransaction(chargeTransaction(charge), charge.currency)
    const refund = [...state.refunds.values()].find((one) => one.balanceTransactionId === id)
    return refund ? presentTransaction(refundTransaction(refund), refund.currency) : null
  },
} as const satisfies Readonly<Record<string, Presenter>>

export type ObjectKind = keyof typeof presenters

export function present(fake: FakeStripe, kind: ObjectKind, id: string): Json | null {
  return presenters[kind](fake, id)
}

/** https://docs.stripe.com/api/events/types */
const kinds = {
  'checkout.session.completed': 'checkout.session',
  'checkout.session.async_payment_succeeded': 'checkout.session',
  'checkout.session.async_payment_failed': 'checkout.session',
  'checkout.session.expired': 'checkout.session',
  'payment_intent.succeeded': 'payment_intent',
  'payment_intent.payment_failed': 'payment_intent',
  'charge.refunded': 'charge',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'charge.dispute.closed': 'dispute',
} as const satisfies Readonly<Record<string, ObjectKind>>

type EventType = keyof typeof kinds
export const eventTypes = Object.keys(kinds)

/** The call that caused it; a buyer or a bank makes none. */
export interface Cause {
  readonly id: string | null
  readonly idempotency_key: string | null
}

const noCall: Cause = { id: null, idempotency_key: null }

interface Happening {
  /** The previous values, for events that include them. */
  readonly before?: Json
  readonly cause?: Cause
}

/** Records an event with the object's current state, and notifies the product. */
export async function announce(
  fake: FakeStripe,
  type: EventType,
  objectId: string,
  { before, cause = noCall }: Happening = {},
): Promise<void> {
  const object = present(fake, kinds[type], objectId)
  if (object === null) throw new Error(`${type} of ${objectId}, which is not there`)
  const id = newId('evt')
  const created = nowSeconds()
  const event = {
    id,
    object: 'event',
    api_version: apiVersion,
    created,
    data: { object, ...(before && { previous_attributes: before }) },
    livemode: false,
    pending_webhooks: 1,
    request: cause,
    type,
  }
  // Stripe indents its bodies: a receiver that verifies other bytes than those received fails.
  const rawBody = JSON.stringify(event, null, 2)
  fake.state.events.set(id, { id, type, resourceId: objectId, created, rawBody })
  await fake.webhooks.announce({ eventId: id, eventType: type, resourceId: objectId, rawBody })
}
