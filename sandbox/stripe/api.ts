import { Hono, type MiddlewareHandler } from 'hono'
import { stripeCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import type { FaultKind } from '#sandbox/faults.ts'
import { answerById } from './answers.ts'
import { errorAnswer, notFound } from './errors.ts'
import { expireDue, sessionRoutes } from './sessions.ts'
import { eventTypes, type FakeStripe } from './fake-stripe.ts'
import type { Idempotency } from './idempotency.ts'
import { refundAndDisputeRoutes } from './refunds-and-disputes.ts'
import { newRequestId } from './state.ts'
import { apiVersion, presentList } from './views.ts'

/** The API's path prefixes; PayPal has other paths under `/v1/`. */
export const apiPaths = [
  '/v1/checkout/',
  '/v1/payment_intents',
  '/v1/charges',
  '/v1/refunds',
  '/v1/disputes',
  '/v1/events',
  '/v1/webhook_endpoints',
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
  routes.get('/v1/webhook_endpoints', () => listEndpoints(fake.context))
  return routes
}

/** The webhook endpoints of the account, https://docs.stripe.com/api/webhook_endpoints/list */
function listEndpoints({ productOrigin, faults }: SandboxContext): Response {
  const isDue = (kind: FaultKind) => faults.take('stripe', kind) !== null
  if (isDue('webhooks-forbidden')) {
    return errorAnswer({
      status: 403,
      type: 'invalid_request_error',
      message: 'The provided key does not have the required permissions for this endpoint.',
    })
  }
  if (isDue('webhook-missing')) return Response.json(presentList('/v1/webhook_endpoints', []))
  const endpoint = {
    id: 'we_1SandboxSandboxSandbox01',
    object: 'webhook_endpoint',
    api_version: isDue('webhook-old') ? '2019-12-03' : apiVersion,
    application: null,
    created: 1_767_225_600,
    description: null,
    enabled_events: isDue('webhook-partial') ? ['checkout.session.completed'] : eventTypes,
    livemode: false,
    metadata: {},
    status: isDue('webhook-disabled') ? 'disabled' : 'enabled',
    url: `${isDue('webhook-elsewhere') ? 'https://old.example' : productOrigin}/webhooks/stripe`,
  }
  return Response.json(presentList('/v1/webhook_endpoints', [endpoint]))
}

/** Admits only calls with the secret key, and gives every answer an id as Stripe does. */
const requireSecretKey: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const key = readKey(c.req.header('authorization'))
  if (key === stripeCredentials.secretKey) await next()
  else c.res = refuseKey(key)
  c.res.headers.set('request-id', newRequestId())
  c.res.headers.set('stripe-version', apiVersion)
}

/** As a bearer token, or as the user name of Basic authorization without a password. */
function readKey(header = ''): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.+)$/i.exec(header) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
}

function refuseKey(key: string): Response {
  return errorAnswer({
    status: 401,
    type: 'invalid_request_error',
    message:
      key === ''
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
        : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
  })
}
