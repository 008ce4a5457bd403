import type { Desk } from './desk.ts'
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

/** The call that made it happen; a buyer or a bank makes none. */
export interface Cause {
  readonly id: string | null
  readonly idempotency_key: string | null
}

const noCall: Cause = { id: null, idempotency_key: null }

interface Happening {
  /** What the object was before, of an event that says so. */
  readonly before?: Json
  readonly cause?: Cause
}

/** Writes down that something happened, with the object as it is now, and tells the product. */
export async function announce(
  desk: Desk,
  type: EventType,
  objectId: string,
  { before, cause = noCall }: Happening = {},
): Promise<void> {
  const object = present(desk, kinds[type], objectId)
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
  // Stripe's bodies are indented: who signs or compares another writing than what came will fail.
  const rawBody = JSON.stringify(event, null, 2)
  desk.state.events.set(id, { id, type, resourceId: objectId, created, rawBody })
  await desk.webhooks.announce({ eventId: id, eventType: type, resourceId: objectId, rawBody })
}
