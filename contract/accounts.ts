import * as z from 'zod/mini'
import { get, post, remove } from './endpoint.ts'
import { list, ofPlayer } from './fields.ts'

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

const redirectAnswer = z.object({
  /** Where the browser goes. */
  url: z.string(),
})

/** Other fields of the body are ignored, such as the OAuth scopes. */
export const signIn = post('/api/auth/sign-in/social', {
  who: 'anybody',
  body: z.object({
    provider: z.literal('discord'),
    /** Our pages to return to, after a sign-in and when it fails. */
    callbackURL: z.optional(ownPage),
    errorCallbackURL: z.optional(ownPage),
  }),
  answer: redirectAnswer,
})
/** The body is an empty object, which better-auth asks for. */
export const signOut = post('/api/auth/sign-out', { who: 'anybody', body: z.object({}) })
/** Players return from Discord here. */
export const finishSignIn = get('/api/auth/callback/discord', { who: 'anybody' })

const steamClaimView = z.object({
  steamId: z.string(),
  /** The account's name at Steam, where Steam provides it. */
  personaName: z.nullable(z.string()),
  claimedAt: z.string(),
})
export type SteamClaimView = z.output<typeof steamClaimView>

const steamClaimsView = z.object({
  /** Whether only claimed balances can spend Kr. */
  claimRequired: z.boolean(),
  signedIn: z.boolean(),
  claims: list(steamClaimView),
})
export type SteamClaimsView = z.output<typeof steamClaimsView>

/** The balances of the account that is signed in. */
export const listClaims = get('/api/steam-claims', { who: 'anybody', answer: steamClaimsView })
export const startClaim = post('/api/steam-claims', { who: 'anybody', answer: redirectAnswer })
/** Players return from Steam here. */
export const finishClaim = get('/api/steam-claims/callback', { who: 'anybody' })

/** Null when Steam knows none, or does not answer. */
export const readSteamProfile = get('/api/steam-profiles/:steamId', {
  who: 'anybody',
  params: ofPlayer,
  answer: z.object({
    profile: z.nullable(z.object({ name: z.string(), avatarUrl: z.nullable(z.string()) })),
  }),
})

/** A Steam ID for a form, without an account here. */
export const startFillIn = post('/api/steam-fill-ins', {
  who: 'anybody',
  body: z.object({
    /** The page of ours to return to. */
    returnTo: ownPage,
  }),
  answer: redirectAnswer,
})
/** Players return from Steam here. */
export const finishFillIn = get('/api/steam-fill-ins/callback', { who: 'anybody' })

const fillInResult = z.object({
  outcome: z.enum(['done', 'none', 'cancelled', 'expired', 'unavailable', 'failed']),
  /** The Steam ID that Steam has proven, when it is `done`. */
  steamId: z.nullable(z.string()),
})
export type SteamFillInResult = z.output<typeof fillInResult>

/** Each result is answered once. */
export const readFillIn = post('/api/steam-fill-ins/result', {
  who: 'anybody',
  answer: fillInResult,
})

const accountDataPath = '/api/account-data'

/** A file: rows of our tables by what they are. */
export const readOwnData = get(accountDataPath, {
  who: 'anybody',
  answer: z.object({
    made: z.string(),
    data: z.record(z.string(), list(z.unknown())),
  }),
})
export const deleteOwnData = remove(accountDataPath, {
  who: 'anybody',
  answer: z.object({
    /** How many orders and packs stay, without the name. */
    orders: z.int(),
    packs: z.int(),
    /** How many listings of the team finder were deleted. */
    listings: z.int(),
  }),
})
