import * as z from 'zod/mini'
import { longestBanReason } from '#domain/text-limits.ts'
import { get, put, remove } from './endpoint.ts'
import { list, ofPlayer, readableText } from './fields.ts'

/** What a ban keeps somebody from: buying, and the team finder's listings. */
export const banPlaces = ['shop', 'team'] as const
export type BanPlace = (typeof banPlaces)[number]

/** The player reads it. */
export const banReason = readableText(longestBanReason)

const ban = z.object({
  reason: z.string(),
  /** Null without an end. */
  until: z.nullable(z.string()),
  from: list(z.enum(banPlaces)),
  /** Whether what the Steam ID holds is taken away until then. Its ends stay. */
  stopPerks: z.boolean(),
  /** The name of who banned them; null when it is not known any more. */
  bannedBy: z.nullable(z.string()),
  bannedAt: z.string(),
})
export type Ban = z.output<typeof ban>

const purchase = z.object({
  id: z.string(),
  kind: z.enum(['order', 'pack']),
  name: z.string(),
  priceCents: z.number(),
  currency: z.string(),
  /** Of a pack that is kept back, when it was opened. */
  paidAt: z.string(),
  /** Its page at the provider, where it can be refunded. */
  refundUrl: z.nullable(z.string()),
})

const bannedPlayer = z.object({
  ban: z.nullable(ban),
  /** What was bought for this Steam ID; null for staff who may not ban from the shop. */
  purchases: z.nullable(
    z.object({
      /** Paid and not refunded, newest first, 20 at most. */
      paid: list(purchase),
      /** How many checkouts can still be paid. */
      open: z.int(),
    }),
  ),
})
export type BannedPlayer = z.output<typeof bannedPlayer>

const path = '/api/admin/bans/:steamId'
const ofOne = { who: 'bans.team', params: ofPlayer } as const

export const readBan = get(path, { ...ofOne, answer: bannedPlayer })

/**
 * Bans a Steam ID, or changes its ban. Whoever lacks `bans.shop` can only make, change and lift a ban
 * that is from the team finder alone.
 */
export const saveBan = put(path, {
  ...ofOne,
  body: z.object({
    reason: banReason,
    until: z.nullish(z.iso.datetime()),
    from: z.array(z.enum(banPlaces)).check(z.minLength(1)),
    stopPerks: z.optional(z.boolean()),
    /** `bannedAt` of the ban that the caller saw, null without one. Another one now: `ban_changed`. */
    seen: z.nullish(z.string()),
  }),
  answer: bannedPlayer,
})
export type SaveBanRequest = z.output<typeof saveBan.body>

/** Repeating it changes nothing. */
export const liftBan = remove(path, {
  ...ofOne,
  /** `bannedAt` of the ban that the caller saw. Another one now: `ban_changed`. */
  query: z.object({ seen: z.optional(z.string()) }),
})
