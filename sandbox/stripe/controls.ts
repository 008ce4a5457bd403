import { Hono } from 'hono'
import { z } from 'zod'
import { answerInvalid, readControl } from '#sandbox/read-control.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { listMovements } from './balance.ts'
import { type Session, toAuditEntry } from './state.ts'
import { attemptPayment, attempts, endDelayedPayment } from './pay-page.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { expireSession } from './sessions.ts'

const country = z.string().regex(/^[A-Z]{2}$/)
const id = z.string().min(1).max(100)
const decision = z.strictObject({
  sessionId: id,
  outcome: z.enum([...attempts, 'cancel', 'expire']),
  country: country.optional(),
})
const bankDecision = z.strictObject({ sessionId: id, outcome: z.enum(['succeed', 'fail']) })
const resending = z.strictObject({ eventId: id })

/** Stands in for a buyer, a bank or an owner in tests without a browser. */
export function stripeControls(fake: FakeStripe): Hono<SandboxEnv> {
  const { state } = fake
  const routes = new Hono<SandboxEnv>()
  routes.post('/_sandbox/stripe/decide', async (c) => {
    const reading = readControl(decision, await c.req.text())
    if (!reading.ok) return reading.answer
    const { sessionId, outcome, country: buyersCountry } = reading.value
    const session = state.sessions.get(sessionId)
    if (!session) return answerInvalid('sessionId', 'no such session')
    if (session.status !== 'open') return answerInvalid('outcome', `it is ${session.status}`)
    if (outcome === 'expire') await expireSession(fake, session)
    else if (outcome !== 'cancel') {
      await attemptPayment(fake, session, outcome, buyersCountry)
    }
    return c.json(toAnswer(session))
  })
  routes.post('/_sandbox/stripe/async', async (c) => {
    const reading = readControl(bankDecision, await c.req.text())
    if (!reading.ok) return reading.answer
    const { sessionId, outcome } = reading.value
    const session = state.sessions.get(sessionId)
    if (!session) return answerInvalid('sessionId', 'no such session')
    const waited = await endDelayedPayment(fake, session, outcome)
    return waited ? c.json(toAnswer(session)) : answerInvalid('sessionId', 'it waits for no bank')
  })
  routes.post('/_sandbox/stripe/resend', async (c) => {
    const reading = readControl(resending, await c.req.text())
    if (!reading.ok) return reading.answer
    const event = state.events.get(reading.value.eventId)
    if (!event) return answerInvalid('eventId', 'no such event')
    const { id: eventId, type: eventType, resourceId, rawBody } = event
    const status = await fake.webhooks.resend({ eventId, eventType, resourceId, rawBody })
    return c.json({ eventId, status })
  })
  routes.get('/_sandbox/stripe/payments', (c) =>
    c.json([...state.sessions.values()].map((session) => toAuditEntry(state, session))),
  )
  routes.get('/_sandbox/stripe/balance', (c) => c.json(listMovements(state)))
  routes.get('/_sandbox/stripe/events', (c) =>
    c.json(
      [...state.events.values()].map(({ id: eventId, type, resourceId }) => ({
        eventId,
        type,
        resourceId,
      })),
    ),
  )
  return routes
}

function toAnswer({ id: sessionId, status, paymentStatus, paymentIntentId }: Session) {
  return { sessionId, status, paymentStatus, paymentIntentId }
}
