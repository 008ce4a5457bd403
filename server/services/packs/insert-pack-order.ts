import type { OpenPackCheckoutRequest } from '../../../contract/kryptonite.ts'
import type { Pack } from '../../../domain/packs.ts'
import type { Services, Trx } from '../context.ts'
import { nextPackCheck } from './next-check.ts'

/** Writes the order of a pack as it is sold now. Answers its id. */
export async function insertPackOrder(
  { cards, clock }: Services,
  trx: Trx,
  request: OpenPackCheckoutRequest,
  { pack, buyerHash }: { readonly pack: Pack; readonly buyerHash: string },
): Promise<string> {
  const now = clock()
  const state = { status: 'pending', mismatch: null, created_at: now } as const
  const { id } = await trx
    .insertInto('krypto_orders')
    .values({
      ...state,
      buyer_hash: buyerHash,
      steam_id: request.steamId,
      discord_username: request.discordUsername,
      amount: pack.amount,
      bonus: pack.bonus,
      price_cents: pack.priceCents,
      currency: 'USD',
      price_id: pack.priceId,
      provider_mode: cards.mode,
      next_check_at: nextPackCheck(state, now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
