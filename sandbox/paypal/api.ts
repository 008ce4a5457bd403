import { Hono, type MiddlewareHandler } from 'hono'
import type { SandboxEnv } from '#sandbox/stand-in.ts'
import { requireAccessToken } from './access-tokens.ts'
import { captureOrder } from './capture-order.ts'
import { presentCapture } from './capture-view.ts'
import { createOrder } from './create-order.ts'
import type { Desk } from './desk.ts'
import { presentDispute } from './dispute-view.ts'
import { errorAnswer } from './errors.ts'
import { newDebugId } from './ids.ts'
import type { Idempotency } from './idempotency.ts'
import { presentCapturedOrder, presentCreatedOrder, presentOrder } from './order-view.ts'
import { readBody } from './read-body.ts'
import { refundCapture, refundRequest } from './refund-capture.ts'
import { presentRefund, presentRefundBriefly } from './refund-view.ts'

const notFound = { status: 404, issue: 'INVALID_RESOURCE_ID' } as const

/** Every answer of PayPal has the id by which its support finds the request. */
const nameRequest: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('paypal-debug-id')) c.header('paypal-debug-id', newDebugId())
}

/** Orders v2, Payments v2 and Disputes v1. */
export function apiRoutes(desk: Desk, idempotency: Idempotency): Hono<SandboxEnv> {
  const { state } = desk
  const routes = new Hono<SandboxEnv>()
  for (const path of ['/v2/*', '/v1/customer/*']) routes.use(path, nameRequest)
  routes.use('/v2/*', requireAccessToken(state))
  routes.use('/v1/customer/*', requireAccessToken(state))

  routes.post('/v2/checkout/orders', (c) =>
    idempotency.once(c, async (body) => {
      const outcome = createOrder(desk, body)
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const present = wantsAll(c.req.header('prefer')) ? presentOrder : presentCreatedOrder
      return Response.json(present(desk, outcome.value), { status: 201 })
    }),
  )
  routes.get('/v2/checkout/orders/:id', (c) => {
    const order = state.orders.get(c.req.param('id'))
    // Whether a hosted button's order can be read by the shop's app is published nowhere: the
    // stricter is played.
    return order && !order.fromHostedButton
      ? Response.json(presentOrder(desk, order))
      : errorAnswer(notFound)
  })
  routes.post('/v2/checkout/orders/:id/capture', (c) =>
    idempotency.once(c, async () => {
      const outcome = await captureOrder(desk, c.req.param('id'))
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const present = wantsAll(c.req.header('prefer')) ? presentOrder : presentCapturedOrder
      return Response.json(present(desk, outcome.value), { status: 201 })
    }),
  )

  routes.get('/v2/payments/captures/:id', (c) => {
    const capture = state.captures.get(c.req.param('id'))
    return capture ? Response.json(presentCapture(desk, capture)) : errorAnswer(notFound)
  })
  routes.post('/v2/payments/captures/:id/refund', (c) =>
    idempotency.once(c, async (body) => {
      const reading = readBody(refundRequest, body)
      if (!reading.ok) return errorAnswer(reading.refusal)
      const outcome = await refundCapture(desk, c.req.param('id'), reading.value)
      if (!outcome.ok) return errorAnswer(outcome.refusal)
      const present = wantsAll(c.req.header('prefer')) ? presentRefund : presentRefundBriefly
      return Response.json(present(desk, outcome.value), { status: 201 })
    }),
  )
  routes.get('/v2/payments/refunds/:id', (c) => {
    const refund = state.refunds.get(c.req.param('id'))
    return refund ? Response.json(presentRefund(desk, refund)) : errorAnswer(notFound)
  })
  routes.get('/v1/customer/disputes/:id', (c) => {
    const dispute = state.disputes.get(c.req.param('id'))
    const capture = dispute && state.captures.get(dispute.captureId)
    return capture
      ? Response.json(presentDispute(desk, capture, dispute))
      : errorAnswer({ status: 404 })
  })
  return routes
}

function wantsAll(prefer: string | undefined): boolean {
  return prefer?.includes('return=representation') ?? false
}
