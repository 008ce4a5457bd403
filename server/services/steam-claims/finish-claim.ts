import type { SteamVerdict } from '#server/providers/steam/steam.ts'
import type { Services } from '#server/services/context.ts'
import { claimReturnTo } from './claim-address.ts'
import { readClaimState } from './claim-state.ts'

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
