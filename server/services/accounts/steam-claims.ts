import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SteamClaimView } from '#contract/kryptonite.ts'
import type { Config } from '#server/app/config.ts'
import type { SteamVerdict } from '#server/providers/steam/steam.ts'
import type { Services } from '#server/services/context.ts'

export interface StartedClaim {
  /** Steam's sign-in page. */
  readonly url: string
  /** For the browser to keep until it comes back. */
  readonly token: string
}

/** Sends a player to Steam, to show which balance is his. */
export function startClaim(
  { config, steam, clock }: Pick<Services, 'config' | 'steam' | 'clock'>,
  userId: string,
): StartedClaim {
  const { state, token } = makeClaimState(config, userId, clock())
  return { url: steam.signInUrl(config.publicOrigin, claimReturnTo(config, state)), token }
}

/**
 * How a visit to Steam ended. `expired`: it was not begun by this account in this browser, or too
 * long ago. `failed`: what came back is not what Steam sends.
 */
export type ClaimOutcome = 'done' | 'cancelled' | 'expired' | 'unavailable' | 'failed'

type Finishing = Pick<Services, 'config' | 'database' | 'steam' | 'clock' | 'log'>

export interface ReturnFromSteam {
  readonly userId: string | null
  /** What `startClaim` gave this browser. */
  readonly token: string | undefined
  readonly query: URLSearchParams
}

/**
 * A browser is back from Steam: the balance belongs to the account that began when Steam confirms
 * whose it is. Never throws for what the browser brings, and changes nothing unless it is `done`.
 */
export async function finishClaim(
  services: Finishing,
  { userId, token, query }: ReturnFromSteam,
): Promise<ClaimOutcome> {
  const { config, steam, clock, log } = services
  const state = userId === null ? null : readClaimState(config, token, userId, clock())
  if (userId === null || state === null || query.get('state') !== state) {
    log.info('a return from Steam that nobody began here')
    return 'expired'
  }
  const verdict = await steam.verify(query, claimReturnTo(config, state), clock())
  if (verdict.outcome === 'cancelled') return 'cancelled'
  if (verdict.outcome === 'unavailable') {
    log.warn({ detail: verdict.detail }, 'Steam does not confirm a sign-in')
    return 'unavailable'
  }
  if (verdict.outcome === 'refused') {
    log.warn({ fault: verdict.fault }, 'an answer that is not Steam’s was refused')
    return 'failed'
  }
  return (await recordClaim(services, userId, verdict)) ? 'done' : 'failed'
}

type Proof = Extract<SteamVerdict, { outcome: 'proven' }>

/** False when the answer was used before, or somebody has shown a newer one meanwhile. */
async function recordClaim(
  { database, steam, log }: Finishing,
  userId: string,
  { steamId, nonce, provenAt }: Proof,
): Promise<boolean> {
  const personaName = await steam.fetchPersonaName(steamId)
  const recorded = await database.transaction(async (trx) => {
    const firstUse = await trx
      .insertInto('steam_nonces')
      .values({ nonce })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst()
    if (!firstUse) return undefined
    // Who can sign in at Steam now owns the account there, whoever showed it before.
    return trx
      .insertInto('steam_claims')
      .values({
        steam_id: steamId,
        user_id: userId,
        persona_name: personaName,
        claimed_at: provenAt,
      })
      .onConflict((conflict) =>
        conflict
          .column('steam_id')
          .doUpdateSet((eb) => ({
            user_id: eb.ref('excluded.user_id'),
            persona_name: eb.fn.coalesce('excluded.persona_name', 'steam_claims.persona_name'),
            claimed_at: eb.ref('excluded.claimed_at'),
          }))
          .whereRef('steam_claims.claimed_at', '<=', 'excluded.claimed_at'),
      )
      .returning('steam_id')
      .executeTakeFirst()
  })
  if (recorded) log.info('a balance was claimed')
  else log.warn('an answer of Steam was used before, or there is a newer one')
  return recorded !== undefined
}

/** Signing in at Steam with its confirmation by phone takes minutes at most. */
export const claimStateSeconds = 15 * 60

export interface ClaimState {
  /** What comes back in the address. */
  readonly state: string
  /** What the browser keeps: the same state, until when, signed for the account that began. */
  readonly token: string
}

/** Ties a visit to Steam to one browser and to the account that is signed in there. */
function makeClaimState(config: Config, userId: string, now: Date): ClaimState {
  const state = randomBytes(24).toString('base64url')
  const endsAtSeconds = Math.floor(now.getTime() / 1000) + claimStateSeconds
  const token = `${state}.${endsAtSeconds}.${sign(config, state, endsAtSeconds, userId)}`
  return { state, token }
}

/** The state in a token that we signed for this account and that has not ended; null for any other. */
function readClaimState(
  config: Config,
  token: string | undefined,
  userId: string,
  now: Date,
): string | null {
  const [state = '', ends = '', signature = ''] = token?.split('.') ?? []
  const endsAtSeconds = Number(ends)
  const expected = Buffer.from(sign(config, state, endsAtSeconds, userId))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && now.getTime() < endsAtSeconds * 1000 ? state : null
}

function sign(
  { sessionSecret }: Config,
  state: string,
  endsAtSeconds: number,
  userId: string,
): string {
  return createHmac('sha256', sessionSecret)
    .update(`steam-claim:${state}:${endsAtSeconds}:${userId}`)
    .digest('base64url')
}

/** Where Steam sends the browser back to. */
export const claimCallbackPath = '/api/steam-claims/callback'

function claimReturnTo({ publicOrigin }: Config, state: string): string {
  return `${publicOrigin}${claimCallbackPath}?state=${state}`
}

/** The balances that an account has claimed, newest first. */
export async function listClaims(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<readonly SteamClaimView[]> {
  const claims = await database.db
    .selectFrom('steam_claims')
    .select(['steam_id', 'persona_name', 'claimed_at'])
    .where('user_id', '=', userId)
    .orderBy('claimed_at', 'desc')
    .orderBy('steam_id')
    .execute()
  return claims.map((claim) => ({
    steamId: claim.steam_id,
    personaName: claim.persona_name,
    claimedAt: claim.claimed_at.toISOString(),
  }))
}
