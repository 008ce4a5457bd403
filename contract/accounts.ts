import * as z from 'zod/mini'
import { list } from './fields.ts'

/**
 * A page of ours to return to: its path, perhaps with a query; yields it in the characters of an
 * address. Nothing that leads elsewhere: a browser takes `//` and `/\` for another host.
 */
const ownPage = z.pipe(
  z.string().check(z.maxLength(1000)),
  z.transform((page: string, { issues }): string => {
    const encoded = encodePage(page)
    if (encoded !== null) return encoded
    const message = 'This is not a page of ours.'
    issues.push({ code: 'custom', input: page, message, params: { code: 'not_our_page' } })
    return z.NEVER
  }),
)

function encodePage(page: string): string | null {
  if (!page.startsWith('/') || !page.isWellFormed()) return null
  if (/\/\/|[\\#\p{Cc}]|%(?:2f|5c|[01]|7f)/iu.test(page)) return null
  const base = 'https://site.invalid'
  const encoded = encodeURI(page).replaceAll('%25', '%')
  const { origin, pathname, search } = new URL(encoded, base)
  return origin === base && pathname + search === encoded ? encoded : null
}

/** Body of `POST /api/auth/sign-in/social`. Other fields are ignored, such as the OAuth scopes. */
export const signInRequest = z.object({
  provider: z.literal('discord'),
  /** Our pages to return to, after a sign-in and when it fails. */
  callbackURL: z.optional(ownPage),
  errorCallbackURL: z.optional(ownPage),
})

const sessionUser = z.object({
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** Their unique name at Discord; null until they sign in again. */
  discordUsername: z.nullable(z.string()),
})
export type SessionUser = z.output<typeof sessionUser>

/** Answer of `GET /api/session`: who is signed in, null for a visitor. */
export const sessionView = z.object({ user: z.nullable(sessionUser) })
export type SessionView = z.output<typeof sessionView>

const steamClaimView = z.object({
  steamId: z.string(),
  /** The account's name at Steam, where Steam provides it. */
  personaName: z.nullable(z.string()),
  claimedAt: z.string(),
})
export type SteamClaimView = z.output<typeof steamClaimView>

/** Answer of `GET /api/steam-claims`: the balances of the account that is signed in. */
export const steamClaimsView = z.object({
  /** Whether only claimed balances can spend Kr. */
  claimRequired: z.boolean(),
  signedIn: z.boolean(),
  claims: list(steamClaimView),
})
export type SteamClaimsView = z.output<typeof steamClaimsView>

/** Answer of `POST /api/steam-claims` and of the sign-in with Discord: the address to go to. */
export const redirectAnswer = z.object({ url: z.string() })
export type RedirectAnswer = z.output<typeof redirectAnswer>

/** Answer of `GET /api/steam-profiles/:steamId64`; null when Steam knows none, or does not answer. */
export const steamProfileView = z.object({
  profile: z.nullable(z.object({ name: z.string(), avatarUrl: z.nullable(z.string()) })),
})
export type SteamProfileView = z.output<typeof steamProfileView>

/** Body of `POST /api/steam-fill-ins`: the page of ours to return to. */
export const startSteamFillInRequest = z.object({ returnTo: ownPage })

/** Answer of `POST /api/steam-fill-ins/result`; each result is answered once. */
export const steamFillInResult = z.object({
  outcome: z.enum(['done', 'none', 'cancelled', 'expired', 'unavailable', 'failed']),
  /** The Steam ID that Steam has proven, when it is `done`. */
  steamId: z.nullable(z.string()),
})
export type SteamFillInResult = z.output<typeof steamFillInResult>

/** Answer of `GET /api/account-data`, a file: rows of our tables by what they are. */
export const accountData = z.object({
  made: z.string(),
  data: z.record(z.string(), list(z.unknown())),
})
export type AccountData = z.output<typeof accountData>

/** Answer of `DELETE /api/account-data`. */
export const deletedAccountData = z.object({
  /** How many orders and packs stay, without the name. */
  orders: z.int(),
  packs: z.int(),
  /** How many listings of the team finder were deleted. */
  listings: z.int(),
})
export type DeletedAccountData = z.output<typeof deletedAccountData>
