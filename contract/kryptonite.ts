import { z } from 'zod'
import type { TransactionType } from '#domain/kryptonite.ts'
import { cursor, discordUsername, steamId, uuid } from './fields.ts'

/** An entry of `GET /api/krypto-packs`, in the order of the price list. Prices are US dollars. */
export interface PackView {
  readonly amount: number
  readonly priceCents: number
  readonly bonus: number
  readonly priceId: string
  /** Address of its picture. */
  readonly image: string
}

/** Body of `POST /functions/v1/create-krypto-checkout`. */
export const openPackCheckoutRequest = z.object({
  priceId: z.string().min(1).max(200),
  steamId,
  discordUsername,
})
export type OpenPackCheckoutRequest = z.output<typeof openPackCheckoutRequest>
export type OpenPackCheckoutBody = z.input<typeof openPackCheckoutRequest>

export interface OpenPackCheckoutAnswer {
  /** Stripe's page for this purchase. */
  readonly url: string
}

/** Body of `POST /functions/v1/process-krypto-stripe-payment`. */
export const syncPackRequest = z.object({ sessionId: z.string().regex(/^cs_\w{1,250}$/) })

export interface SyncPackAnswer {
  /** All that was credited, bonus included. */
  readonly totalKrypto: number
}

/** Body of `POST /functions/v1/process-krypto-skin-purchase`. */
export const buySkinRequest = z.object({
  steamId,
  itemName: z.string().max(200),
  /** The price in Kr that the page showed; only compared with ours. */
  itemPrice: z.number(),
  itemId: uuid,
})
export type BuySkinRequest = z.output<typeof buySkinRequest>
export type BuySkinBody = z.input<typeof buySkinRequest>

export interface BuySkinAnswer {
  /** In English, for other clients; our pages have translated texts. */
  readonly message: string
  /** The remaining Kr. */
  readonly balance: number
}

/** Answer of `GET /api/krypto-balance/:steamId`. */
export interface BalanceView {
  readonly balance: number
}

/** Path parameter of the calls about one balance. */
export const balanceOwner = z.object({ steamId })

/** A line of a balance; times are ISO 8601. */
export interface TransactionView {
  readonly id: number
  readonly type: TransactionType
  /** Kr; negative when they were taken. */
  readonly amount: number
  /** The balance after this line. */
  readonly balanceAfter: number
  /** The skin's name, or the owner's reason for a correction. */
  readonly description: string
  readonly createdAt: string
}

/** Answer of `GET /api/krypto-transactions/:steamId`, newest first. */
export interface TransactionPage {
  readonly balance: number
  readonly transactions: readonly TransactionView[]
  readonly nextCursor: string | null
}

/** A bought skin. */
export interface OwnedSkinView {
  readonly id: string
  readonly itemName: string
  readonly priceKr: number
  readonly imageUrl: string
  readonly boughtAt: string
  /** When the staff marked it as delivered in the game. */
  readonly deliveredAt: string | null
}

/** Answer of `GET /api/skin-purchases/:steamId`, newest first. */
export interface OwnedSkinList {
  readonly skins: readonly OwnedSkinView[]
}

/** Query of `GET /api/krypto-transactions/:steamId`. */
export const transactionsQuery = z.object({ cursor })

/** Answer of `GET /api/steam-claims`: the balances of the account that is signed in. */
export interface SteamClaimsView {
  /** Whether only claimed balances can spend Kr. */
  readonly claimRequired: boolean
  readonly signedIn: boolean
  readonly claims: readonly SteamClaimView[]
}

export interface SteamClaimView {
  readonly steamId: string
  /** The account's name at Steam, where Steam provides it. */
  readonly personaName: string | null
  readonly claimedAt: string
}

/** Answer of `POST /api/steam-claims`: the address for signing in at Steam. */
export interface StartSteamClaimAnswer {
  readonly url: string
}
