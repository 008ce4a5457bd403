import type { Json } from './order-view.ts'

export interface WebhookEvent {
  readonly type: string
  readonly resourceType: 'checkout-order' | 'capture' | 'refund' | 'dispute'
  readonly summary: string
  readonly resource: Json
}

/** Escapes everything but ASCII: a receiver that verifies other bytes than those received fails. */
export function writeEvent(id: string, event: WebhookEvent, origin: string): string {
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
