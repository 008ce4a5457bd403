import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as contract from '#contract/kryptonite.ts'
import { languageStorageKey, pickLanguage } from '#contract/language.ts'
import { createPacks, packPicture } from '#domain/packs.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { ensureGuestCookie, findBrowser, identifyBuyer } from '#server/http/buyer.ts'
import { readVisitorNetworks } from '#server/http/client-address.ts'
import type { App } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { readNumberCursor } from '#server/services/list-queries.ts'
import { confirmPackPayment } from '#server/services/payments/confirm-payment.ts'
import { openPackCheckout } from '#server/services/checkout/open-pack-checkout.ts'
import { readFlows } from '#server/services/kryptonite/admin-flows.ts'
import {
  correctKr,
  creditKr,
  listBalances,
  searchTransactions,
} from '#server/services/kryptonite/admin-ledger.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { listPackOrders } from '#server/services/kryptonite/pack-orders.ts'
import { authorizeRead, listTransactions, readBalance } from '#server/services/kryptonite/wallet.ts'
import type { cacheSite } from './site.ts'

/** Buying packs of Kr, and the staff's list of pack orders. */
export function packRoutes(
  app: App,
  services: Services,
  auth: Auth,
  { findSales }: ReturnType<typeof cacheSite>,
): void {
  const opening = rateLimit(services, { name: 'open-pack', requests: 60, windowSeconds: 60 })
  const confirming = rateLimit(services, { name: 'confirm-pack', requests: 120, windowSeconds: 60 })

  serve(app, contract.listPacks, async ({ context }) => {
    ensureGuestCookie(context, services.config)
    const { packTerms } = services.site.current()
    return createPacks(packTerms, await findSales()).map(
      ({ amount, bonus, priceCents, priceId }) => {
        return { amount, bonus, priceCents, priceId, image: packPicture(amount) }
      },
    )
  })
  serve(app, contract.openPackCheckout, [opening], async ({ context, body }) => {
    const language = pickLanguage(
      getCookie(context, languageStorageKey),
      context.req.header('accept-language'),
    )
    return openPackCheckout(services, body, {
      buyer: await identifyBuyer(context, services.config, auth),
      language,
      idempotencyKey: readIdempotencyKey(context),
      networks: readVisitorNetworks(services.config, context),
    })
  })
  serve(app, contract.syncPack, [confirming], ({ body }) =>
    confirmPackPayment(services, body.sessionId),
  )
  serve(app, contract.listPackOrders, ({ query }) => listPackOrders(services, query))
}

/** Players' Kr: their balances and where they came from. */
export function walletRoutes(app: App, services: Services, auth: Auth): void {
  // Enough for every page of a household; trying all Steam IDs gets nowhere.
  const readingBalance = rateLimit(services, {
    name: 'read-balance',
    requests: 600,
    windowSeconds: 60,
  })
  const { reading, readerOf } = guardWallet(services, auth)
  serve(app, contract.readBalance, [readingBalance], async ({ params }) => ({
    balance: await readBalance(services, params.steamId),
  }))
  serve(app, contract.listTransactions, [reading], async ({ context, params, query }) => {
    const before = query.cursor === undefined ? null : readNumberCursor(query.cursor)
    const reader = await readerOf(context, params.steamId)
    return listTransactions(services, params.steamId, reader, before)
  })
}

/** For routes that show a wallet: their limit, and who reads it, if they may. */
export function guardWallet(services: Services, auth: Auth) {
  return {
    reading: rateLimit(services, { name: 'read-wallet', requests: 240, windowSeconds: 60 }),
    readerOf: async (context: Context, steamId: SteamId64) => {
      const reader = {
        hash: findBrowser(context, services.config),
        userId: await readUserId(auth, context.req.raw.headers),
      }
      await authorizeRead(services, steamId, reader)
      return reader
    },
  }
}

export function adminKryptoniteRoutes(app: App, services: Services): void {
  const flowSources = { ...services, providerMode: services.config.stripe.mode }
  serve(app, contract.creditKr, ({ context, staff, body }) =>
    creditKr(services, staff, body, readIdempotencyKey(context)),
  )
  serve(app, contract.correctKr, ({ context, staff, body }) =>
    correctKr(services, staff, body, readIdempotencyKey(context)),
  )
  serve(app, contract.listBalances, async ({ query }) => {
    const { rows: balances, nextCursor } = await listBalances(services, query)
    return { balances, nextCursor }
  })
  serve(app, contract.searchTransactions, async ({ query }) => {
    const { rows: transactions, nextCursor } = await searchTransactions(services, query)
    return { transactions, nextCursor }
  })
  serve(app, contract.readFlows, ({ query }) => readFlows(flowSources, query.days))
  serve(app, contract.checkLedger, () => verifyLedger(services.database))
}
