import { z } from 'zod'
import type { BuySkinAnswer, BuySkinRequest } from '#contract/kryptonite.ts'
import { isTakenKey } from '#server/db/errors.ts'
import type { Services } from '#server/services/context.ts'
import { hashRequest } from '#server/services/idempotency.ts'
import { Refusal } from '#server/services/refusal.ts'
import type { AccountQueue } from './account-queue.ts'
import type { Announce } from './announce.ts'

/** What the function `buy_skin` of the database answers. */
const outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('bought'), itemName: z.string(), balance: z.number() }),
  z.object({ outcome: z.literal('insufficient_balance'), balance: z.number() }),
  z.object({ outcome: z.literal('price_changed'), price: z.number() }),
  z.object({ outcome: z.literal('item_not_found') }),
  z.object({ outcome: z.literal('claim_required') }),
  z.object({ outcome: z.literal('key_reused') }),
])
const answer = z.object({
  result: outcome,
  /** Whether something was bought just now; others are told of it after the commit. */
  isNew: z.boolean(),
})
type Outcome = z.output<typeof outcome>
type Answer = z.output<typeof answer>

const statement = {
  name: 'buy_skin',
  text: 'select buy_skin($1, $2, $3, $4, $5, $6, $7, $8) as answer',
}

export interface Counter {
  readonly queue: AccountQueue
  readonly announce: Announce
}

export interface SkinBuyer {
  /** Of the account that is signed in; null for a visitor. */
  readonly userId: string | null
  readonly idempotencyKey: string | null
}

/**
 * Buys a skin with the Kr of a Steam ID, in one round trip to the database. The same key again gets
 * the first answer, a refusal too. Refuses with `insufficient_balance`, `price_changed`,
 * `item_not_found`, `claim_required`, `idempotency_key_reused`, or `rate_limited` when too many
 * purchases of the same account wait.
 */
export async function buySkin(
  services: Pick<Services, 'database' | 'config' | 'clock'>,
  { queue, announce }: Counter,
  buyer: SkinBuyer,
  request: BuySkinRequest,
): Promise<BuySkinAnswer> {
  const { result, isNew } = await queue.run(request.steamId, () =>
    callOnce(services, buyer, request),
  )
  if (isNew) announce.tellPurchase(request.steamId)
  else if (result.outcome === 'bought') announce.tellBalance(request.steamId)
  if (result.outcome !== 'bought') throw refusalOf(result)
  return { message: `${result.itemName} purchased successfully`, balance: result.balance }
}

function refusalOf(result: Exclude<Outcome, { outcome: 'bought' }>): Refusal {
  if (result.outcome === 'insufficient_balance') {
    return new Refusal('insufficient_balance', { balance: result.balance })
  }
  if (result.outcome === 'price_changed') {
    return new Refusal('price_changed', { currentPriceKr: result.price })
  }
  return new Refusal(result.outcome === 'key_reused' ? 'idempotency_key_reused' : result.outcome)
}

/** Another process may take the key while we buy: then ours is undone, and its answer is there. */
async function callOnce(
  services: Pick<Services, 'database' | 'config' | 'clock'>,
  buyer: SkinBuyer,
  request: BuySkinRequest,
): Promise<Answer> {
  try {
    return await call(services, buyer, request)
  } catch (error) {
    if (!isTakenKey(error)) throw error
    return call(services, buyer, request)
  }
}

async function call(
  { database, config, clock }: Pick<Services, 'database' | 'config' | 'clock'>,
  { userId, idempotencyKey }: SkinBuyer,
  request: BuySkinRequest,
): Promise<Answer> {
  // Without who asks: he may have signed in or out before he asks again how it ended.
  const requestHash = idempotencyKey === null ? null : hashRequest(request)
  const [row] = await database.runPrepared<{ answer: unknown }>(statement, [
    idempotencyKey,
    requestHash,
    request.steamId,
    request.itemId,
    request.itemPrice,
    userId,
    config.requireSteamClaim,
    clock(),
  ])
  return answer.parse(row?.answer)
}
