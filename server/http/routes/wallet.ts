import { Hono, type Context } from 'hono'
import {
  balanceOwner,
  buySkinRequest,
  transactionsQuery,
  type BalanceView,
  type BuySkinAnswer,
  type OwnedSkinList,
  type TransactionPage,
} from '#contract/kryptonite.ts'
import { readNumberCursor } from '#server/services/strange-cursor.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { Services } from '#server/services/context.ts'
import type { Auth } from '#server/services/sign-in/auth.ts'
import { readUserId } from '#server/services/sign-in/read-session.ts'
import { createAccountQueue } from '#server/services/wallet/account-queue.ts'
import type { Announce } from '#server/services/wallet/announce.ts'
import { buySkin } from '#server/services/wallet/buy-skin.ts'
import { guardReading } from '#server/services/wallet/guard-reading.ts'
import { listSkins } from '#server/services/wallet/list-skins.ts'
import { listTransactions } from '#server/services/wallet/list-transactions.ts'
import { readBalance } from '#server/services/wallet/read-balance.ts'
import { recogniseBrowser } from '#server/http/buyer.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/idempotency-key.ts'
import { limitRefusals } from '#server/http/middleware/limit-refusals.ts'
import { rateLimit } from '#server/http/middleware/rate-limit.ts'
import { presentLedgerPage, presentSkin } from '#server/http/present/wallet.ts'
import { checkFields, readJson } from '#server/http/read-json.ts'
import { readQuery } from '#server/http/read-query.ts'

/** Kr of players: what they have, where it came from, and skins for it. */
export function walletRoutes(
  services: Services,
  auth: Auth,
  announce: Announce,
): Hono<HttpEnvironment> {
  const counter = { queue: createAccountQueue(), announce }
  // Enough for every page of a household; whoever tries all Steam IDs gets nowhere.
  const asking = rateLimit(services, { name: 'read-balance', requests: 600, windowSeconds: 60 })
  const reading = rateLimit(services, { name: 'read-wallet', requests: 240, windowSeconds: 60 })

  // Each is written down with its key. Purchases that succeed need no limit: Kr are one.
  const buying = limitRefusals(services, { name: 'buy-skin', requests: 120, windowSeconds: 60 })

  const readOwnOnly = async (context: Context): Promise<string> => {
    const steamId = readOwner(context)
    await guardReading(services, steamId, {
      buyerHash: recogniseBrowser(context, services.config),
      readUserId: () => readUserId(auth, context.req.raw.headers),
    })
    return steamId
  }

  return new Hono<HttpEnvironment>()
    .post('/functions/v1/process-krypto-skin-purchase', buying, async (context) => {
      const idempotencyKey = readIdempotencyKey(context)
      const request = await readJson(context, buySkinRequest)
      const buyer = { userId: await readUserId(auth, context.req.raw.headers), idempotencyKey }
      return context.json<BuySkinAnswer>(await buySkin(services, counter, buyer, request))
    })
    .get('/api/krypto-balance/:steamId', asking, async (context) => {
      const balance = await readBalance(services, readOwner(context))
      return context.json<BalanceView>({ balance })
    })
    .get('/api/krypto-transactions/:steamId', reading, async (context) => {
      const { cursor } = readQuery(context, transactionsQuery)
      const before = cursor === undefined ? null : readNumberCursor(cursor)
      const steamId = await readOwnOnly(context)
      return context.json<TransactionPage>(
        presentLedgerPage(await listTransactions(services, steamId, before)),
      )
    })
    .get('/api/skin-purchases/:steamId', reading, async (context) => {
      const skins = await listSkins(services, await readOwnOnly(context))
      return context.json<OwnedSkinList>({ skins: skins.map(presentSkin) })
    })
}

/** Whose balance is asked for. What is read of a wallet is never kept on the way. */
function readOwner(context: Context): SteamId64 {
  context.header('cache-control', 'no-store')
  return checkFields(balanceOwner, { steamId: context.req.param('steamId') }).steamId
}
