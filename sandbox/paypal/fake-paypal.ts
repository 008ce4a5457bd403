import { paypalCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext } from '#sandbox/fake-provider.ts'
import { createWebhookSender } from '#sandbox/webhook-sender.ts'
import { errorAnswer } from './errors.ts'
import type { Json, Presentation } from './order-views.ts'
import type { Signer } from './signature.ts'
import { createState, type HostedButton, newEventId, type PayPalState } from './state.ts'

/** The state and surroundings that every PayPal function works with. */
export interface FakePayPal extends Presentation {
  readonly context: SandboxContext
  readonly webhooks: Webhooks
}

export function createFakePayPal(
  context: SandboxContext,
  webhooks: Webhooks,
  hostedButtons: readonly HostedButton[],
): FakePayPal {
  return { context, webhooks, origin: context.origin, state: createState(hostedButtons) }
}

/** Notifies the product: after the caller has its answer, or before it with `webhook-first`. */
export function announce(fake: FakePayPal, event: WebhookEvent): Promise<void> {
  return fake.webhooks.announce(event)
}

export function now(): string {
  return new Date().toISOString().replace(/\.\d+/, '')
}

/** Finds a capture by its own id, its order's (the first unit's) or one of its disputes'. */
export function findCapture(state: PayPalState, reference: string) {
  const captureId =
    state.orders.get(reference)?.units[0]?.captureId ??
    state.disputes.get(reference)?.captureId ??
    reference
  return state.captures.get(captureId)
}

interface Webhooks {
  /** Sends the event to the product, at the time that the faults set. */
  announce(event: WebhookEvent): Promise<void>
  reset(): void
}

export function createWebhooks(context: SandboxContext, signer: Signer): Webhooks {
  const sender = createWebhookSender(context, {
    provider: 'paypal',
    path: '/webhooks/paypal',
    writeHeaders(rawBody) {
      const transmission = signer.sign(rawBody)
      return {
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHR-1.0-1',
        'paypal-transmission-id': transmission.id,
        'paypal-transmission-time': transmission.time,
        'paypal-transmission-sig': transmission.signature,
        'paypal-cert-url': transmission.certificateUrl,
        'paypal-auth-algo': transmission.algorithm,
      }
    },
  })
  return {
    announce(event) {
      const eventId = newEventId()
      const { id, dispute_id: disputeId } = event.resource
      return sender.announce({
        eventId,
        eventType: event.type,
        resourceId: String(id ?? disputeId),
        rawBody: writeEvent(eventId, event, context.origin),
      })
    },
    reset: () => sender.reset(),
  }
}

/** The shop's webhook, as `GET /v1/notifications/webhooks/{id}` answers it. */
export function readWebhook({ origin, productOrigin, faults }: SandboxContext, id: string) {
  const isDue = (kind: 'webhook-missing' | 'webhook-elsewhere' | 'webhook-partial') =>
    faults.take('paypal', kind) !== null
  if (id !== paypalCredentials.webhookId || isDue('webhook-missing')) {
    return errorAnswer({ status: 404, issue: 'INVALID_RESOURCE_ID' })
  }
  const names = isDue('webhook-partial') ? ['PAYMENT.CAPTURE.COMPLETED'] : eventTypes
  return Response.json({
    id,
    url: `${isDue('webhook-elsewhere') ? 'https://old.example' : productOrigin}/webhooks/paypal`,
    event_types: names.map((name) => ({ name, description: name, status: 'ENABLED' })),
    links: [{ href: `${origin}/v1/notifications/webhooks/${id}`, rel: 'self', method: 'GET' }],
  })
}

/** To which a careful owner subscribes. */
const eventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  ...['COMPLETED', 'PENDING', 'DENIED', 'REFUNDED', 'REVERSED'].map(
    (state) => `PAYMENT.CAPTURE.${state}`,
  ),
  ...['CREATED', 'UPDATED', 'RESOLVED'].map((state) => `CUSTOMER.DISPUTE.${state}`),
]

export interface WebhookEvent {
  readonly type: string
  readonly resourceType: 'checkout-order' | 'capture' | 'refund' | 'dispute'
  readonly summary: string
  readonly resource: Json
}

/** Escapes everything but ASCII: a receiver that verifies other bytes than those received fails. */
function writeEvent(id: string, event: WebhookEvent, origin: string): string {
  const self = `${origin}/v1/notifications/webhooks-events/${id}`
  const text = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: event.resourceType,
    ...(event.resourceType !== 'dispute' && { resource_version: '2.0' }),
    event_type: event.type,
    summary: event.summary,
    resource: event.resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  })
  return text.replace(/[^\x20-\x7e]/g, escapeUnit)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
