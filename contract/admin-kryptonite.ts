import { z } from 'zod'
import { transactionTypes, type TransactionType } from '#domain/kryptonite.ts'
import type { TransactionView } from './kryptonite.ts'
import { cursor, discordUsername, readableText, search, steamId } from './fields.ts'

/** Body of `POST /api/admin/krypto-credits`. */
export const creditKrRequest = z.object({
  steamId,
  discordUsername,
  /** More Kr at once would be a typing error. */
  amount: z.int().min(1).max(1_000_000),
})
export type CreditKrRequest = z.output<typeof creditKrRequest>

export interface CreditKrAnswer {
  readonly balance: number
}

/** Bytes of an uploaded picture. */
export const largestImageBytes = 5 * 1024 * 1024

const name = readableText(100)
/** Whole Kr; a form sends them as text. */
const price = z
  .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().min(1).max(1_000_000))
/** `data:image/…;base64,…`. The bytes decide later whether it is a usable picture. */
const imageDataUrl = z.string().regex(/^data:image\/[\w.+-]+;base64,/)

/** Body of `POST /api/admin/shop-items`; in multipart, the file `image`. Answers 201 and the item. */
export const addShopItemRequest = z.object({ name, price, image_url: imageDataUrl })

/** Body of `PATCH /api/admin/shop-items/:id`: the changes. An address of ours keeps the picture. */
export const editShopItemRequest = z
  .object({ name, price, image_url: z.union([imageDataUrl, z.string().regex(/^\/images\//)]) })
  .partial()

/** Query of `GET /api/admin/balances`. `search`: a part of a Steam ID or Discord name. */
export const balancesQuery = z.object({ search, cursor })

export interface AdminBalance {
  readonly steamId: string
  readonly discordUsername: string
  readonly balance: number
  /** Whether its owner has proven through Steam that it is theirs. */
  readonly isClaimed: boolean
  readonly updatedAt: string
}

/** The highest balance first. */
export interface AdminBalancePage {
  readonly balances: readonly AdminBalance[]
  readonly nextCursor: string | null
}

/** Query of `GET /api/admin/krypto-transactions`. Searches id, name, description and source. */
export const adminTransactionsQuery = z.object({
  search,
  type: z.enum(transactionTypes).optional(),
  cursor,
})

export interface AdminTransaction extends Omit<TransactionView, 'balanceAfter'> {
  readonly steamId: string
  readonly discordUsername: string
  /** What caused it, unique: a Stripe session, a purchase, an admin's request. */
  readonly source: string
}

export interface AdminTransactionPage {
  readonly transactions: readonly AdminTransaction[]
  readonly nextCursor: string | null
}

/** Query of `GET /api/admin/skin-purchases`. */
export const adminSkinPurchasesQuery = z.object({
  search,
  toDeliver: z.stringbool().default(false),
  cursor,
})

/** A sold skin, for the staff to hand over. */
export interface AdminSkinPurchase {
  readonly id: string
  readonly steamId: string
  readonly discordUsername: string
  readonly itemName: string
  readonly priceKr: number
  readonly imageUrl: string
  readonly boughtAt: string
  readonly deliveredAt: string | null
}

export interface AdminSkinPurchasePage {
  readonly purchases: readonly AdminSkinPurchase[]
  readonly nextCursor: string | null
}

/** Query of `GET /api/admin/krypto-flows`. */
export const flowsQuery = z.object({ days: z.coerce.number().int().min(7).max(366).default(30) })

/** A UTC day of the shop. */
export interface FlowDay {
  /** `2026-11-21`. */
  readonly date: string
  /** Packs paid on this day, and their income minus later refunds and disputes. */
  readonly packsSold: number
  readonly packNetCents: number
  /** Kr by the type of transaction; negative where they were taken. */
  readonly krByType: Readonly<Record<TransactionType, number>>
}

/** Answer of `GET /api/admin/krypto-flows`: every day, oldest first. */
export interface FlowsView {
  readonly providerMode: 'live' | 'test'
  readonly days: readonly FlowDay[]
  /** Kr of all players, debts subtracted. */
  readonly krInCirculation: number
}

/** Answer of `GET /api/admin/ledger-check`. */
export interface LedgerCheckView {
  readonly balances: number
  readonly transactions: number
  /** A sentence each; empty when every balance is the sum of its rows. */
  readonly differences: readonly string[]
}

/** Query of `GET /api/admin/audit-log`. `search`: a part of actor, action or subject. */
export const auditQuery = z.object({ search, cursor })

export interface AuditEntryView {
  readonly id: number
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly at: string
}

/** Newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntryView[]
  readonly nextCursor: string | null
}

/** Query of `GET /api/admin/pack-orders`. */
export const adminPackOrdersQuery = z.object({ search, cursor })

export interface AdminPackOrder {
  readonly id: string
  readonly status: string
  /** Why its payment was not credited: it differs from what the order asked for. */
  readonly mismatch: string | null
  readonly steamId: string
  readonly discordUsername: string
  readonly amount: number
  readonly bonus: number
  readonly priceCents: number
  readonly refundedCents: number
  readonly disputedCents: number
  readonly sessionId: string | null
  readonly openedAt: string
  readonly paidAt: string | null
}

/** Answer of `GET /api/admin/pack-orders`, newest first. */
export interface AdminPackOrderPage {
  readonly orders: readonly AdminPackOrder[]
  readonly nextCursor: string | null
}
