import * as z from 'zod/mini'
import { transactionTypes } from '#domain/kryptonite.ts'
import { cursor, discordUsername, list, nextCursor, search, steamId } from './fields.ts'

const packView = z.object({
  amount: z.number(),
  /** US dollars. */
  priceCents: z.number(),
  bonus: z.number(),
  priceId: z.string(),
  /** Address of its picture. */
  image: z.string(),
})

/** An entry of `GET /api/krypto-packs`, in the order of the price list. */
export type PackView = z.output<typeof packView>
export const packList = list(packView)

/** Body of `POST /functions/v1/create-krypto-checkout`. */
export const openPackCheckoutRequest = z.object({
  priceId: z.string().check(z.minLength(1), z.maxLength(200)),
  steamId,
  discordUsername,
  forSomebodyElse: z._default(z.boolean(), false),
  /** As in an order's request. */
  agreedTerms: z.optional(z.string().check(z.maxLength(40))),
})
export type OpenPackCheckoutRequest = z.output<typeof openPackCheckoutRequest>
export type OpenPackCheckoutBody = z.input<typeof openPackCheckoutRequest>

export const openPackCheckoutAnswer = z.object({
  /** Stripe's page for this purchase. */
  url: z.string(),
})
export type OpenPackCheckoutAnswer = z.output<typeof openPackCheckoutAnswer>

/** Body of `POST /functions/v1/process-krypto-stripe-payment`. */
export const syncPackRequest = z.object({
  sessionId: z.string().check(z.regex(/^cs_\w{1,250}$/)),
})

export const syncPackAnswer = z.object({
  /** All that was credited, bonus included. */
  totalKrypto: z.number(),
})
export type SyncPackAnswer = z.output<typeof syncPackAnswer>

/** Path parameter of the calls about one balance. */
export const balanceOwner = z.object({ steamId })

/** Answer of `GET /api/krypto-balance/:steamId`. */
export const balanceView = z.object({ balance: z.number() })
export type BalanceView = z.output<typeof balanceView>

/** A line of a balance; times are ISO 8601. */
const transactionView = z.object({
  id: z.number(),
  type: z.enum(transactionTypes),
  /** Kr; negative when they were taken. */
  amount: z.number(),
  /** The balance after this line. */
  balanceAfter: z.number(),
  /** The skin's name, or the owner's reason for a correction. */
  description: z.string(),
  createdAt: z.string(),
})
export type TransactionView = z.output<typeof transactionView>

/** Query of `GET /api/krypto-transactions/:steamId`. */
export const transactionsQuery = z.object({ cursor })

/** Answer of `GET /api/krypto-transactions/:steamId`, newest first. */
export const transactionPage = z.object({
  balance: z.number(),
  transactions: list(transactionView),
  nextCursor,
})
export type TransactionPage = z.output<typeof transactionPage>

/** Body of `POST /api/admin/krypto-credits`. */
export const creditKrRequest = z.object({
  steamId,
  discordUsername,
  /** More Kr at once would be a typing error. */
  amount: z.int().check(z.minimum(1), z.maximum(1_000_000)),
})
export type CreditKrRequest = z.output<typeof creditKrRequest>

export const creditKrAnswer = z.object({ balance: z.number() })
export type CreditKrAnswer = z.output<typeof creditKrAnswer>

/** Query of `GET /api/admin/balances`. `search`: a part of a Steam ID or Discord name. */
export const balancesQuery = z.object({ search, cursor })

const adminBalance = z.object({
  steamId: z.string(),
  discordUsername: z.string(),
  balance: z.number(),
  /** Whether its owner has proven through Steam that it is theirs. */
  isClaimed: z.boolean(),
  updatedAt: z.string(),
})
export type AdminBalance = z.output<typeof adminBalance>

/** The highest balance first. */
export const adminBalancePage = z.object({ balances: list(adminBalance), nextCursor })
export type AdminBalancePage = z.output<typeof adminBalancePage>

/** Query of `GET /api/admin/krypto-transactions`. Searches id, name, description and source. */
export const adminTransactionsQuery = z.object({
  search,
  type: z.optional(z.enum(transactionTypes)),
  cursor,
})

const adminTransaction = z.extend(z.omit(transactionView, { balanceAfter: true }), {
  steamId: z.string(),
  discordUsername: z.string(),
  /** What caused it, unique: a Stripe session, a purchase, an admin's request. */
  source: z.string(),
})
export type AdminTransaction = z.output<typeof adminTransaction>

export const adminTransactionPage = z.object({ transactions: list(adminTransaction), nextCursor })
export type AdminTransactionPage = z.output<typeof adminTransactionPage>

/** Query of `GET /api/admin/krypto-flows`. */
export const flowsQuery = z.object({
  days: z._default(z.coerce.number().check(z.int(), z.minimum(7), z.maximum(366)), 30),
})

/** A UTC day of the shop. */
const flowDay = z.object({
  /** `2026-11-21`. */
  date: z.string(),
  /** Packs paid on this day, and their income minus later refunds and disputes. */
  packsSold: z.number(),
  packNetCents: z.number(),
  /** Kr by the type of transaction; negative where they were taken. */
  krByType: z.record(z.enum(transactionTypes), z.number()),
})
export type FlowDay = z.output<typeof flowDay>

/** Answer of `GET /api/admin/krypto-flows`: every day, oldest first. */
export const flowsView = z.object({
  providerMode: z.enum(['live', 'test']),
  days: list(flowDay),
  /** Kr of all players, debts subtracted. */
  krInCirculation: z.number(),
})
export type FlowsView = z.output<typeof flowsView>

/** Answer of `GET /api/admin/ledger-check`. */
export const ledgerCheckView = z.object({
  balances: z.number(),
  transactions: z.number(),
  /** A sentence each; empty when every balance is the sum of its rows. */
  differences: list(z.string()),
})
export type LedgerCheckView = z.output<typeof ledgerCheckView>

/** Query of `GET /api/admin/pack-orders`. */
export const adminPackOrdersQuery = z.object({ search, cursor })

const adminPackOrder = z.object({
  id: z.string(),
  status: z.string(),
  /** Why its payment was not credited: it differs from what the order asked for. */
  mismatch: z.nullable(z.string()),
  steamId: z.string(),
  discordUsername: z.string(),
  amount: z.number(),
  bonus: z.number(),
  priceCents: z.number(),
  refundedCents: z.number(),
  disputedCents: z.number(),
  sessionId: z.nullable(z.string()),
  openedAt: z.string(),
  paidAt: z.nullable(z.string()),
})
export type AdminPackOrder = z.output<typeof adminPackOrder>

/** Answer of `GET /api/admin/pack-orders`, newest first. */
export const adminPackOrderPage = z.object({ orders: list(adminPackOrder), nextCursor })
export type AdminPackOrderPage = z.output<typeof adminPackOrderPage>
