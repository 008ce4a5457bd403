import { Hono } from 'hono'
import { createClientNetworksReader } from './http/client-address.ts'
import type { HttpEnvironment } from './http/environment.ts'
import { adminOnly } from './http/middleware/admin-only.ts'
import { limitBodies } from './http/middleware/limit-bodies.ts'
import { limitBody, limitUpload, uploadPath } from './http/middleware/limit-body.ts'
import { limitCalls } from './http/middleware/limit-calls.ts'
import { headRequests } from './http/middleware/head-requests.ts'
import { leadAliasesHome } from './http/middleware/loopback-aliases.ts'
import { answerFromMemory } from './http/middleware/answer-from-memory.ts'
import { createErrorHandler } from './http/middleware/on-error.ts'
import { ownOrigin } from './http/middleware/own-origin.ts'
import { readableAddress } from './http/middleware/readable-address.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { traceRequests } from './http/middleware/trace-requests.ts'
import { createNotFoundHandler } from './http/not-found.ts'
import { createRequestIdReader } from './http/request-id.ts'
import { nameRoutes } from './http/route-names.ts'
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
import { metricsRoutes } from './http/routes/metrics.ts'
import { orderRoutes } from './http/routes/orders.ts'
import { packRoutes } from './http/routes/packs.ts'
import {
  keepServerStatus,
  serverStatusPath,
  serverStatusRoutes,
} from './http/routes/server-status.ts'
import { securityTxtRoutes } from './http/routes/security-txt.ts'
import { sessionRoutes } from './http/routes/session.ts'
import { keepShopItems, shopItemRoutes, shopItemsPath } from './http/routes/shop-items.ts'
import { steamClaimRoutes } from './http/routes/steam-claims.ts'
import { teamListingReportRoutes } from './http/routes/team-listing-reports.ts'
import { teamListingRoutes } from './http/routes/team-listings.ts'
import { walletRoutes } from './http/routes/wallet.ts'
import { paypalWebhook } from './http/webhooks/paypal.ts'
import { stripeWebhook } from './http/webhooks/stripe.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { EventHub } from './realtime/event-hub.ts'
import type { Services } from './services/context.ts'
import type { Auth } from './services/sign-in/auth.ts'
import type { Announce } from './services/wallet/announce.ts'

export interface AppParts {
  readonly services: Services
  readonly auth: Auth
  readonly hub: EventHub
  readonly announce: Announce
  readonly pages: Hono<HttpEnvironment>
  readonly metrics: Metrics
  /** Whether this process has been asked to stop. */
  readonly isStopping: () => boolean
}

/** Every route of the product. */
export function createApp({
  services,
  auth,
  hub,
  announce,
  pages,
  metrics,
  isStopping,
}: AppParts): Hono<HttpEnvironment> {
  const { config, database, log } = services
  const shopItems = keepShopItems(database, hub)
  const serverStatus = keepServerStatus(services, hub)
  const app = new Hono<HttpEnvironment>()
  app.onError(createErrorHandler(log))
  app.notFound(createNotFoundHandler(app))
  // Who wants to read of every request in the log has them all go the usual way.
  const mayBeQuick = (): boolean => !isStopping() && !log.isLevelEnabled('debug')
  for (const [path, answer] of [
    [shopItemsPath, shopItems],
    [serverStatusPath, serverStatus],
  ] as const) {
    const count = metrics.countAnswersFromMemory(path)
    app.get(path, answerFromMemory(answer, config, { mayBeQuick, count }))
  }
  const readRequestId = createRequestIdReader(config)
  const nameRoute = nameRoutes(app, pages)
  app.use(traceRequests({ log, metrics, readRequestId, nameRoute, isStopping }))
  app.use(securityHeaders(config))
  app.use(readableAddress())
  app.use(headRequests())
  app.use(leadAliasesHome(config))
  app.use(limitBodies(config))
  app.use(limitBody())
  // A page asks six things at most; a network whose many people all look at the shop meets no end.
  const calls = limitCalls(services, { burst: 600, perSecond: 20 })
  for (const path of ['/api/*', '/images/*', '/readyz']) app.use(path, calls)
  app.use('/api/*', ownOrigin(config.publicOrigin))
  app.use('/functions/*', ownOrigin(config.publicOrigin))
  app.use('/api/admin/*', adminOnly(services, auth))
  app.use(`${uploadPath}/*`, limitUpload())
  app.route('/', healthRoutes(database, isStopping))
  app.route('/', metricsRoutes(config, metrics))
  app.route('/', securityTxtRoutes(services))
  app.route('/', sessionRoutes(services, auth))
  app.route('/', betaRoutes(services))
  app.route('/', checkoutRoutes(services, auth))
  app.route('/', orderRoutes(services, auth))
  app.route('/', donorRoutes(services))
  app.route('/', shopItemRoutes(shopItems))
  app.route('/', serverStatusRoutes(services, serverStatus))
  app.route('/', imageRoutes(database))
  app.route('/', packRoutes(services))
  app.route('/', walletRoutes(services, auth, announce))
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
  app.route('/', eventRoutes(hub, createClientNetworksReader(config), metrics.eventStreams))
  app.route('/', paypalWebhook(services))
  app.route('/', stripeWebhook(services))
  app.route('/', pages)
  return app
}
