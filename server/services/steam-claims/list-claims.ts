import type { SteamClaimView } from '#contract/kryptonite.ts'
import type { Services } from '#server/services/context.ts'

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
