import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import {
  type FakeProvider,
  providers,
  type SandboxContext,
  type SandboxEnv,
} from './fake-provider.ts'
import { faultRequest } from './faults.ts'
import { answerInvalid, readControl } from './read-control.ts'

const refundedPart = {
  provider: z.enum(['paypal', 'stripe']),
  /** An id that the provider gave out: order, capture, session or other. */
  reference: z.string().min(1),
  amountCents: z.int().min(1).optional(),
}
const refundRequest = z.strictObject(refundedPart)
const disputeRequest = z.strictObject({
  ...refundedPart,
  outcome: z.enum(['open', 'won', 'lost']).default('open'),
  takenAsRefund: z.boolean().default(true),
})

/** The calls under `/_sandbox/` that are the same for all providers. */
export function controlRoutes(
  { log, faults }: SandboxContext,
  fakes: readonly FakeProvider[],
  moneyControls: Readonly<Record<'paypal' | 'stripe', MoneyControls>>,
): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.get('/_sandbox/log', (c) => {
    const name = c.req.query('provider')
    const provider = providers.find((known) => known === name)
    if (name !== undefined && provider === undefined) {
      return answerInvalid('provider', `one of ${providers.join(', ')}`)
    }
    return c.json(log.entries(provider))
  })
  routes.get('/_sandbox/faults', (c) => c.json(faults.list()))
  routes.post('/_sandbox/faults', async (c) => {
    const reading = readControl(faultRequest, await c.req.text())
    if (!reading.ok) return reading.answer
    faults.add(reading.value)
    return c.json(faults.list())
  })
  routes.post('/_sandbox/faults/clear', (c) => {
    faults.clear()
    return c.json([])
  })
  routes.post('/_sandbox/refund', async (c) => {
    const reading = readControl(refundRequest, await c.req.text())
    if (!reading.ok) return reading.answer
    const { provider, reference, amountCents } = reading.value
    return moneyControls[provider].refund(reference, amountCents)
  })
  routes.post('/_sandbox/dispute', async (c) => {
    const reading = readControl(disputeRequest, await c.req.text())
    if (!reading.ok) return reading.answer
    const { provider, reference, amountCents, outcome, takenAsRefund } = reading.value
    return moneyControls[provider].dispute(reference, { outcome, amountCents, takenAsRefund })
  })
  routes.post('/_sandbox/reset', (c) => {
    for (const fake of fakes) fake.reset()
    faults.clear()
    log.clear()
    return c.body(null, 204)
  })
  return routes
}

/** A payment provider's own actions on a payment. Each answers 422 when it is impossible. */
export interface MoneyControls {
  /** Without an amount, all that is left is refunded. */
  refund(reference: string, amountCents: number | undefined): Promise<Response>
  /** Opens a dispute, or decides the oldest open one; the reference may also be that of a dispute. */
  dispute(reference: string, request: DisputeRequest): Promise<Response>
}

interface DisputeRequest {
  readonly outcome: 'open' | 'won' | 'lost'
  /** The amount to dispute or, for a lost dispute, to take; by default all that is possible. */
  readonly amountCents: number | undefined
  /** Whether the provider lists what a lost dispute takes among the refunds as well. */
  readonly takenAsRefund: boolean
}

const loopbackHost = /^(127\.0\.0\.1|localhost)(:\d+)?$/

/**
 * Admits only the sandbox's own pages, and programs. A browser names the requesting page in
 * `Origin`, and a foreign name that resolves to this machine (DNS rebinding) in `Host`: without
 * this check any website open beside the sandbox could use its controls.
 */
export const refuseForeign: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const host = c.req.header('host') ?? ''
  const origin = c.req.header('origin')
  const isOwn = loopbackHost.test(host) && (origin === undefined || origin === `http://${host}`)
  if (isOwn) return next()
  return c.json({ errors: [{ path: '', message: 'only for pages of the sandbox itself' }] }, 403)
}
