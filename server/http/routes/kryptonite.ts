import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import {
  adminPackOrdersQuery,
  adminTransactionsQuery,
  balanceOwner,
  balancesQuery,
  creditKrRequest,
  flowsQuery,
  openPackCheckoutRequest,
  syncPackRequest,
  transactionsQuery,
  type AdminBalance,
  type AdminBalancePage,
  type AdminPackOrder,
  type AdminPackOrderPage,
  type AdminTransaction,
  type AdminTransactionPage,
  type BalanceView,
  type CreditKrAnswer,
  type FlowsView,
  type LedgerCheckView,
  type OpenPackCheckoutAnswer,
  type PackView,
  type SyncPackAnswer,
  type TransactionPage,
} from '#contract/kryptonite.ts'
import { languageStorageKey, pickLanguage } from '#contract/language.ts'
import { packPicture } from '#domain/packs.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { ensureGuestCookie, findBrowser, identifyBuyer } from '#server/http/buyer.ts'
import { readVisitorNetworks } from '#server/http/client-address.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-session.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { checkFields, readIdempotencyKey, readJson, readQuery } from '#server/http/read-request.ts'
import { readUserId, type Auth } from '#server/services/accounts/auth.ts'
import type { Services } from '#server/services/context.ts'
import { readFlows } from '#server/services/kryptonite/admin-flows.ts'
import {
  creditKr,
  listBalances,
  searchTransactions,
  type BalanceRecord,
  type TransactionRecord,
} from '#server/services/kryptonite/admin-ledger.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { openPackCheckout } from '#server/services/kryptonite/open-pack-checkout.ts'
import { listPackOrders, type PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import {
  authorizeRead,
  listTransactions,
  readBalance,
  type LedgerPage,
} from '#server/services/kryptonite/wallet.ts'
import { readNumberCursor } from '#server/services/list-queries.ts'
import { confirmPackPayment } from '#server/services/payments/confirm-payment.ts'
import { packs } from '#contract/packs.ts'

const packViews: readonly PackView[] = packs.map(({ amount, priceCents, bonus, priceId }) => ({
  amount,
  priceCents,
  bonus,
  priceId,
  image: packPicture(amount),
}))

/** Buying packs of Kr, and the staff's list of pack orders. */
export function packRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  const opening = rateLimit(services, { name: 'open-pack', requests: 60, windowSeconds: 60 })
  const settling = rateLimit(services, { name: 'settle-pack', requests: 120, windowSeconds: 60 })

  return new Hono<HttpEnvironment>()
    .get('/api/krypto-packs', (context) => {
      ensureGuestCookie(context, services.config)
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
          buyer: await identifyBuyer(context, services.config, auth),
          language,
          idempotencyKey,
          networks: readVisitorNetworks(services.config, context),
        }),
      )
    })
    .post('/functions/v1/process-krypto-stripe-payment', settling, async (context) => {
      const { sessionId } = await readJson(context, syncPackRequest)
      return context.json<SyncPackAnswer>(await confirmPackPayment(services, sessionId))
    })
    .get('/api/admin/pack-orders', async (context) => {
      adminOf(context)
      const query = readQuery(context, adminPackOrdersQuery)
      const { rows, nextCursor } = await listPackOrders(services, query)
      return context.json<AdminPackOrderPage>({ orders: rows.map(presentPackOrder), nextCursor })
    })
}

/** Players' Kr: their balances and where they came from. */
export function walletRoutes(services: Services, auth: Auth): Hono<HttpEnvironment> {
  // Enough for every page of a household; trying all Steam IDs gets nowhere.
  const readingBalance = rateLimit(services, {
    name: 'read-balance',
    requests: 600,
    windowSeconds: 60,
  })
  const { reading, readOwnOnly } = guardWallet(services, auth)
  return new Hono<HttpEnvironment>()
    .get('/api/krypto-balance/:steamId', readingBalance, async (context) => {
      const balance = await readBalance(services, readOwner(context))
      return context.json<BalanceView>({ balance })
    })
    .get('/api/krypto-transactions/:steamId', reading, async (context) => {
      const { cursor } = readQuery(context, transactionsQuery)
      const before = cursor === undefined ? null : readNumberCursor(cursor)
      const { steamId, reader } = await readOwnOnly(context)
      return context.json<TransactionPage>(
        presentLedgerPage(await listTransactions(services, steamId, reader, before)),
      )
    })
}

/** For routes that show a wallet: their limit, the Steam ID of one that the visitor may see, and who they are. */
export function guardWallet(services: Services, auth: Auth) {
  return {
    reading: rateLimit(services, { name: 'read-wallet', requests: 240, windowSeconds: 60 }),
    readOwnOnly: async (context: Context) => {
      const steamId = readOwner(context)
      const reader = {
        hash: findBrowser(context, services.config),
        userId: await readUserId(auth, context.req.raw.headers),
      }
      await authorizeRead(services, steamId, reader)
      return { steamId, reader }
    },
  }
}

/** The Steam ID whose wallet is read. */
function readOwner(context: Context): SteamId64 {
  return checkFields(balanceOwner, { steamId: context.req.param('steamId') }).steamId
}

function presentLedgerPage({ balance, lines, nextBefore }: LedgerPage): TransactionPage {
  return {
    balance,
    transactions: lines.map((line) => ({ ...presentLine(line), balanceAfter: line.balance_after })),
    nextCursor: nextBefore === null ? null : String(nextBefore),
  }
}

/** The parts of a pack order that the staff may see. */
function presentPackOrder(order: PackOrder): AdminPackOrder {
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
  return new Hono<HttpEnvironment>()
    .post('/api/admin/krypto-credits', async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const request = await readJson(context, creditKrRequest)
      return context.json<CreditKrAnswer>(await creditKr(services, admin, request, key))
    })
    .get('/api/admin/balances', async (context) => {
      adminOf(context)
      const { rows, nextCursor } = await listBalances(services, readQuery(context, balancesQuery))
      return context.json<AdminBalancePage>({ balances: rows.map(presentBalance), nextCursor })
    })
    .get('/api/admin/krypto-transactions', async (context) => {
      adminOf(context)
      const query = readQuery(context, adminTransactionsQuery)
      const { rows, nextCursor } = await searchTransactions(services, query)
      const transactions = rows.map(presentTransaction)
      return context.json<AdminTransactionPage>({ transactions, nextCursor })
    })
    .get('/api/admin/krypto-flows', async (context) => {
      adminOf(context)
      const { days } = readQuery(context, flowsQuery)
      return context.json<FlowsView>(await readFlows(flowSources, days))
    })
    .get('/api/admin/ledger-check', async (context) => {
      adminOf(context)
      return context.json<LedgerCheckView>(await verifyLedger(services.database))
    })
}

function presentBalance(balance: BalanceRecord): AdminBalance {
  return {
    steamId: balance.steam_id,
    discordUsername: balance.discord_username,
    balance: balance.balance,
    isClaimed: balance.is_claimed,
    updatedAt: balance.updated_at.toISOString(),
  }
}

function presentTransaction(transaction: TransactionRecord): AdminTransaction {
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
