import type { SandboxContext } from '#sandbox/fake-provider.ts'
import { createWebhookSender } from '#sandbox/webhook-sender.ts'
import { writeEvent, type WebhookEvent } from './event-body.ts'
import { newEventId } from './ids.ts'
import type { Signer } from './signature.ts'

export interface Webhooks {
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
