import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as contract from '#contract/kryptonite.ts'
import { languageStorageKey, pickLanguage } from '#contract/language.ts'
import { packPicture } from '#domain/packs.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { ensureGuestCookie, findBrowser, identifyBuyer } from '#server/http/buyer.ts'
import { readVisitorNetworks } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { readNumberCursor } from '#server/services/list-queries.ts'
import { confirmPackPayment } from '#server/services/payments/confirm-payment.ts'
import { packs } from '#contract/packs.ts'
import { openPackCheckout } from '#server/services/checkout/open-pack-checkout.ts'
import { readFlows } from '#server/services/kryptonite/admin-flows.ts'
import {
  creditKr,
  listBalances,
  searchTransactions,
  type BalanceRecord,
  type TransactionRecord,
} from '#server/services/kryptonite/admin-ledger.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { listPackOrders, type PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import {
  authorizeRead,
  listTransactions,
  readBalance,
  type LedgerPage,
} from '#server/services/kryptonite/wallet.ts'

const packViews: readonly contract.PackView[] = packs.map(
  ({ amount, priceCents, bonus, priceId }) => ({
    amount,
    priceCents,
    bonus,
    priceId,
    image: packPicture(amount),
  }),
)

/** Buying packs of Kr, and the staff's list of pack orders. */
export function packRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const opening = rateLimit(services, { name: 'open-pack', requests: 60, windowSeconds: 60 })
  const confirming = rateLimit(services, { name: 'confirm-pack', requests: 120, windowSeconds: 60 })

  const app = new Hono<HttpEnvironment>()
  serve(app, contract.listPacks, ({ context }) => {
    ensureGuestCookie(context, services.config)
    return packViews
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
  serve(app, contract.listPackOrders, async ({ query }) => {
    const { rows, nextCursor } = await listPackOrders(services, query)
    return { orders: rows.map(presentPackOrder), nextCursor }
  })
  return app
}

/** Players' Kr: their balances and where they came from. */
export function walletRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  // Enough for every page of a household; trying all Steam IDs gets nowhere.
  const readingBalance = rateLimit(services, {
    name: 'read-balance',
    requests: 600,
    windowSeconds: 60,
  })
  const { reading, readerOf } = guardWallet(services, auth)
  const app = new Hono<HttpEnvironment>()
  serve(app, contract.readBalance, [readingBalance], async ({ params }) => ({
    balance: await readBalance(services, params.steamId),
  }))
  serve(app, contract.listTransactions, [reading], async ({ context, params, query }) => {
    const before = query.cursor === undefined ? null : readNumberCursor(query.cursor)
    const reader = await readerOf(context, params.steamId)
    return presentLedgerPage(await listTransactions(services, params.steamId, reader, before))
  })
  return app
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

function presentLedgerPage({ balance, lines, nextBefore }: LedgerPage): contract.TransactionPage {
  return {
    balance,
    transactions: lines.map((line) => ({ ...presentLine(line), balanceAfter: line.balance_after })),
    nextCursor: nextBefore === null ? null : String(nextBefore),
  }
}

/** The parts of a pack order that the staff may see. */
function presentPackOrder(order: PackOrder): contract.AdminPackOrder {
  return {
    id: order.id,
    status: order.status,
    mismatch: order.mismatch,
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    amount: order.amount,
    bonus: order.bonus,
    priceCents: order.price_cents,
    refundedCents: order.refunded_cents,
    disputedCents: order.disputed_cents,
    sessionId: order.session_id,
    openedAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
  }
}

/** All players' Kr, for the staff. */
export function adminKryptoniteRoutes(services: Services): Hono<HttpEnvironment> {
  const flowSources = { ...services, providerMode: services.config.stripe.mode }
  const app = new Hono<HttpEnvironment>()
  serve(app, contract.creditKr, ({ context, staff, body }) =>
    creditKr(services, staff, body, readIdempotencyKey(context)),
  )
  serve(app, contract.listBalances, async ({ query }) => {
    const { rows, nextCursor } = await listBalances(services, query)
    return { balances: rows.map(presentBalance), nextCursor }
  })
  serve(app, contract.searchTransactions, async ({ query }) => {
    const { rows, nextCursor } = await searchTransactions(services, query)
    return { transactions: rows.map(presentTransaction), nextCursor }
  })
  serve(app, contract.readFlows, ({ query }) => readFlows(flowSources, query.days))
  serve(app, contract.checkLedger, () => verifyLedger(services.database))
  return app
}

function presentBalance(balance: BalanceRecord): contract.AdminBalance {
  return {
    steamId: balance.steam_id,
    discordUsername: balance.discord_username,
    balance: balance.balance,
    isClaimed: balance.is_claimed,
    updatedAt: balance.updated_at.toISOString(),
  }
}

function presentTransaction(transaction: TransactionRecord): contract.AdminTransaction {
  const { steam_id: steamId, discord_username: discordUsername, source } = transaction
  return { ...presentLine(transaction), steamId, discordUsername, source }
}

/** A line of the ledger, for its player and the staff alike. */
function presentLine(line: LedgerPage['lines'][number] | TransactionRecord) {
  return {
    id: line.id,
    type: line.transaction_type,
    amount: line.amount,
    description: line.description,
    createdAt: line.created_at.toISOString(),
  }
}
