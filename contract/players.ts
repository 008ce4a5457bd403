import * as z from 'zod/mini'
import { adminGrant } from './admin-perks.ts'
import { longestPlayerNote } from '#domain/text-limits.ts'
import { get, post, remove } from './endpoint.ts'
import { list, ofPlayer, readableLines, search, steamId, uuid } from './fields.ts'
import { adminPackOrder, adminTransaction } from './kryptonite.ts'
import { perkView } from './perks.ts'
import { adminSkinPurchase } from './skins.ts'
import { adminOrder } from './staff.ts'
import { adminTeamListing } from './team.ts'

const path = '/api/admin/players'

/** The most people that a search finds, and the most rows in each list of a player. */
export const mostListed = 50

const foundPlayer = z.object({
  steamId: z.string(),
  /** Those of their names by which they were found, or that stand where the search was found. */
  names: list(z.string()),
})
export type FoundPlayer = z.output<typeof foundPlayer>

/**
 * Some people with a Steam ID, best first, by a name, Discord id, Steam ID, order, or an id of
 * PayPal or Stripe. Nobody without a search.
 */
export const searchPlayers = get(path, {
  who: 'players',
  query: z.object({ search }),
  answer: z.object({
    players: list(foundPlayer),
    /** Whether it is the id of a payment that belongs to no order, and so to nobody. */
    isUnmatchedPayment: z.boolean(),
  }),
})

const playerNote = z.object({
  id: z.string(),
  /** May have several lines, separated by `\n`. */
  text: z.string(),
  at: z.string(),
  author: z.string(),
  /** As in the audit log. */
  authorName: z.nullable(z.string()),
  /** Whether the reader may delete it: their own, or as an owner. */
  isRemovable: z.boolean(),
})
export type PlayerNote = z.output<typeof playerNote>

/** Each list has the newest, `mostListed` at most. */
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
  notes: list(playerNote),
})
export type Player = z.output<typeof player>

/** Also of a Steam ID that nobody here has seen. */
export const readPlayer = get(`${path}/:steamId`, {
  who: 'players',
  params: ofPlayer,
  answer: player,
})

export const newPlayerNote = readableLines(longestPlayerNote)

export const addPlayerNote = post(`${path}/:steamId/notes`, {
  who: 'players',
  params: ofPlayer,
  body: z.object({ text: newPlayerNote }),
})

/** Refused with `not_found` where somebody else wrote it, except to owners. */
export const removePlayerNote = remove(`${path}/:steamId/notes/:id`, {
  who: 'players',
  params: z.object({ steamId, id: uuid }),
  unknown: 'not_found',
})
