import type { Services } from '../context.ts'
import { Refusal } from '../refusal.ts'

/**
 * Refuses with `claim_required` who may not read the lines and skins of a balance: a claimed one
 * is its owner's, an unclaimed one anybody's who knows the Steam ID, unless the site wants a claim
 * of all. `readUserId` is asked only where it matters.
 */
export async function guardReading(
  { database, config }: Pick<Services, 'database' | 'config'>,
  steamId: string,
  readUserId: () => Promise<string | null>,
): Promise<void> {
  const claim = await database.db
    .selectFrom('steam_claims')
    .select('user_id')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  if (!claim && !config.requireSteamClaim) return
  if (!claim || claim.user_id !== (await readUserId())) throw new Refusal('claim_required')
}
