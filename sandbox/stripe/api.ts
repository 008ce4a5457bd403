import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/stand-in.ts'
import { answerById, answerPage, queryOf } from './answers.ts'
import { requireSecretKey } from './authorization.ts'
import type { Desk } from './desk.ts'
import { errorAnswer, notFound } from './errors.ts'
import { expireDue } from './expire-session.ts'
import type { Idempotency } from './idempotency.ts'
import { pageParams } from './lists.ts'
import { moneyBackRoutes } from './money-back-api.ts'
import { formBoolean, readForm } from './read-form.ts'
import { sessionRoutes } from './sessions-api.ts'

/** What programs call; PayPal has other paths under `/v1/`. */
export const apiPaths = [
  '/v1/checkout/',
  '/v1/prices',
  '/v1/products',
  '/v1/payment_intents',
  '/v1/charges',
  '/v1/refunds',
  '/v1/disputes',
  '/v1/events',
] as const

const pricePage = z.strictObject({ ...pageParams, active: formBoolean.optional() })

/** Checkout and what hangs on it, https://docs.stripe.com/api */
export function apiRoutes(desk: Desk, idempotency: Idempotency): Hono<SandboxEnv> {
  const { state } = desk
  const routes = new Hono<SandboxEnv>()
  for (const path of apiPaths) {
    routes.use(`${path.replace(/\/$/, '')}/*`, requireSecretKey, async (_c, next) => {
      await expireDue(desk)
      await next()
    })
  }
  routes.route('/', sessionRoutes(desk, idempotency))
  routes.route('/', moneyBackRoutes(desk, idempotency))
  routes.get('/v1/prices', (c) => {
    const query = readForm(pricePage, queryOf(c))
    if (!query.ok) return errorAnswer(query.refusal)
    const { active } = query.value
    const prices = [...state.prices.values()].filter(
      ({ isInline }) => active === undefined || active !== isInline,
    )
    return answerPage(desk, c, 'price', prices, query.value)
  })
  routes.get('/v1/prices/:id', (c) => answerById(desk, c, 'price', 'price'))
  routes.get('/v1/products/:id', (c) => answerById(desk, c, 'product'))
  routes.get('/v1/payment_intents/:id', (c) => answerById(desk, c, 'payment_intent', 'intent'))
  routes.get('/v1/charges/:id', (c) => answerById(desk, c, 'charge'))
  routes.get('/v1/events/:id', (c) => {
    const event = state.events.get(c.req.param('id'))
    if (!event) return notFound('event', c.req.param('id'), 'id')
    return new Response(event.rawBody, { headers: { 'content-type': 'application/json' } })
  })
  return routes
}
