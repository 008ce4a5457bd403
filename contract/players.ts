import * as z from 'zod/mini'
import { adminGrant } from './admin-perks.ts'
import { get } from './endpoint.ts'
import { list, ofPlayer, search } from './fields.ts'
import { adminPackOrder, adminTransaction } from './kryptonite.ts'
import { perkView } from './perks.ts'
import { adminSkinPurchase } from './skins.ts'
import { adminOrder } from './staff.ts'
import { adminTeamListing } from './team.ts'

const path = '/api/admin/players'

const foundPlayer = z.object({
  steamId: z.string(),
  /** Those of their names by which they were found, or that stand where the search was found. */
  names: list(z.string()),
})
export type FoundPlayer = z.output<typeof foundPlayer>

/**
 * At most 50 people with a Steam ID, best first, by a name, Discord id, Steam ID, order, or an id of
 * PayPal or Stripe. Nobody without a search.
 */
export const searchPlayers = get(path, {
  who: 'players',
  query: z.object({ search }),
  answer: z.object({ players: list(foundPlayer) }),
})

/** Each list has at most the 50 newest. */
const player = z.object({
  steamId: z.string(),
  /** What they were called here. Empty for a Steam ID that nobody here has seen. */
  names: list(z.string()),
  isKnown: z.boolean(),
  /** The account at Discord that has linked the Steam ID. */
  account: z.nullable(
    z.object({ id: z.string(), name: z.string(), lastSeenAt: z.nullable(z.string()) }),
  ),
  /** What they hold, and what ended in the last 30 days. */
  perks: list(perkView),
  /** What brought it. */
  grants: list(adminGrant),
  orders: list(adminOrder),
  packs: list(adminPackOrder),
  skins: list(adminSkinPurchase),
  balance: z.number(),
  transactions: list(adminTransaction),
  /** Of the linked account. */
  listings: list(adminTeamListing),
})
export type Player = z.output<typeof player>

/** Also of a Steam ID that nobody here has seen. */
export const readPlayer = get(`${path}/:steamId`, {
  who: 'players',
  params: ofPlayer,
  answer: player,
})
