import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'

export interface WalletReader {
  /** SHA-256 of the secret in the browser's cookie; null for a browser that has bought nothing. */
  readonly buyerHash: string | null
  /** The account that is signed in; asked for only where it matters. */
  readonly readUserId: () => Promise<string | null>
}

/**
 * Refuses with `claim_required` who may not read the lines and skins of a balance: a linked one is
 * for its account alone, one that nobody has linked for browsers that bought Kr for it. The refusal
 * is the same for both, so that a stranger does not learn which it is.
 */
export async function guardReading(
  { database }: Pick<Services, 'database'>,
  steamId: string,
  { buyerHash, readUserId }: WalletReader,
): Promise<void> {
  const claim = await database.db
    .selectFrom('steam_claims')
    .select('user_id')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  const mayRead = claim
    ? claim.user_id === (await readUserId())
    : buyerHash !== null && (await hasBought(database, steamId, buyerHash))
  if (!mayRead) throw new Refusal('claim_required')
}

/** A checkout costs nothing, so only a paid one counts; also when its money went back later. */
async function hasBought(
  { db }: Services['database'],
  steamId: string,
  buyerHash: string,
): Promise<boolean> {
  const bought = await db
    .selectFrom('krypto_orders')
    .select('id')
    .where('steam_id', '=', steamId)
    .where('buyer_hash', '=', buyerHash)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return bought !== undefined
}
