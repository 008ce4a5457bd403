import { Hono } from 'hono'
import { z } from 'zod'
import { faultRequest } from './faults.ts'
import type { MoneyControls } from './money-controls.ts'
import { answerInvalid, readControl } from './read-control.ts'
import {
  providers,
  type SandboxContext,
  type SandboxEnv,
  type FakeProvider,
} from './fake-provider.ts'

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
