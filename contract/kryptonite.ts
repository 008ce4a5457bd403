import * as z from 'zod/mini'
import { transactionTypes } from '#domain/kryptonite.ts'
import { get, post } from './endpoint.ts'
import {
  cursor,
  discordUsername,
  krAmount,
  list,
  mostKr,
  nextCursor,
  ofPlayer,
  search,
  staffReason,
  steamId,
} from './fields.ts'

const packView = z.object({
  amount: z.number(),
  /** US dollars. */
  priceCents: z.number(),
  bonus: z.number(),
  priceId: z.string(),
  /** Address of its picture. */
  image: z.string(),
})

/** In the order of the price list. */
export const listPacks = get('/api/krypto-packs', { who: 'anybody', answer: list(packView) })

const packCheckout = z.object({
  priceId: z.string().check(z.minLength(1), z.maxLength(200)),
  steamId,
  discordUsername,
  forSomebodyElse: z._default(z.boolean(), false),
  /** That the buyer has seen; without it, that of this moment holds. */
  priceCents: z.optional(z.int()),
  /** As in an order's request. */
  agreedTerms: z.optional(z.string().check(z.maxLength(40))),
})
export type OpenPackCheckoutRequest = z.output<typeof packCheckout>

export const openPackCheckout = post('/functions/v1/create-krypto-checkout', {
  who: 'anybody',
  body: packCheckout,
  answer: z.object({
    /** Stripe's page for this purchase. */
    url: z.string(),
  }),
})

/** Checks a checkout at Stripe, and credits it when it is paid; any number of times. */
export const syncPack = post('/functions/v1/process-krypto-stripe-payment', {
  who: 'anybody',
  body: z.object({ sessionId: z.string().check(z.regex(/^cs_\w{1,250}$/)) }),
  answer: z.object({
    /** All that was credited, bonus included. */
    totalKrypto: z.number(),
  }),
})

const balanceView = z.object({ balance: z.number() })
export type BalanceView = z.output<typeof balanceView>

export const readBalance = get('/api/krypto-balance/:steamId', {
  who: 'anybody',
  params: ofPlayer,
  answer: balanceView,
})

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

/** Newest first. */
const transactionPage = z.object({
  balance: z.number(),
  transactions: list(transactionView),
  nextCursor,
})
export type TransactionPage = z.output<typeof transactionPage>

export const listTransactions = get('/api/krypto-transactions/:steamId', {
  who: 'anybody',
  params: ofPlayer,
  query: z.object({ cursor }),
  answer: transactionPage,
})

const credit = z.object({
  steamId,
  discordUsername,
  amount: krAmount,
})
export type CreditKrRequest = z.output<typeof credit>

export const creditKr = post('/api/admin/krypto-credits', {
  who: 'kr.change',
  body: credit,
  answer: balanceView,
})

/** Gives Kr, or takes them: a negative amount. Refused with `insufficient_balance` below zero. */
export const correctKr = post('/api/admin/krypto-corrections', {
  who: 'kr.change',
  body: z.object({
    steamId,
    amount: z.int().check(
      z.minimum(-mostKr),
      z.maximum(mostKr),
      z.refine((amount) => amount !== 0),
    ),
    /** Its player reads it. */
    reason: staffReason,
    /** Takes more than is there. */
    evenBelowZero: z._default(z.boolean(), false),
  }),
  answer: balanceView,
})

const adminBalance = z.object({
  steamId: z.string(),
  discordUsername: z.string(),
  balance: z.number(),
  /** Whether its owner has proven through Steam that it is theirs. */
  isClaimed: z.boolean(),
  updatedAt: z.string(),
})
export type AdminBalance = z.output<typeof adminBalance>

/** The highest balance first. `search`: a part of a Steam ID or Discord name. */
export const listBalances = get('/api/admin/balances', {
  who: 'kr.read',
  query: z.object({ search, cursor }),
  answer: z.object({ balances: list(adminBalance), nextCursor }),
})

export const adminTransaction = z.extend(z.omit(transactionView, { balanceAfter: true }), {
  steamId: z.string(),
  discordUsername: z.string(),
  /** What caused it, unique: a Stripe session, a purchase, an admin's request. */
  source: z.string(),
})
export type AdminTransaction = z.output<typeof adminTransaction>

/** Searches id, name, description and source. */
export const searchTransactions = get('/api/admin/krypto-transactions', {
  who: 'kr.read',
  query: z.object({ search, type: z.optional(z.enum(transactionTypes)), cursor }),
  answer: z.object({ transactions: list(adminTransaction), nextCursor }),
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

/** Every day, oldest first. */
const flowsView = z.object({
  providerMode: z.enum(['live', 'test']),
  days: list(flowDay),
  /** Kr of all players, debts subtracted. */
  krInCirculation: z.number(),
})
export type FlowsView = z.output<typeof flowsView>

export const readFlows = get('/api/admin/krypto-flows', {
  who: 'money',
  query: z.object({
    days: z._default(z.coerce.number().check(z.int(), z.minimum(7), z.maximum(366)), 30),
  }),
  answer: flowsView,
})

const ledgerCheckView = z.object({
  balances: z.number(),
  transactions: z.number(),
  /** A sentence each; empty when every balance is the sum of its rows. */
  differences: list(z.string()),
})
export type LedgerCheckView = z.output<typeof ledgerCheckView>

export const checkLedger = get('/api/admin/ledger-check', {
  who: 'kr.read',
  answer: ledgerCheckView,
})

export const adminPackOrder = z.object({
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

/** Newest first. */
export const listPackOrders = get('/api/admin/pack-orders', {
  who: 'kr.read',
  query: z.object({ search, cursor }),
  answer: z.object({ orders: list(adminPackOrder), nextCursor }),
})
