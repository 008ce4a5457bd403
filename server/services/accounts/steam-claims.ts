import * as contract from '#contract/accounts.ts'
import type { Services } from '#server/services/context.ts'
import { endVisit, startVisit, useProof, type Proof } from './steam-visits.ts'

const visitOf = (userId: string) =>
  ({ purpose: 'steam-claim', subject: userId, callbackPath: contract.finishClaim.path }) as const

/**
 * Starts a sign-in at Steam that proves which balance belongs to the player: the address of Steam's
 * page, and a token that the browser keeps until it returns. The token binds the sign-in to this
 * browser and to the account that is signed in there.
 */
export function startClaim(
  services: Pick<Services, 'config' | 'steam' | 'clock'>,
  userId: string,
): { readonly url: string; readonly token: string } {
  return startVisit(services, visitOf(userId))
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
  if (userId === null) return 'expired'
  const ended = await endVisit(services, visitOf(userId), { token, query })
  if (typeof ended === 'string') return ended
  return (await recordClaim(services, userId, ended)) ? 'done' : 'failed'
}

/** Returns false when the answer was used before, or the balance was claimed with a newer one. */
async function recordClaim(
  { database, steam, log }: Finishing,
  userId: string,
  proof: Proof,
): Promise<boolean> {
  const { steamId, provenAt } = proof
  const profile = await steam.fetchProfile(steamId)
  const recorded = await database.transaction(async (trx) => {
    if (!(await useProof(trx, proof))) return undefined
    // The latest sign-in proves the ownership, so it replaces an earlier claim.
    const claim = await trx
      .insertInto('steam_claims')
      .values({
        steam_id: steamId,
        user_id: userId,
        persona_name: profile?.name ?? null,
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

/** The balances that an account has claimed, newest first. */
export function listClaims({ database }: Pick<Services, 'database'>, userId: string) {
  return database.db
    .selectFrom('steam_claims')
    .select(['steam_id as steamId', 'persona_name as personaName', 'claimed_at as claimedAt'])
    .where('user_id', '=', userId)
    .orderBy('claimed_at', 'desc')
    .orderBy('steam_id')
    .execute()
}
