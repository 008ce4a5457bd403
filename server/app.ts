import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { createClientNetworkReader } from './http/client-address.ts'
import type { HttpEnvironment } from './http/environment.ts'
import { adminOnly } from './http/middleware/admin-only.ts'
import { limitBody, limitUpload, uploadPath } from './http/middleware/limit-body.ts'
import { leadAliasesHome } from './http/middleware/loopback-aliases.ts'
import { answerFromMemory } from './http/middleware/answer-from-memory.ts'
import { createErrorHandler } from './http/middleware/on-error.ts'
import { ownOrigin } from './http/middleware/own-origin.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { createNotFoundHandler } from './http/not-found.ts'
import { adminAuditRoutes } from './http/routes/admin-audit.ts'
import { adminKryptoniteRoutes } from './http/routes/admin-kryptonite.ts'
import { adminOrderRoutes } from './http/routes/admin-orders.ts'
import { adminPaymentRoutes } from './http/routes/admin-payments.ts'
import { adminSessionRoutes } from './http/routes/admin-session.ts'
import { adminShopItemRoutes } from './http/routes/admin-shop-items.ts'
import { adminTeamListingRoutes } from './http/routes/admin-team-listings.ts'
import { betaRoutes } from './http/routes/beta.ts'
import { checkoutRoutes } from './http/routes/checkout.ts'
import { donorRoutes } from './http/routes/donors.ts'
import { eventRoutes } from './http/routes/events.ts'
import { healthRoutes } from './http/routes/health.ts'
import { imageRoutes } from './http/routes/images.ts'
import { orderRoutes } from './http/routes/orders.ts'
import { packRoutes } from './http/routes/packs.ts'
import {
  keepServerStatus,
  serverStatusPath,
  serverStatusRoutes,
} from './http/routes/server-status.ts'
import { sessionRoutes } from './http/routes/session.ts'
import { keepShopItems, shopItemRoutes, shopItemsPath } from './http/routes/shop-items.ts'
import { steamClaimRoutes } from './http/routes/steam-claims.ts'
import { teamListingReportRoutes } from './http/routes/team-listing-reports.ts'
import { teamListingRoutes } from './http/routes/team-listings.ts'
import { walletRoutes } from './http/routes/wallet.ts'
import { paypalWebhook } from './http/webhooks/paypal.ts'
import { stripeWebhook } from './http/webhooks/stripe.ts'
import type { EventHub } from './realtime/event-hub.ts'
import type { Services } from './services/context.ts'
import type { Auth } from './services/sign-in/auth.ts'

export interface AppParts {
  readonly services: Services
  readonly auth: Auth
  readonly hub: EventHub
  readonly pages: Hono<HttpEnvironment>
}

/** Every route of the product. */
export function createApp({ services, auth, hub, pages }: AppParts): Hono<HttpEnvironment> {
  const { config, database, log } = services
  const shopItems = keepShopItems(database, hub)
  const serverStatus = keepServerStatus(services, hub)
  const app = new Hono<HttpEnvironment>()
  app.onError(createErrorHandler(log))
  app.notFound(createNotFoundHandler(app))
  app.get(shopItemsPath, answerFromMemory(shopItems, config))
  app.get(serverStatusPath, answerFromMemory(serverStatus, config))
  app.use(requestId())
  app.use(securityHeaders(config))
  app.use(leadAliasesHome(config))
  app.use(limitBody())
  app.use('/api/*', ownOrigin(config.publicOrigin))
  app.use('/functions/*', ownOrigin(config.publicOrigin))
  app.use('/api/admin/*', adminOnly(services, auth))
  app.use(`${uploadPath}/*`, limitUpload())
  app.route('/', healthRoutes(database))
  app.route('/', sessionRoutes(services, auth))
  app.route('/', betaRoutes(services))
  app.route('/', checkoutRoutes(services, auth))
  app.route('/', orderRoutes(services, auth))
  app.route('/', donorRoutes(services))
  app.route('/', shopItemRoutes(shopItems))
  app.route('/', serverStatusRoutes(services, serverStatus))
  app.route('/', imageRoutes(database))
  app.route('/', packRoutes(services))
  app.route('/', walletRoutes(services, auth))
  app.route('/', steamClaimRoutes(services, auth))
  app.route('/', teamListingRoutes(services, auth))
  app.route('/', teamListingReportRoutes(services))
  app.route('/', adminSessionRoutes(services))
  app.route('/', adminOrderRoutes(services))
  app.route('/', adminPaymentRoutes(services))
  app.route('/', adminKryptoniteRoutes(services))
  app.route('/', adminAuditRoutes(services))
  app.route('/', adminTeamListingRoutes(services))
  app.route('/', adminShopItemRoutes(services, shopItems))
  app.route('/', eventRoutes(hub, createClientNetworkReader(config)))
  app.route('/', paypalWebhook(services))
  app.route('/', stripeWebhook(services))
  app.route('/', pages)
  return app
}
