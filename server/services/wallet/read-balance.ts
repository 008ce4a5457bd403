import type { Services } from '#server/services/context.ts'

/** Kr of a Steam ID; 0 when nobody has heard of it. */
export async function readBalance(
  { database }: Pick<Services, 'database'>,
  steamId: string,
): Promise<number> {
  const account = await database.db
    .selectFrom('krypto_balance')
    .select('balance')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  return account?.balance ?? 0
}
