import { z } from 'zod'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/offers.ts'
import { kr } from '#domain/kryptonite.ts'
import { codeEnd, isGift } from '#domain/offers.ts'
import { perkOf, productOfOffer } from '#domain/products.ts'
import { requireNotBanned } from '#server/services/bans/bans.ts'
import type { Services } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { findPlayerName, moveKr } from '#server/services/kryptonite/ledger.ts'
import { changePerks } from '#server/services/perks/ledger.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { holdCode, limitWrongCodes } from './codes.ts'

type Given = AnswerOf<typeof contract.redeemCode>

const given: z.ZodType<Given> = z.object({
  kind: z.enum(['kr', 'perk']),
  value: z.number(),
  perk: z.nullable(z.string()),
})

interface Redeemer {
  /** Null for a guest. */
  readonly userId: string | null
  readonly idempotencyKey: string | null
  readonly networks: ClientNetworks | null
}

/**
 * Gives what the code of a gift is for, once per key. Refuses with the codes of `holdCode`,
 * `code_is_discount`, `banned`, and `item_not_sold` when the perk's product is gone.
 */
export function redeemCode(
  services: Services,
  request: BodyOf<typeof contract.redeemCode>,
  { userId, idempotencyKey, networks }: Redeemer,
): Promise<Given> {
  const { code, steamId } = request
  const now = services.clock()
  const once = { scope: 'redeem', key: idempotencyKey, requestHash: hashRequest(request), now }
  return limitWrongCodes(services, networks, () =>
    services.database.transaction((trx) =>
      answerOnce(trx, once, given, async (): Promise<Given> => {
        const offer = await holdCode(services, trx, code, { steamId })
        const { kind, value, products } = offer
        if (!isGift(kind)) throw new ServiceError('code_is_discount')
        await requireNotBanned(services, trx, 'shop', { steam_id: steamId, user_id: userId })
        const { id } = await trx
          .insertInto('offer_redemptions')
          .values({ offer_id: offer.id, steam_id: steamId, redeemed_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (kind === 'kr') {
          await moveKr(trx, {
            steamId,
            discordUsername: await findPlayerName(trx, steamId),
            amount: kr(value),
            type: 'admin_add',
            description: codeEnd(code),
            source: `gift:${id}`,
            now,
          })
          return { kind, value, perk: null }
        }
        const sold = (await services.site.hold(trx)).products
        const product = productOfOffer(sold, products?.[0] ?? '')
        const perk = product ? perkOf(product) : null
        if (perk === null) throw new ServiceError('item_not_sold')
        const term = { kind: 'months', months: value } as const
        const entry = { kind: 'granted', term, color: null, source: 'staff' } as const
        const cause = { actor: 'player', reason: codeEnd(code) }
        await changePerks(services, trx, [{ steamId, perk, entries: [entry] }], cause)
        return { kind, value, perk }
      }),
    ),
  )
}
