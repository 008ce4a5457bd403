import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { isBasicFor, paypalCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { presentDispute } from './dispute-view.ts'
import { errorAnswer, readBody } from './errors.ts'
import type { FakePayPal } from './fake-paypal.ts'
import {
  presentCapture,
  presentCapturedOrder,
  presentCreatedOrder,
  presentOrder,
  presentRefund,
  presentRefundBriefly,
} from './order-views.ts'
import { captureOrder, createOrder } from './orders.ts'
import { listDisputes, refundCapture, refundRequest } from './refunds-and-disputes.ts'
import { newAccessToken, newDebugId, type PayPalState } from './state.ts'

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

const lifeSeconds = 32_400

/** `POST /v1/oauth2/token`, https://developer.paypal.com/api/rest/authentication/ */
export function tokenRoutes(state: PayPalState): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().post('/v1/oauth2/token', async (c) => {
    if (!isBasicFor(paypalCredentials, c.req.header('authorization'))) {
      return c.json(
        { error: 'invalid_client', error_description: 'Client Authentication failed' },
        401,
      )
    }
    if (new URLSearchParams(await c.req.text()).get('grant_type') !== 'client_credentials') {
      return c.json(
        { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL or unknown' },
        400,
      )
    }
    const token = newAccessToken()
    state.accessTokens.set(token, Date.now() + lifeSeconds * 1000)
    return c.json({
      scope:
        'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: lifeSeconds,
      nonce: `${new Date().toISOString()}${token.slice(-20)}`,
    })
  })
}

/** Admits only calls with a valid token of this sandbox. */
export function requireAccessToken(state: PayPalState): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if ((state.accessTokens.get(token) ?? 0) <= Date.now()) return errorAnswer({ status: 401 })
    return next()
  }
}

interface Kept {
  readonly requestBody: string
  readonly answer: unknown
}

interface Idempotency {
  /**
   * Runs `work` once per `PayPal-Request-Id` and call; a repeated call gets the first success with
   * 200. Refusals are not kept: nothing happened, and the buyer may have chosen another card.
   */
  once(c: Context<SandboxEnv>, work: (body: string) => Promise<Response>): Promise<Response>
  clear(): void
}

export function createIdempotency(): Idempotency {
  const kept = new Map<string, Kept>()
  const running = new Map<string, Promise<unknown>>()

  async function answerOnce(
    key: string,
    requestBody: string,
    work: (body: string) => Promise<Response>,
  ): Promise<Response> {
    const earlier = kept.get(key)
    if (earlier && earlier.requestBody !== requestBody) {
      return errorAnswer({ status: 422, issue: 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED' })
    }
    if (earlier) return Response.json(earlier.answer, { status: 200 })
    const response = await work(requestBody)
    if (response.ok) kept.set(key, { requestBody, answer: await response.clone().json() })
    return response
  }

  return {
    async once(c, work) {
      const body = await c.req.text()
      const requestId = c.req.header('paypal-request-id')
      if (requestId === undefined) return work(body)
      const key = `${c.req.path} ${requestId}`
      while (running.has(key)) await running.get(key)
      const answer = answerOnce(key, body, work)
      running.set(key, answer)
      try {
        return await answer
      } finally {
        running.delete(key)
      }
    },
    clear: () => kept.clear(),
  }
}
