import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'
import { failureDetail, type CallInstrumentation } from '#server/providers/call-instrumentation.ts'

const timeoutMilliseconds = 10_000
const anyAccount = 'http://specs.openid.net/auth/2.0/identifier_select'

export type Confirmation =
  | { readonly outcome: 'confirmed' }
  | { readonly outcome: 'denied' }
  | { readonly outcome: 'unavailable'; readonly detail: string }

/** Steam's sign-in page, which sends the player back to `returnTo`, a page of `realm`. */
export function signInUrl(communityOrigin: string, realm: string, returnTo: string): string {
  const url = new URL(openIdEndpoint({ communityOrigin }))
  url.search = new URLSearchParams({
    'openid.ns': openIdNamespace,
    'openid.mode': 'checkid_setup',
    'openid.identity': anyAccount,
    'openid.claimed_id': anyAccount,
    'openid.return_to': returnTo,
    'openid.realm': realm,
  }).toString()
  return url.href
}

/**
 * Verifies with Steam that an answer is genuine and still unused. Always calls the known endpoint:
 * the one that the answer names could be anybody's.
 */
export async function confirmAnswer(
  communityOrigin: string,
  query: URLSearchParams,
  calls: CallInstrumentation,
): Promise<Confirmation> {
  try {
    const response = await fetch(openIdEndpoint({ communityOrigin }), {
      method: 'POST',
      headers: calls.headers(),
      body: confirmationRequest(query),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (!response.ok) {
      return { outcome: 'unavailable', detail: `Steam answered ${response.status}` }
    }
    return readConfirmation(await response.text())
  } catch (error) {
    return { outcome: 'unavailable', detail: failureDetail(error) }
  }
}

function confirmationRequest(query: URLSearchParams): URLSearchParams {
  const request = new URLSearchParams([...query].filter(([name]) => name.startsWith('openid.')))
  request.set('openid.mode', 'check_authentication')
  return request
}

/** Lines of `key:value`, https://openid.net/specs/openid-authentication-2_0.html#kvform */
function readConfirmation(text: string): Confirmation {
  const verdicts = text.split('\n').filter((line) => line.startsWith('is_valid:'))
  if (verdicts.length !== 1) return { outcome: 'unavailable', detail: 'no answer of OpenID' }
  return { outcome: verdicts[0] === 'is_valid:true' ? 'confirmed' : 'denied' }
}

/** OpenID 2.0, https://openid.net/specs/openid-authentication-2_0.html */
const openIdNamespace = 'http://specs.openid.net/auth/2.0'

export type OpenIdAnswer =
  | {
      readonly outcome: 'claimed'
      readonly steamId: SteamId64
      /** Unique for each answer, so that none counts twice. */
      readonly nonce: string
      /** When the player signed in, by Steam's clock. */
      readonly provenAt: Date
    }
  | { readonly outcome: 'cancelled' }
  /** Not an answer of Steam; `fault` names the check that failed, without the value. */
  | { readonly outcome: 'refused'; readonly fault: string }

export interface ExpectedAnswer {
  /** The only origin that may vouch for a player. */
  readonly communityOrigin: string
  /** The exact address, state included, that this browser was to return to. */
  readonly returnTo: string
  readonly now: Date
}

const maxAgeMilliseconds = 5 * 60_000
/** How far Steam's clock may be ahead of ours. */
const clockDifferenceMilliseconds = 60_000
const nonceShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{1,235}$/

/** Anybody on the way could have changed an unsigned field. */
const requiredSignedFields = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
]

/**
 * Reads the parameters that a browser brings back from Steam. The `claimed` account is unproven
 * until Steam confirms the signature.
 */
export function readOpenIdAnswer(query: URLSearchParams, expected: ExpectedAnswer): OpenIdAnswer {
  // Two readers of the same query could each see a different value.
  if (new Set(query.keys()).size < query.size) return refused('a parameter twice')
  const field = (name: string): string => query.get(`openid.${name}`) ?? ''
  if (field('ns') !== openIdNamespace) return refused('ns')
  if (field('mode') === 'cancel') return { outcome: 'cancelled' }
  if (field('mode') !== 'id_res') return refused('mode')
  if (field('op_endpoint') !== openIdEndpoint(expected)) return refused('op_endpoint')
  if (field('return_to') !== expected.returnTo) return refused('return_to')
  if (field('identity') !== field('claimed_id')) return refused('identity')
  const signed = new Set(field('signed').split(','))
  if (!requiredSignedFields.every((name) => signed.has(name))) return refused('signed')
  if (field('sig') === '' || field('assoc_handle') === '') return refused('sig')
  const steamId = readClaimedId(field('claimed_id'), expected)
  if (steamId === null) return refused('claimed_id')
  const nonce = field('response_nonce')
  const provenAt = new Date(nonceShape.exec(nonce)?.[1] ?? Number.NaN)
  const ageMilliseconds = expected.now.getTime() - provenAt.getTime()
  const isFresh =
    ageMilliseconds <= maxAgeMilliseconds && ageMilliseconds >= -clockDifferenceMilliseconds
  if (!isFresh) return refused('response_nonce')
  return { outcome: 'claimed', steamId, nonce, provenAt }
}

/** The one address at Steam that signs players in and confirms its answers. */
function openIdEndpoint({ communityOrigin }: Pick<ExpectedAnswer, 'communityOrigin'>): string {
  return `${communityOrigin}/openid/login`
}

function readClaimedId(claimedId: string, { communityOrigin }: ExpectedAnswer): SteamId64 | null {
  const prefix = `${communityOrigin}/openid/id/`
  if (!claimedId.startsWith(prefix)) return null
  const digits = claimedId.slice(prefix.length)
  const parsed = parseSteamId(digits)
  // The parser accepts other forms as well; here only the number itself is right.
  return parsed.ok && parsed.steamId64 === digits ? parsed.steamId64 : null
}

function refused(fault: string): OpenIdAnswer {
  return { outcome: 'refused', fault }
}
