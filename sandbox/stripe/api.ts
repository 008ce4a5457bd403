import { Hono } from 'hono'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { answerById } from './answers.ts'
import { requireSecretKey } from './authorization.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { notFound } from './errors.ts'
import { expireDue } from './expire-session.ts'
import type { Idempotency } from './idempotency.ts'
import { refundAndDisputeRoutes } from './refunds-and-disputes-api.ts'
import { sessionRoutes } from './sessions-api.ts'

/** The API's path prefixes; PayPal has other paths under `/v1/`. */
export const apiPaths = [
  '/v1/checkout/',
  '/v1/payment_intents',
  '/v1/charges',
  '/v1/refunds',
  '/v1/disputes',
  '/v1/events',
] as const

/** Checkout and its related objects, https://docs.stripe.com/api */
export function apiRoutes(fake: FakeStripe, idempotency: Idempotency): Hono<SandboxEnv> {
  const { state } = fake
  const routes = new Hono<SandboxEnv>()
  for (const path of apiPaths) {
    routes.use(`${path.replace(/\/$/, '')}/*`, requireSecretKey, async (_c, next) => {
      await expireDue(fake)
      await next()
    })
  }
  routes.route('/', sessionRoutes(fake, idempotency))
  routes.route('/', refundAndDisputeRoutes(fake, idempotency))
  routes.get('/v1/payment_intents/:id', (c) => answerById(fake, c, 'payment_intent', 'intent'))
  routes.get('/v1/charges/:id', (c) => answerById(fake, c, 'charge'))
  routes.get('/v1/events/:id', (c) => {
    const event = state.events.get(c.req.param('id'))
    if (!event) return notFound('event', c.req.param('id'), 'id')
    return new Response(event.rawBody, { headers: { 'content-type': 'application/json' } })
  })
  return routes
}
