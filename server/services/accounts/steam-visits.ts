import { createHmac, randomBytes } from 'node:crypto'
import type { Config } from '#server/app/config.ts'
import type { SteamVerdict } from '#server/providers/steam/steam.ts'
import { isSameCode } from '#server/services/access-codes.ts'
import type { Services, Trx } from '#server/services/context.ts'

/** A visit to Steam's sign-in page, which proves whose Steam ID it is. */
interface SteamVisit {
  /** What it is for: a token of one purpose is good for no other. */
  readonly purpose: 'steam-claim' | 'steam-fill-in'
  /** Whom or what the token is for, such as the account. */
  readonly subject: string
  /** The path to which Steam sends the browser back. */
  readonly callbackPath: string
}

/** Signing in at Steam, with the confirmation by phone, takes a few minutes. */
export const steamVisitSeconds = 15 * 60

/**
 * The address of Steam's page, and a token that the browser keeps until it returns, and which binds
 * the visit to this browser.
 */
export function startVisit(
  { config, steam, clock }: Pick<Services, 'config' | 'steam' | 'clock'>,
  visit: SteamVisit,
): { readonly url: string; readonly token: string } {
  const state = randomBytes(24).toString('base64url')
  const endsAtSeconds = Math.floor(clock().getTime() / 1000) + steamVisitSeconds
  const signature = signParts(config, visit.purpose, state, endsAtSeconds, visit.subject)
  return {
    url: steam.signInUrl(config.publicOrigin, returnTo(config, visit, state)),
    token: `${state}.${endsAtSeconds}.${signature}`,
  }
}

export type Proof = Extract<SteamVerdict, { outcome: 'proven' }>

type Ending = Pick<Services, 'config' | 'steam' | 'clock' | 'log'>

interface ReturnFromSteam {
  /** The token of `startVisit`. */
  readonly token: string | undefined
  readonly query: URLSearchParams
}

/**
 * How a visit ended. `expired`: it was not started in this browser, or too long ago. `failed`: the
 * answer is not one that Steam sends. Never throws because of the browser's input.
 */
export async function endVisit(
  { config, steam, clock, log }: Ending,
  visit: SteamVisit,
  { token, query }: ReturnFromSteam,
): Promise<Proof | 'cancelled' | 'expired' | 'unavailable' | 'failed'> {
  const state = readState(config, token, visit, clock())
  if (state === null || query.get('state') !== state) {
    log.info('Steam sign-in rejected: not started in this browser')
    return 'expired'
  }
  const verdict = await steam.verify(query, returnTo(config, visit, state), clock())
  if (verdict.outcome === 'cancelled') return 'cancelled'
  if (verdict.outcome === 'unavailable') {
    log.warn({ detail: verdict.detail }, 'Steam sign-in could not be verified')
    return 'unavailable'
  }
  if (verdict.outcome === 'refused') {
    log.warn({ fault: verdict.fault }, 'Steam sign-in rejected: invalid answer')
    return 'failed'
  }
  return verdict
}

/** Notes an answer of Steam as used; false when it was used before. */
export async function useProof(trx: Trx, { nonce }: Proof): Promise<boolean> {
  const firstUse = await trx
    .insertInto('steam_nonces')
    .values({ nonce })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return firstUse !== undefined
}

/** The state in a valid token that we signed for this visit; null for any other token. */
function readState(
  config: Config,
  token: string | undefined,
  { purpose, subject }: SteamVisit,
  now: Date,
): string | null {
  const [state = '', ends = '', signature = ''] = token?.split('.') ?? []
  const endsAtSeconds = Number(ends)
  const isOurs = isSameCode(signature, signParts(config, purpose, state, endsAtSeconds, subject))
  return isOurs && now.getTime() < endsAtSeconds * 1000 ? state : null
}

/** A signature for one purpose, which is its first part. */
export function signParts(
  { sessionSecret }: Config,
  ...parts: readonly (string | number)[]
): string {
  return createHmac('sha256', sessionSecret).update(parts.join(':')).digest('base64url')
}

function returnTo({ publicOrigin }: Config, { callbackPath }: SteamVisit, state: string): string {
  return `${publicOrigin}${callbackPath}?state=${state}`
}
