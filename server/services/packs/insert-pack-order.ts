import type { OpenPackCheckoutRequest } from '#contract/kryptonite.ts'
import type { Pack } from '#domain/packs.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { admitCheckout } from '#server/services/open-checkouts.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'
import { nextPackCheck, payableMilliseconds } from './next-check.ts'

interface NewPackOrder {
  readonly pack: Pack
  /** SHA-256 of the secret in the browser's cookie. */
  readonly buyerHash: string
  readonly networks: ClientNetworks | null
}

/** Writes the order of a pack as it is sold now. Answers its id; refuses with `too_many_open_checkouts`. */
export async function insertPackOrder(
  services: Services,
  trx: Trx,
  request: OpenPackCheckoutRequest,
  { pack, buyerHash, networks }: NewPackOrder,
): Promise<string> {
  const { cards, clock } = services
  const pseudonyms = await admitCheckout(services, trx, {
    table: 'krypto_orders',
    steamId: request.steamId,
    networks,
    payableMilliseconds,
  })
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
      networks: pseudonyms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
