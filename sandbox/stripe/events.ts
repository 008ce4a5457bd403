import type { FakeStripe } from './fake-stripe.ts'
import { newId } from './ids.ts'
import { present, type ObjectKind } from './present.ts'
import { nowSeconds } from './state.ts'
import { apiVersion, type Json } from './views.ts'

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

export type EventType = keyof typeof kinds

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
