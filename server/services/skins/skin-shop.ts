import { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/skins.ts'
import type { Database } from '#server/db/database.ts'
import { isTakenKey } from '#server/db/errors.ts'
import type { Row } from '#server/db/schema.ts'
import { banNotice } from '#server/services/bans/bans.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { hashRequest } from '#server/services/idempotency.ts'
import { ServiceError } from '#server/services/service-error.ts'
import type { PurchaseAnnouncer } from './purchase-events.ts'

/** What everybody sees of an item. */
export const itemColumns = [
  'id',
  'name',
  'price',
  'image_url',
  'created_at',
  'stock',
  'position',
] as const
type ShopItemRecord = Pick<Row<'shop_items'>, (typeof itemColumns)[number]>

/** The items of the skin shop, newest first. */
export function listShopItems({ db }: Pick<Database, 'db'>): Promise<ShopItemRecord[]> {
  return db
    .selectFrom('shop_items')
    .select(itemColumns)
    .where('hidden', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The result of the database function `buy_skin`. */
const outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('bought'), itemName: z.string(), balance: z.number() }),
  z.object({ outcome: z.literal('insufficient_balance'), balance: z.number() }),
  z.object({ outcome: z.literal('price_changed'), price: z.number() }),
  z.object({ outcome: z.literal('item_not_found') }),
  z.object({ outcome: z.literal('sold_out') }),
  z.object({ outcome: z.literal('claim_required') }),
  z.object({ outcome: z.literal('banned'), ban: banNotice }),
  z.object({ outcome: z.literal('key_reused') }),
])
const answer = z.object({
  result: outcome,
  /** Whether this call bought the skin; its event is sent after the commit. */
  isNew: z.boolean(),
})
type Outcome = z.output<typeof outcome>
type Answer = z.output<typeof answer>

const statement = 'select buy_skin($1, $2, $3, $4, $5, $6, $7, $8, $9) as answer'

export interface PurchaseParts {
  readonly queue: ReturnType<typeof createAccountQueue>
  readonly announce: PurchaseAnnouncer
}

export interface SkinBuyer extends Buyer {
  readonly idempotencyKey: string | null
}

/**
 * Buys a skin with the Kr of a Steam ID, in one round trip to the database. Repeating a key returns
 * the first answer, even a refusal, but not `banned`. Refuses with `insufficient_balance`, `price_changed`,
 * `item_not_found`, also of a hidden one, `sold_out`, `claim_required`, `banned`, `idempotency_key_reused`,
 * or `rate_limited` when too many purchases of the same account wait.
 */
export async function buySkin(
  services: Pick<Services, 'database' | 'config' | 'clock'>,
  { queue, announce }: PurchaseParts,
  buyer: SkinBuyer,
  request: contract.BuySkinRequest,
): Promise<AnswerOf<typeof contract.buySkin>> {
  const { result, isNew } = await queue.run(request.steamId, () =>
    buyOrReadAnswer(services, buyer, request),
  )
  if (isNew) announce.publishPurchase(request.steamId)
  else if (result.outcome === 'bought') announce.publishBalance(request.steamId)
  if (result.outcome !== 'bought') throw toServiceError(result)
  return { message: `${result.itemName} purchased successfully`, balance: result.balance }
}

function toServiceError(result: Exclude<Outcome, { outcome: 'bought' }>): ServiceError {
  if (result.outcome === 'insufficient_balance') {
    return new ServiceError('insufficient_balance', { balance: result.balance })
  }
  if (result.outcome === 'price_changed') {
    return new ServiceError('price_changed', { currentPriceKr: result.price })
  }
  if (result.outcome === 'banned') return new ServiceError('banned', { ban: result.ban })
  return new ServiceError(
    result.outcome === 'key_reused' ? 'idempotency_key_reused' : result.outcome,
  )
}

/** When another process has used the key, our purchase is rolled back and its answer is stored. */
async function buyOrReadAnswer(
  services: Pick<Services, 'database' | 'config' | 'clock'>,
  buyer: SkinBuyer,
  request: contract.BuySkinRequest,
): Promise<Answer> {
  try {
    return await callBuySkin(services, buyer, request)
  } catch (error) {
    if (!isTakenKey(error)) throw error
    return callBuySkin(services, buyer, request)
  }
}

async function callBuySkin(
  { database, config, clock }: Pick<Services, 'database' | 'config' | 'clock'>,
  { hash, userId, idempotencyKey }: SkinBuyer,
  request: contract.BuySkinRequest,
): Promise<Answer> {
  // Without the account, because the buyer may sign in or out before repeating the request.
  const requestHash = idempotencyKey === null ? null : hashRequest(request)
  const [row] = await database.runText<{ answer: unknown }>(statement, [
    idempotencyKey,
    requestHash,
    request.steamId,
    request.itemId,
    request.itemPrice,
    userId,
    config.requireSteamClaim,
    clock(),
    hash,
  ])
  return answer.parse(row?.answer)
}

/** One account's purchases take about a second for this many. */
const maxWaiting = 2000

interface AccountWork {
  /** Resolves, never rejects, when all earlier work is done. */
  done: Promise<unknown>
  waiting: number
}

/**
 * Runs one database call at a time for each account, first come, first served. Concurrent calls
 * would wait for the lock of the account's row, each occupying a connection.
 */
export function createAccountQueue(limit = maxWaiting) {
  const lines = new Map<string, AccountWork>()

  const leave = (account: string, line: AccountWork): void => {
    line.waiting -= 1
    if (line.waiting === 0) lines.delete(account)
  }
  return {
    /** The number of accounts with queued or running work. */
    size: (): number => lines.size,
    /** Refuses with `rate_limited` when too many wait for the same account. */
    run: <Result>(account: string, work: () => Promise<Result>): Promise<Result> => {
      const line = lines.get(account) ?? { done: Promise.resolve(), waiting: 0 }
      if (line.waiting >= limit) {
        return Promise.reject(new ServiceError('rate_limited', { retryAfterSeconds: 1 }))
      }
      line.waiting += 1
      lines.set(account, line)
      const result = line.done.then(work)
      const left = (): void => leave(account, line)
      line.done = result.then(left, left)
      return result
    },
  }
}
