import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { adminPackOrdersQuery, type AdminPackOrderPage } from '#contract/admin-kryptonite.ts'
import {
  openPackCheckoutRequest,
  syncPackRequest,
  type OpenPackCheckoutAnswer,
  type PackView,
  type SyncPackAnswer,
} from '#contract/kryptonite.ts'
import { languageStorageKey, pickLanguage } from '#contract/language.ts'
import { packPicture } from '#domain/packs.ts'
import { packs } from '#site/packs.ts'
import type { Services } from '#server/services/context.ts'
import { confirmPackPayment } from '#server/services/packs/confirm-pack-payment.ts'
import { listPackOrders } from '#server/services/packs/list-pack-orders.ts'
import { openPackCheckout } from '#server/services/packs/open-pack-checkout.ts'
import { greetBuyer, identifyBrowser } from '#server/http/buyer.ts'
import { createVisitorNetworksReader } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/idempotency-key.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { presentPackOrder } from '#server/http/present/pack-order.ts'
import { readJson } from '#server/http/read-json.ts'
import { readQuery } from '#server/http/read-query.ts'

const packViews: readonly PackView[] = packs.map(({ amount, priceCents, bonus, priceId }) => ({
  amount,
  priceCents,
  bonus,
  priceId,
  image: packPicture(amount),
}))

/** From a pack of Kr to its payment, and all packs' orders for the staff. */
export function packRoutes(services: Services): Hono<HttpEnvironment> {
  const opening = rateLimit(services, { name: 'open-pack', requests: 60, windowSeconds: 60 })
  const settling = rateLimit(services, { name: 'settle-pack', requests: 120, windowSeconds: 60 })
  const readNetworks = createVisitorNetworksReader(services.config)

  return new Hono<HttpEnvironment>()
    .get('/api/krypto-packs', (context) => {
      greetBuyer(context, services.config)
      context.header('cache-control', 'no-store')
      return context.json<readonly PackView[]>(packViews)
    })
    .post('/functions/v1/create-krypto-checkout', opening, async (context) => {
      const idempotencyKey = readIdempotencyKey(context)
      const request = await readJson(context, openPackCheckoutRequest)
      const language = pickLanguage(
        getCookie(context, languageStorageKey),
        context.req.header('accept-language'),
      )
      return context.json<OpenPackCheckoutAnswer>(
        await openPackCheckout(services, request, {
          buyerHash: identifyBrowser(context, services.config),
          language,
          idempotencyKey,
          networks: readNetworks(context),
        }),
      )
    })
    .post('/functions/v1/process-krypto-stripe-payment', settling, async (context) => {
      const { sessionId } = await readJson(context, syncPackRequest)
      return context.json<SyncPackAnswer>(await confirmPackPayment(services, sessionId))
    })
    .get('/api/admin/pack-orders', async (context) => {
      adminOf(context)
      const page = await listPackOrders(services, readQuery(context, adminPackOrdersQuery))
      return context.json<AdminPackOrderPage>({
        orders: page.rows.map(presentPackOrder),
        nextCursor: page.nextCursor,
      })
    })
}
