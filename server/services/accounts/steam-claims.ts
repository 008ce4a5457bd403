import { createHmac, randomBytes } from 'node:crypto'
import type { SteamClaimView } from '#contract/accounts.ts'
import type { Config } from '#server/app/config.ts'
import type { SteamVerdict } from '#server/providers/steam/steam.ts'
import { isSameCode } from '#server/services/access-codes.ts'
import type { Services } from '#server/services/context.ts'

/**
 * Starts a sign-in at Steam that proves which balance belongs to the player: the address of Steam's
 * page, and a token that the browser keeps until it returns. The token binds the sign-in to this
 * browser and to the account that is signed in there.
 */
export function startClaim(
  { config, steam, clock }: Pick<Services, 'config' | 'steam' | 'clock'>,
  userId: string,
): { readonly url: string; readonly token: string } {
  const state = randomBytes(24).toString('base64url')
  const endsAtSeconds = Math.floor(clock().getTime() / 1000) + claimStateSeconds
  const token = `${state}.${endsAtSeconds}.${sign(config, state, endsAtSeconds, userId)}`
  return { url: steam.signInUrl(config.publicOrigin, claimReturnTo(config, state)), token }
}

/**
 * How a sign-in at Steam ended. `expired`: this account did not start it in this browser, or too
 * long ago. `failed`: the answer is not one that Steam sends.
 */
export type ClaimOutcome = 'done' | 'cancelled' | 'expired' | 'unavailable' | 'failed'

type Finishing = Pick<Services, 'config' | 'database' | 'steam' | 'clock' | 'log'>

interface ReturnFromSteam {
  readonly userId: string | null
  /** The token of `startClaim`. */
  readonly token: string | undefined
  readonly query: URLSearchParams
}

/**
 * Handles a browser's return from Steam: claims the balance that Steam confirms for the account
 * that started. Never throws because of the browser's input, and changes nothing unless it is
 * `done`.
 */
export async function finishClaim(
  services: Finishing,
  { userId, token, query }: ReturnFromSteam,
): Promise<ClaimOutcome> {
  const { config, steam, clock, log } = services
  const state = userId === null ? null : readClaimState(config, token, userId, clock())
  if (userId === null || state === null || query.get('state') !== state) {
    log.info('Steam sign-in rejected: not started in this browser')
    return 'expired'
  }
  const verdict = await steam.verify(query, claimReturnTo(config, state), clock())
  if (verdict.outcome === 'cancelled') return 'cancelled'
  if (verdict.outcome === 'unavailable') {
    log.warn({ detail: verdict.detail }, 'Steam sign-in could not be verified')
    return 'unavailable'
  }
  if (verdict.outcome === 'refused') {
    log.warn({ fault: verdict.fault }, 'Steam sign-in rejected: invalid answer')
    return 'failed'
  }
  return (await recordClaim(services, userId, verdict)) ? 'done' : 'failed'
}

type Proof = Extract<SteamVerdict, { outcome: 'proven' }>

/** Returns false when the answer was used before, or the balance was claimed with a newer one. */
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
    // The latest sign-in proves the ownership, so it replaces an earlier claim.
    const claim = await trx
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
    // Whoever holds a perk by this Steam ID gets its role in Discord now.
    await trx
      .updateTable('perk_adapters')
      .set({ next_run_at: null })
      .where('name', '=', 'discord-role')
      .execute()
    return claim
  })
  if (recorded) log.info('balance claimed')
  else log.warn('Steam sign-in rejected: used before, or older than the current claim')
  return recorded !== undefined
}

/** Signing in at Steam, with the confirmation by phone, takes a few minutes. */
export const claimStateSeconds = 15 * 60

/** The state in a valid token that we signed for this account; null for any other token. */
function readClaimState(
  config: Config,
  token: string | undefined,
  userId: string,
  now: Date,
): string | null {
  const [state = '', ends = '', signature = ''] = token?.split('.') ?? []
  const endsAtSeconds = Number(ends)
  const isOurs = isSameCode(signature, sign(config, state, endsAtSeconds, userId))
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

/** The path of the return address. */
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
