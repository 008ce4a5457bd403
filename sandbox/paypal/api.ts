import { Hono, type MiddlewareHandler } from 'hono'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { requireAccessToken } from './access-tokens.ts'
import { captureOrder } from './capture-order.ts'
import { presentCapture } from './capture-view.ts'
import { createOrder } from './create-order.ts'
import type { FakePayPal } from './fake-paypal.ts'
import { listDisputes } from './dispute-list.ts'
import { presentDispute } from './dispute-view.ts'
import { errorAnswer } from './errors.ts'
import { newDebugId } from './ids.ts'
import type { Idempotency } from './idempotency.ts'
import { presentCapturedOrder, presentCreatedOrder, presentOrder } from './order-view.ts'
import { readBody } from './read-body.ts'
import { refundCapture, refundRequest } from './refund-capture.ts'
import { presentRefund, presentRefundBriefly } from './refund-view.ts'

const notFound = { status: 404, issue: 'INVALID_RESOURCE_ID' } as const

/** Gives every answer the id that PayPal's support uses to find the request. */
const nameRequest: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('paypal-debug-id')) c.header('paypal-debug-id', newDebugId())
}

/** Orders v2, Payments v2 and Disputes v1. */
export function apiRoutes(fake: FakePayPal, idempotency: Idempotency): Hono<SandboxEnv> {
  const { state } = fake
  const routes = new Hono<SandboxEnv>()
  for (const path of ['/v2/*', '/v1/customer/*']) routes.use(path, nameRequest)
  routes.use('/v2/*', requireAccessToken(state))
  routes.use('/v1/customer/*', requireAccessToken(state))

  routes.post('/v2/checkout/orders', (c) =>
    idempotency.once(c, async (body) => {
      const outcome = createOrder(fake, body)
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const present = wantsAll(c.req.header('prefer')) ? presentOrder : presentCreatedOrder
      return Response.json(present(fake, outcome.value), { status: 201 })
    }),
  )
  routes.get('/v2/checkout/orders/:id', (c) => {
    const order = state.orders.get(c.req.param('id'))
    // It is not documented whether the shop's app may read a hosted button's order: we assume it may not.
    return order && !order.fromHostedButton
      ? Response.json(presentOrder(fake, order))
      : errorAnswer(notFound)
  })
  routes.post('/v2/checkout/orders/:id/capture', (c) =>
    idempotency.once(c, async () => {
      const outcome = await captureOrder(fake, c.req.param('id'))
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const present = wantsAll(c.req.header('prefer')) ? presentOrder : presentCapturedOrder
      return Response.json(present(fake, outcome.value), { status: 201 })
    }),
  )

  routes.get('/v2/payments/captures/:id', (c) => {
    const capture = state.captures.get(c.req.param('id'))
    return capture ? Response.json(presentCapture(fake, capture)) : errorAnswer(notFound)
  })
  routes.post('/v2/payments/captures/:id/refund', (c) =>
    idempotency.once(c, async (body) => {
      const reading = readBody(refundRequest, body)
      if (!reading.ok) return errorAnswer(reading.refusal)
      const outcome = await refundCapture(fake, c.req.param('id'), reading.value)
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const present = wantsAll(c.req.header('prefer')) ? presentRefund : presentRefundBriefly
      return Response.json(present(fake, outcome.value), { status: 201 })
    }),
  )
  routes.get('/v2/payments/refunds/:id', (c) => {
    const refund = state.refunds.get(c.req.param('id'))
    return refund ? Response.json(presentRefund(fake, refund)) : errorAnswer(notFound)
  })
  routes.use('/v1/customer/disputes/*', async (_c, next) => {
    const isForbidden = fake.context.faults.take('paypal', 'disputes-forbidden')
    return isForbidden ? errorAnswer({ status: 403 }) : next()
  })
  routes.get('/v1/customer/disputes', (c) => listDisputes(fake, c.req.query()))
  routes.get('/v1/customer/disputes/:id', (c) => {
    const dispute = state.disputes.get(c.req.param('id'))
    const capture = dispute && state.captures.get(dispute.captureId)
    return capture
      ? Response.json(presentDispute(fake, capture, dispute))
      : errorAnswer({ status: 404 })
  })
  return routes
}

function wantsAll(prefer: string | undefined): boolean {
  return prefer?.includes('return=representation') ?? false
}
