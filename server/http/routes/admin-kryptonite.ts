import { Hono } from 'hono'
import { changeDeliveryRequest } from '#contract/staff.ts'
import {
  adminSkinPurchasesQuery,
  adminTransactionsQuery,
  balancesQuery,
  creditKrRequest,
  flowsQuery,
  type AdminBalancePage,
  type AdminSkinPurchase,
  type AdminSkinPurchasePage,
  type AdminTransactionPage,
  type CreditKrAnswer,
  type FlowsView,
  type LedgerCheckView,
} from '#contract/admin-kryptonite.ts'
import { changeSkinDelivery } from '#server/services/admin/change-skin-delivery.ts'
import { creditKr } from '#server/services/admin/credit-kr.ts'
import { listBalances } from '#server/services/admin/list-balances.ts'
import { listSkinPurchases } from '#server/services/admin/list-skin-purchases.ts'
import { listTransactions } from '#server/services/admin/list-transactions.ts'
import { readFlows } from '#server/services/admin/read-flows.ts'
import type { Services } from '#server/services/context.ts'
import { verifyLedger } from '#server/services/wallet/verify-ledger.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/idempotency-key.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import {
  presentBalance,
  presentSkinPurchase,
  presentTransaction,
} from '#server/http/present/admin-kryptonite.ts'
import { readJson } from '#server/http/read-json.ts'
import { readQuery } from '#server/http/read-query.ts'
import { readUuid } from '#server/http/read-uuid.ts'

/** Everybody's Kr and skins, for the staff. */
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
      const { rows, nextCursor } = await listTransactions(services, query)
      const transactions = rows.map(presentTransaction)
      return context.json<AdminTransactionPage>({ transactions, nextCursor })
    })
    .get('/api/admin/skin-purchases', async (context) => {
      adminOf(context)
      const query = readQuery(context, adminSkinPurchasesQuery)
      const { rows, nextCursor } = await listSkinPurchases(services, query)
      const purchases = rows.map(presentSkinPurchase)
      return context.json<AdminSkinPurchasePage>({ purchases, nextCursor })
    })
    .patch('/api/admin/skin-purchases/:id', async (context) => {
      const admin = adminOf(context)
      const purchaseId = readUuid(context.req.param('id'), 'not_found')
      const { delivered } = await readJson(context, changeDeliveryRequest)
      const purchase = await changeSkinDelivery(services, admin, purchaseId, delivered)
      return context.json<AdminSkinPurchase>(presentSkinPurchase(purchase))
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
