import type { SandboxContext } from '../stand-in.ts'
import { writeEvent, type WebhookEvent } from './event-body.ts'
import { newEventId } from './ids.ts'
import type { Signer, Transmission } from './signature.ts'

export interface Webhooks {
  /** Sends soon; repeats, each time later, until the product answers 2xx or patience ends. */
  send(event: WebhookEvent): void
  /** Sends at once and waits for the first answer or its failure. */
  sendNow(event: WebhookEvent): Promise<void>
  reset(): void
}

const deliveryDelayMs = 100
const attemptTimeoutMs = 10_000
// The real ones go on for three days; the product here is at most being restarted.
const backOffMs = [1, 2, 4, 8, 16, 32, 64, 64, 64].map((seconds) => seconds * 1000)

export function createWebhooks(context: SandboxContext, signer: Signer): Webhooks {
  const { log, faults, origin } = context
  const address = `${context.productOrigin}/webhooks/paypal`
  const timers = new Set<NodeJS.Timeout>()
  let stop = new AbortController()

  function later(waitMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, waitMs)
    timers.add(timer)
  }

  async function attempt(delivery: Delivery, number: number): Promise<void> {
    const { signal } = stop
    const headers = writeHeaders(signer.sign(delivery.rawBody))
    const status = await post(address, headers, delivery.rawBody, signal)
    if (signal.aborted) return
    log.add('paypal', { ...delivery, headers, attempt: number, status })
    const waitMs = backOffMs[number - 1]
    if ((status !== null && status >= 200 && status < 300) || waitMs === undefined) return
    later(waitMs, () => attempt(delivery, number + 1))
  }

  /** The deliveries that this event gets: one, or what a fault makes of it. */
  function prepare(event: WebhookEvent): (() => Promise<void>)[] {
    const eventId = newEventId()
    const { id, dispute_id: disputeId } = event.resource
    const delivery: Delivery = {
      kind: 'webhook',
      eventId,
      eventType: event.type,
      resourceId: String(id ?? disputeId),
      rawBody: writeEvent(eventId, event, origin),
    }
    if (faults.takeForWebhook('paypal', 'webhook-lost', event.type)) {
      const headers = writeHeaders(signer.sign(delivery.rawBody))
      log.add('paypal', { ...delivery, headers, attempt: 0, status: null, lost: true })
      return []
    }
    const deliver = (): Promise<void> => attempt(delivery, 1)
    return faults.takeForWebhook('paypal', 'webhook-twice', event.type)
      ? [deliver, deliver]
      : [deliver]
  }

  return {
    send(event) {
      for (const deliver of prepare(event)) later(deliveryDelayMs, deliver)
    },
    async sendNow(event) {
      await Promise.all(prepare(event).map((deliver) => deliver()))
    },
    reset() {
      stop.abort()
      stop = new AbortController()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

interface Delivery {
  readonly kind: 'webhook'
  readonly eventId: string
  readonly eventType: string
  readonly resourceId: string
  readonly rawBody: string
}

function writeHeaders(transmission: Transmission): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'PayPal/AUHR-1.0-1',
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': transmission.time,
    'paypal-transmission-sig': transmission.signature,
    'paypal-cert-url': transmission.certificateUrl,
    'paypal-auth-algo': transmission.algorithm,
  }
}

/** Null when nobody answered. */
async function post(
  address: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
