import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '#server/app/config.ts'

export type SandboxCalls = ReturnType<typeof createSandboxCalls>

const transaction = z.object({ transactionId: z.string() })
const dispute = z.object({ disputeId: z.string() })

/** All of a provider, and those that only a fault by name stops. */
const webhooks = [
  ['paypal'],
  ['paypal', 'CHECKOUT.ORDER.APPROVED'],
  ['stripe'],
  ['stripe', 'payment_intent.succeeded'],
  ['stripe', 'payment_intent.payment_failed'],
  ['stripe', 'refund.created'],
  ['stripe', 'refund.updated'],
] as const

/** What the sandbox's buyers and providers do by themselves, as on its front page. */
export function createSandboxCalls(origin: string) {
  const call = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${origin}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${path}`)
    return response.json()
  }
  return {
    /** Nobody listens yet, and what the webhooks report is fetched anyway. */
    withoutWebhooks: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      for (const [provider, eventType] of webhooks) {
        await call('faults', { provider, eventType, kind: 'webhook-lost', times: 1000 })
      }
      try {
        return await work()
      } finally {
        await call('faults/clear', {})
      }
    },
    /** Stripe's webhook leads to an old address: the test of the connection finds that. */
    misplaceWebhook: () =>
      call('faults', { provider: 'stripe', kind: 'webhook-elsewhere', times: 1_000_000 }),
    mendAll: () => call('faults/clear', {}),
    decide: (orderId: string, outcome: 'pay' | 'hold', country: string) =>
      call('paypal/approve', { orderId, outcome, country }),
    payHostedButton: async (hostedButtonId: string) =>
      transaction.parse(await call('paypal/pay-hosted-button', { hostedButtonId })).transactionId,
    payPack: (sessionId: string, country: string) =>
      call('stripe/decide', { sessionId, outcome: 'pay', country }),
    refund: (provider: 'paypal' | 'stripe', reference: string) =>
      call('refund', { provider, reference }),
    openDispute: async (reference: string) =>
      dispute.parse(await call('dispute', { provider: 'paypal', reference, outcome: 'open' }))
        .disputeId,
  }
}

const patienceMilliseconds = 10_000
const pauseMilliseconds = 50

/** The sandbox starts beside the server. Null when it does not. */
export async function awaitSandbox({ sandbox }: Config): Promise<SandboxCalls | null> {
  const origin = `http://127.0.0.1:${sandbox.port}`
  const end = performance.now() + patienceMilliseconds
  while (performance.now() < end) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return createSandboxCalls(origin)
    await sleep(pauseMilliseconds)
  }
  return null
}
