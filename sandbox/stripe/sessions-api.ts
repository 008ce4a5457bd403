import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { answer, answerById, answerObject, answerPage, queryOf, single } from './answers.ts'
import { createSession } from './create-session.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { errorAnswer, notFound, refused } from './errors.ts'
import { expireSession } from './expire-session.ts'
import type { Idempotency } from './idempotency.ts'
import { pageParams, presentPage } from './lists.ts'
import { presentLine } from './price-view.ts'
import { formInteger, readForm } from './read-form.ts'

const sessionPage = z.strictObject({
  ...pageParams,
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  created: z.strictObject({ gte: formInteger }).optional(),
})

/** https://docs.stripe.com/api/checkout/sessions */
export function sessionRoutes(fake: FakeStripe, idempotency: Idempotency): Hono<SandboxEnv> {
  const { sessions } = fake.state
  const routes = new Hono<SandboxEnv>()
  routes.post('/v1/checkout/sessions', (c) =>
    idempotency.once(c, async (body) => {
      const outcome = createSession(fake, body)
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const { session, expand } = outcome.value
      return answerObject(fake, 'checkout.session', session.id, expand)
    }),
  )
  routes.get('/v1/checkout/sessions', (c) => {
    const query = readForm(sessionPage, queryOf(c))
    if (!query.ok) return errorAnswer(query.refusal)
    const { payment_intent: intentId, status, created } = query.value
    const wanted = [...sessions.values()].filter(
      (session) =>
        (intentId === undefined || session.paymentIntentId === intentId) &&
        (status === undefined || session.status === status) &&
        (created === undefined || session.created >= created.gte),
    )
    return answerPage(fake, c, 'checkout.session', wanted, query.value)
  })
  routes.get('/v1/checkout/sessions/:id', (c) => answerById(fake, c, 'checkout.session', 'session'))
  routes.get('/v1/checkout/sessions/:id/line_items', (c) => {
    const query = readForm(z.strictObject(pageParams), queryOf(c))
    if (!query.ok) return errorAnswer(query.refusal)
    const session = sessions.get(c.req.param('id'))
    if (!session) return notFound('checkout.session', c.req.param('id'), 'session')
    const list = { url: c.req.path, kind: 'item', show: presentLine }
    return answer(fake, presentPage(session.lines, query.value, list), query.value.expand)
  })
  routes.post('/v1/checkout/sessions/:id/expire', (c) =>
    idempotency.once(c, async (body) => {
      const params = readForm(single, body)
      if (!params.ok) return errorAnswer(params.refusal)
      const session = sessions.get(c.req.param('id'))
      if (!session) return notFound('checkout.session', c.req.param('id'), 'session')
      if (!(await expireSession(fake, session))) {
        const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
        return errorAnswer(refused(message).refusal)
      }
      return answerObject(fake, 'checkout.session', session.id, params.value.expand)
    }),
  )
  return routes
}
