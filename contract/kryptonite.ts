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
  /** Kr that the page showed; compared, never used. */
  itemPrice: z.number(),
  itemId: uuid,
})
export type BuySkinRequest = z.output<typeof buySkinRequest>
export type BuySkinBody = z.input<typeof buySkinRequest>

export interface BuySkinAnswer {
  /** In English, for other clients; pages have their own words. */
  readonly message: string
  /** Kr that are left. */
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
  /** What the balance was after it. */
  readonly balanceAfter: number
  /** Of a skin its name, of a correction the owner's reason. */
  readonly description: string
  readonly createdAt: string
}

/** Answer of `GET /api/krypto-transactions/:steamId`, newest first. */
export interface TransactionPage {
  readonly balance: number
  readonly transactions: readonly TransactionView[]
  readonly nextCursor: string | null
}

/** A skin that was bought. */
export interface OwnedSkinView {
  readonly id: string
  readonly itemName: string
  readonly priceKr: number
  readonly imageUrl: string
  readonly boughtAt: string
  /** When the staff said that it is handed over in the game. */
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
  /** Whether Kr can be spent from claimed balances only. */
  readonly claimRequired: boolean
  readonly signedIn: boolean
  readonly claims: readonly SteamClaimView[]
}

export interface SteamClaimView {
  readonly steamId: string
  /** Its name at Steam, where Steam tells it. */
  readonly personaName: string | null
  readonly claimedAt: string
}

/** Answer of `POST /api/steam-claims`: where the browser goes to sign in at Steam. */
export interface StartSteamClaimAnswer {
  readonly url: string
}
