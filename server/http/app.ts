import { Hono, type Context } from 'hono'
import { rankDonors } from '#contract/donors.ts'
import { roots } from '#contract/endpoint.ts'
import { readReadiness } from '#contract/operations.ts'
import { listSlots } from '#contract/perks.ts'
import { readPlayerHistory, readServerStatus } from '#contract/server-status.ts'
import { readSite } from '#contract/site.ts'
import { listShopItems } from '#contract/skins.ts'
import { listListings } from '#contract/team.ts'
import { findBrowser } from './buyer.ts'
import { readClientNetworks } from './client-address.ts'
import type { App, HttpEnvironment } from './environment.ts'
import { adminOnly, readAdmin } from './middleware/admin-session.ts'
import { limitBodies, limitBody, limitUpload, uploads } from './middleware/limit-bodies.ts'
import { limitCalls } from './middleware/rate-limit.ts'
import {
  answerHeadRequests,
  ownOrigin,
  refuseUnreadableAddress,
  redirectToCanonicalHost,
} from './middleware/request-checks.ts'
import { serveCachedResponse, type CachedResponse, type FindAnswer } from './response-cache.ts'
import type { MakePages } from './pages/page-routes.ts'
import { createErrorHandler, createNotFoundHandler } from './middleware/errors.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { nameRoutes, traceRequests } from './middleware/trace-requests.ts'
import { bookRoutes } from './routes/books.ts'
import {
  adminConnectionRoutes,
  adminDemoDataRoutes,
  adminPaymentRoutes,
  adminSessionRoutes,
} from './routes/staff.ts'
import { adminKryptoniteRoutes, packRoutes, walletRoutes } from './routes/kryptonite.ts'
import { adminOrderRoutes, orderRoutes } from './routes/orders.ts'
import {
  adminShopItemRoutes,
  adminSkinPurchaseRoutes,
  cacheShopItems,
  imageRoutes,
  skinPurchaseRoutes,
} from './routes/skins.ts'
import { adminTeamListingRoutes, cacheNewestListings, teamListingRoutes } from './routes/team.ts'
import { adminPerkRoutes } from './routes/admin-perks.ts'
import { banRoutes } from './routes/bans.ts'
import { betaRoutes } from './routes/beta.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { offerRoutes } from './routes/offers.ts'
import { discordPostRoutes } from './routes/discord-posts.ts'
import { cacheDocuments, documentRoutes } from './routes/documents.ts'
import { discordRoutes } from './routes/discord.ts'
import { cacheDonors } from './routes/donors.ts'
import { eventRoutes } from './routes/events.ts'
import { gameRoutes } from './routes/game.ts'
import { lbRoutes } from './routes/lb.ts'
import { healthRoutes, metricsRoutes, securityTxtRoutes } from './routes/operations.ts'
import { cachePlayerHistory, cacheServerStatus } from './routes/server-status.ts'
import { peopleRoutes } from './routes/people.ts'
import { playerRoutes } from './routes/players.ts'
import { shopArchiveRoutes } from './routes/shop-archive.ts'
import { cacheSlots, perkRoutes } from './routes/perks.ts'
import { cacheProductTexts, cacheSite, siteRoutes } from './routes/site.ts'
import { accountDataRoutes, sessionRoutes, steamClaimRoutes } from './routes/accounts.ts'
import { steamRoutes } from './routes/steam.ts'
import { adminTaskRoutes } from './routes/tasks.ts'
import { webhookRoutes } from './routes/payments.ts'
import type { Metrics } from '#server/app/metrics.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { createExporter } from '#server/services/shop-archive/export-shop.ts'
import type { LbMailbox } from '#server/services/perks/lb-mailbox.ts'
import { perkAudiences } from '#server/services/perks/perk-events.ts'
import { fetchPriority } from '#server/services/perks/priority-pulls.ts'
import { staffAudience } from '#server/services/notify-events.ts'
import type { PurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'

export interface AppParts {
  readonly services: Services
  readonly auth: Auth
  readonly hub: EventHub
  readonly announce: PurchaseAnnouncer
  readonly lbMailbox: LbMailbox
  readonly exportShop: ReturnType<typeof createExporter>
  readonly pages: MakePages
  readonly metrics: Metrics
  /** Whether this process has been asked to stop. */
  readonly isStopping: () => boolean
}

/** The routes that need nothing else. */
const routes: readonly ((app: App, services: Services, auth: Auth) => void)[] = [
  sessionRoutes,
  betaRoutes,
  checkoutRoutes,
  orderRoutes,
  perkRoutes,
  walletRoutes,
  steamClaimRoutes,
  steamRoutes,
  accountDataRoutes,
  teamListingRoutes,
  adminSessionRoutes,
  adminOrderRoutes,
  bookRoutes,
  adminConnectionRoutes,
  adminDemoDataRoutes,
  peopleRoutes,
  playerRoutes,
  banRoutes,
  offerRoutes,
  adminKryptoniteRoutes,
  adminPerkRoutes,
  adminSkinPurchaseRoutes,
  adminTaskRoutes,
  adminTeamListingRoutes,
  discordPostRoutes,
  webhookRoutes,
  discordRoutes,
]

/** Every route of the product. */
export function createApp({
  services,
  auth,
  hub,
  announce,
  lbMailbox,
  exportShop,
  pages,
  metrics,
  isStopping,
}: AppParts): App {
  const { config, database, log } = services
  const shopItems = cacheShopItems(database, hub)
  const serverStatus = cacheServerStatus(services, hub)
  const site = cacheSite(services, hub)
  const productTexts = cacheProductTexts(services, hub)
  const documents = cacheDocuments(services, hub)
  const app = new Hono<HttpEnvironment>()
  app.onError(createErrorHandler(log))
  app.notFound(createNotFoundHandler(app))
  // With debug logging, every request goes through the middleware that logs it.
  const canSkipMiddleware = (): boolean => !isStopping() && !log.isLevelEnabled('debug')
  const answersFromMemory = [
    [listShopItems.path, shopItems],
    [readServerStatus.path, serverStatus],
    [readSite.path, site],
  ] as const
  const otherAnswers = [
    [readPlayerHistory.path, cachePlayerHistory(services)],
    [rankDonors.path, cacheDonors(services)],
    [listSlots.path, cacheSlots(services)],
  ] as const
  const pageAnswers = new Map<string, CachedResponse>([
    ...answersFromMemory,
    ...otherAnswers,
    ...productTexts,
    [listListings.path, cacheNewestListings(services, hub)],
  ])
  for (const [path, answer] of answersFromMemory) {
    const count = metrics.countAnswersFromMemory(path)
    app.get(path, serveCachedResponse(answer, config, { canSkipMiddleware, count }))
  }
  const findAnswer: FindAnswer = (address) => pageAnswers.get(address) ?? documents.find(address)
  const { routes: pageRoutes, endAlarms } = pages({ services, findAnswer })
  const nameRoute = nameRoutes(app, pageRoutes)
  app.use(traceRequests({ config, log, metrics, nameRoute, isStopping }))
  app.use(securityHeaders(config))
  app.use(refuseUnreadableAddress())
  app.use(answerHeadRequests())
  app.use(redirectToCanonicalHost(config))
  app.use(limitBodies(config))
  app.use(limitBody())
  // A page makes six calls at most, so even a network of many people who all open the shop stays
  // below this.
  const calls = limitCalls(services, { burst: 600, perSecond: 20 })
  for (const path of [roots.api, '/images/*', readReadiness.path]) app.use(path, calls)
  for (const path of [roots.api, roots.functions]) app.use(path, ownOrigin(config.publicOrigin))
  app.use(roots.staff, adminOnly(services, auth))
  for (const { method, path } of uploads) app.on(method, path, limitUpload())
  app.route('/', healthRoutes(database, isStopping))
  app.route('/', metricsRoutes(config, metrics))
  app.route('/', securityTxtRoutes(services))
  for (const addRoutes of routes) addRoutes(app, services, auth)
  adminPaymentRoutes(app, services, endAlarms)
  skinPurchaseRoutes(app, services, auth, announce)
  for (const [path, answer] of [...answersFromMemory, ...otherAnswers]) app.get(path, answer.send)
  imageRoutes(app, database)
  documentRoutes(app, services, documents)
  siteRoutes(app, services, site, productTexts, documents)
  packRoutes(app, services, auth, site)
  adminShopItemRoutes(app, services, shopItems)
  const readAudiences = async (context: Context<HttpEnvironment>) => {
    const userId = await readUserId(auth, context.req.raw.headers)
    const own = perkAudiences({ hash: findBrowser(context, config), userId })
    return (await readAdmin(services, context, userId)) ? [...own, staffAudience] : own
  }
  shopArchiveRoutes(app, { exportShop, hub, readAudiences })
  app.route(
    '/',
    eventRoutes({
      hub,
      readNetworks: (context) => readClientNetworks(config, context),
      readAudiences,
      findAnswer,
      open: metrics.eventStreams,
    }),
  )
  lbRoutes(app, config, lbMailbox)
  app.route(
    '/',
    gameRoutes(config, () => fetchPriority(services)),
  )
  app.route('/', pageRoutes)
  return app
}
