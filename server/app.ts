import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { createClientNetworkReader } from './http/client-address.ts'
import type { HttpEnvironment } from './http/environment.ts'
import { adminOnly } from './http/middleware/admin-only.ts'
import { leadAliasesHome } from './http/middleware/loopback-aliases.ts'
import { createErrorHandler } from './http/middleware/on-error.ts'
import { ownOrigin } from './http/middleware/own-origin.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { createNotFoundHandler } from './http/not-found.ts'
import { adminOrderRoutes } from './http/routes/admin-orders.ts'
import { adminPaymentRoutes } from './http/routes/admin-payments.ts'
import { adminSessionRoutes } from './http/routes/admin-session.ts'
import { checkoutRoutes } from './http/routes/checkout.ts'
import { donorRoutes } from './http/routes/donors.ts'
import { eventRoutes } from './http/routes/events.ts'
import { healthRoutes } from './http/routes/health.ts'
import { orderRoutes } from './http/routes/orders.ts'
import { sessionRoutes } from './http/routes/session.ts'
import { paypalWebhook } from './http/webhooks/paypal.ts'
import type { EventHub } from './realtime/event-hub.ts'
import type { Services } from './services/context.ts'
import type { Auth } from './services/sign-in/auth.ts'

const largestBodyBytes = 256 * 1024

export interface AppParts {
  readonly services: Services
  readonly auth: Auth
  readonly hub: EventHub
  readonly pages: Hono<HttpEnvironment>
}

/** Every route of the product. */
export function createApp({ services, auth, hub, pages }: AppParts): Hono<HttpEnvironment> {
  const { config, database, log } = services
  const app = new Hono<HttpEnvironment>()
  app.onError(createErrorHandler(log))
  app.notFound(createNotFoundHandler(app))
  app.use(requestId())
  app.use(securityHeaders(config))
  app.use(leadAliasesHome(config))
  app.use(bodyLimit({ maxSize: largestBodyBytes }))
  app.use('/api/*', ownOrigin(config.publicOrigin))
  app.use('/functions/*', ownOrigin(config.publicOrigin))
  app.use('/api/admin/*', adminOnly(services, auth))
  app.route('/', healthRoutes(database))
  app.route('/', sessionRoutes(services, auth))
  app.route('/', checkoutRoutes(services, auth))
  app.route('/', orderRoutes(services, auth))
  app.route('/', donorRoutes(services))
  app.route('/', adminSessionRoutes(services))
  app.route('/', adminOrderRoutes(services))
  app.route('/', adminPaymentRoutes(services))
  app.route('/', eventRoutes(hub, createClientNetworkReader(config)))
  app.route('/', paypalWebhook(services))
  app.route('/', pages)
  return app
}
