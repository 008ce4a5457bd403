import type { SandboxContext, Provider } from './fake-provider.ts'

/** An event, serialised once; every delivery sends the same bytes. */
export interface WebhookMessage {
  readonly eventId: string
  readonly eventType: string
  readonly resourceId: string
  readonly rawBody: string
}

export interface WebhookSender {
  /**
   * Sends the event after the caller has its answer or, with a fault, before it, late, twice or not
   * at all. Repeats at growing intervals until the product answers 2xx or the attempts are used up.
   */
  announce(message: WebhookMessage): Promise<void>
  /** Sends once and at once, ignoring faults. Returns the answer's status; null without one. */
  resend(message: WebhookMessage): Promise<number | null>
  /** Cancels pending deliveries. */
  reset(): void
}

export interface WebhookRoute {
  readonly provider: Provider
  /** Path of the product. */
  readonly path: string
  /** Signed anew for each attempt. */
  readonly writeHeaders: (rawBody: string) => Record<string, string>
}

const deliveryDelayMs = 100
const attemptTimeoutMs = 10_000
// The real providers repeat for three days; here the product is at most restarting.
const backOffMs = [1, 2, 4, 8, 16, 32, 64, 64, 64].map((seconds) => seconds * 1000)

export function createWebhookSender(
  { log, faults, productOrigin }: SandboxContext,
  { provider, path, writeHeaders }: WebhookRoute,
): WebhookSender {
  const address = `${productOrigin}${path}`
  const timers = new Set<NodeJS.Timeout>()
  let stop = new AbortController()

  function later(waitMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, waitMs)
    timers.add(timer)
  }

  async function sendOnce(message: WebhookMessage, attempt: number): Promise<number | null> {
    const { signal } = stop
    const headers = writeHeaders(message.rawBody)
    const status = await post(address, headers, message.rawBody, signal)
    if (!signal.aborted) {
      log.add(provider, { kind: 'webhook', ...message, headers, attempt, status })
    }
    return status
  }

  async function retryUntilAccepted(message: WebhookMessage, attempt: number): Promise<void> {
    const { signal } = stop
    const status = await sendOnce(message, attempt)
    const waitMs = backOffMs[attempt - 1]
    const isTaken = status !== null && status >= 200 && status < 300
    if (signal.aborted || isTaken || waitMs === undefined) return
    later(waitMs, () => retryUntilAccepted(message, attempt + 1))
  }

  function logAsLost(message: WebhookMessage): void {
    const headers = writeHeaders(message.rawBody)
    log.add(provider, {
      kind: 'webhook',
      ...message,
      headers,
      attempt: 0,
      status: null,
      lost: true,
    })
  }

  return {
    async announce(message) {
      const take = (kind: Parameters<typeof faults.takeForWebhook>[1]) =>
        faults.takeForWebhook(provider, kind, message.eventType)
      const first = take('webhook-first')
      if (take('webhook-lost')) {
        logAsLost(message)
        return
      }
      const deliver = (): Promise<void> => retryUntilAccepted(message, 1)
      const deliveries = take('webhook-twice') ? [deliver, deliver] : [deliver]
      if (first) {
        await Promise.all(deliveries.map((delivery) => delivery()))
        return
      }
      const waitMs = take('webhook-late')?.delayMs ?? deliveryDelayMs
      for (const delivery of deliveries) later(waitMs, delivery)
    },
    resend: (message) => sendOnce(message, 1),
    reset() {
      stop.abort()
      stop = new AbortController()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Null without an answer. */
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
