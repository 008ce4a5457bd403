import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'

/** OpenID 2.0, https://openid.net/specs/openid-authentication-2_0.html */
export const openIdNamespace = 'http://specs.openid.net/auth/2.0'

export type OpenIdAnswer =
  | {
      readonly outcome: 'claimed'
      readonly steamId: SteamId64
      readonly nonce: string
      readonly provenAt: Date
    }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'refused'; readonly fault: string }

export interface ExpectedAnswer {
  /** Who alone may vouch for a player. */
  readonly communityOrigin: string
  /** The very address, state included, that this browser was to be sent back to. */
  readonly returnTo: string
  readonly now: Date
}

const oldestMilliseconds = 5 * 60_000
/** How far Steam's clock may be ahead of ours. */
const clockDifferenceMilliseconds = 60_000
const nonceShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{1,235}$/

/** Whatever is not signed, anybody on the way could have changed. */
const mustBeSigned = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
]

/**
 * Reads what a browser brings back from Steam. What is `claimed` still proves nothing: only Steam
 * knows whether the signature is its own.
 */
export function readOpenIdAnswer(query: URLSearchParams, expected: ExpectedAnswer): OpenIdAnswer {
  // Two readers of the same query could each see another one of the values.
  if (new Set(query.keys()).size < query.size) return refused('a parameter twice')
  const field = (name: string): string => query.get(`openid.${name}`) ?? ''
  if (field('ns') !== openIdNamespace) return refused('ns')
  if (field('mode') === 'cancel') return { outcome: 'cancelled' }
  if (field('mode') !== 'id_res') return refused('mode')
  if (field('op_endpoint') !== openIdEndpoint(expected)) return refused('op_endpoint')
  if (field('return_to') !== expected.returnTo) return refused('return_to')
  if (field('identity') !== field('claimed_id')) return refused('identity')
  const signed = new Set(field('signed').split(','))
  if (!mustBeSigned.every((name) => signed.has(name))) return refused('signed')
  if (field('sig') === '' || field('assoc_handle') === '') return refused('sig')
  const steamId = readClaimedId(field('claimed_id'), expected)
  if (steamId === null) return refused('claimed_id')
  const nonce = field('response_nonce')
  const provenAt = new Date(nonceShape.exec(nonce)?.[1] ?? Number.NaN)
  const ageMilliseconds = expected.now.getTime() - provenAt.getTime()
  const isFresh =
    ageMilliseconds <= oldestMilliseconds && ageMilliseconds >= -clockDifferenceMilliseconds
  if (!isFresh) return refused('response_nonce')
  return { outcome: 'claimed', steamId, nonce, provenAt }
}

/** The one address at Steam that signs players in and confirms its own answers. */
export function openIdEndpoint({
  communityOrigin,
}: Pick<ExpectedAnswer, 'communityOrigin'>): string {
  return `${communityOrigin}/openid/login`
}

function readClaimedId(claimedId: string, { communityOrigin }: ExpectedAnswer): SteamId64 | null {
  const prefix = `${communityOrigin}/openid/id/`
  if (!claimedId.startsWith(prefix)) return null
  const digits = claimedId.slice(prefix.length)
  const parsed = parseSteamId(digits)
  // The parser takes other forms as well; here nothing but the number itself is right.
  return parsed.ok && parsed.steamId64 === digits ? parsed.steamId64 : null
}

function refused(fault: string): OpenIdAnswer {
  return { outcome: 'refused', fault }
}
