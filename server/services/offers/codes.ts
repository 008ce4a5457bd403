import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/offers.ts'
import type { Offer } from '#domain/catalogue.ts'
import type { Cents } from '#domain/money.ts'
import { isGift, reducedCents } from '#domain/offers.ts'
import type { Row } from '#server/db/schema.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { limitFailures, type ClientNetworks, type RateLimit } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { findSale, readSalesAndPrices } from './sales.ts'

const wrongCodes: RateLimit = { name: 'offer-code:wrong', requests: 10, windowSeconds: 60 }

/**
 * Counts unknown codes, outside the transaction of the work. A network with too many of them is
 * refused with `rate_limited`, whatever its code.
 */
export function limitWrongCodes<Answer>(
  services: Services,
  networks: ClientNetworks | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (networks === null) return work()
  return limitFailures(services, wrongCodes, networks, { work, isCounted: isUnknownCode })
}

function isUnknownCode(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'code_unknown'
}

type StoredOffer = Row<'offers'>

interface CodeUser {
  /** Null while they have not said it. */
  readonly steamId: string | null
  /** Their own orders, whose uses go on. */
  readonly replacing?: readonly string[]
}

interface CodeOffer extends StoredOffer {
  /** How often this user can use it; null without a limit. */
  readonly left: number | null
}

/** The offer of a code as `findCode`; one with a limit nobody else uses until the transaction ends. */
export async function holdCode(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  code: string,
  by: CodeUser,
): Promise<CodeOffer> {
  await trx
    .selectFrom('offers')
    .select('id')
    .where('code', '=', code)
    .where((eb) => eb.or([eb('use_limit', 'is not', null), eb('per_player', 'is not', null)]))
    .forUpdate()
    .execute()
  return findCode(services, trx, code, by)
}

/**
 * Refuses with `code_unknown`, also before it begins, `code_over`, or `code_used_up`: in all, or by this
 * Steam ID.
 */
async function findCode(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  code: string,
  by: CodeUser,
): Promise<CodeOffer> {
  const now = clock()
  const offer = await trx
    .selectFrom('offers')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst()
  if (!offer || offer.starts_at > now) throw new ServiceError('code_unknown')
  if (offer.ends_at !== null && offer.ends_at <= now) throw new ServiceError('code_over')
  const left = await countLeft(trx, offer, by)
  if (left !== null && left < 1) throw new ServiceError('code_used_up')
  return { ...offer, left }
}

async function countLeft(
  trx: Trx,
  { id, use_limit: limit, per_player: perPlayer }: StoredOffer,
  { steamId, replacing = [] }: CodeUser,
): Promise<number | null> {
  if (limit === null && perPlayer === null) return null
  const { rows } = await sql<{ all: number; own: number }>`
    with uses as (
      select steam_id from orders
      where offer_id = ${id} and status not in ('expired', 'superseded')
        and not id = any(${replacing}::uuid[])
      union all
      select steam_id from offer_redemptions where offer_id = ${id}
    )
    select count(*) as all, count(*) filter (where steam_id = ${steamId}) as own from uses
    `.execute(trx)
  const { all, own } = rows[0] ?? { all: 0, own: 0 }
  return Math.min((limit ?? Infinity) - all, (perPlayer ?? Infinity) - own)
}

/** What one thing costs, and by which offer. */
export interface Price {
  readonly priceCents: Cents
  /** Null at the list price. */
  readonly offerId: string | null
}

/**
 * A function for the lowest price of an offer: that of the list, of a sale that runs, or of the code,
 * which is null without one.
 */
export async function createPricing(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  trx: Trx,
  code: StoredOffer | null,
): Promise<(offer: Offer) => Price> {
  const now = clock()
  const past = await readSalesAndPrices(trx, now)
  return ({ key, listPriceCents }) => {
    const sale = findSale({ config, now, past }, { key, priceCents: listPriceCents })
    const known = sale
      ? { priceCents: sale.priceCents, offerId: sale.offerId }
      : { priceCents: listPriceCents, offerId: null }
    if (!code) return known
    const priceCents = reducedCents(key, listPriceCents, code)
    return priceCents < known.priceCents ? { priceCents, offerId: code.id } : known
  }
}

/** The code's offer, if it is for a cart: refuses with `code_is_gift`, and as `holdCode`. */
export function holdDiscount(
  services: Services,
  trx: Trx,
  code: string,
  by: CodeUser,
): Promise<CodeOffer> {
  return requireDiscount(services, () => holdCode(services, trx, code, by))
}

async function requireDiscount(
  { config }: Services,
  find: () => Promise<CodeOffer>,
): Promise<CodeOffer> {
  // The prices of hosted buttons are fixed.
  if (config.paypal.driver === 'hosted') throw new ServiceError('code_unknown')
  const offer = await find()
  if (isGift(offer.kind)) throw new ServiceError('code_is_gift')
  return offer
}

interface CodeReader {
  /** Of the browser; null for one that has bought nothing. */
  readonly buyerHash: string | null
  readonly networks: ClientNetworks | null
}

/** What a cart costs with a code, without using it. What its own open orders hold is not used up. */
export function checkCode(
  services: Services,
  { code, items }: BodyOf<typeof contract.checkCode>,
  { buyerHash, networks }: CodeReader,
): Promise<AnswerOf<typeof contract.checkCode>> {
  return limitWrongCodes(services, networks, () =>
    services.database.transaction(async (trx) => {
      const { catalogue } = await services.site.hold(trx)
      const replacing = await findOwnOrders(trx, buyerHash, items)
      const discount = await requireDiscount(services, () =>
        findCode(services, trx, code, { steamId: null, replacing }),
      )
      const withCode = await createPricing(services, trx, discount)
      const withoutCode = await createPricing(services, trx, null)
      const { left } = discount
      let used = 0
      return {
        items: items.flatMap((item) => {
          const offer = catalogue.findOffer(item)
          if (!offer) return []
          const price = left !== null && used >= left ? withoutCode(offer) : withCode(offer)
          if (price.offerId === discount.id) used += 1
          const { listPriceCents } = offer
          return [{ id: item.id, priceCents: price.priceCents, listPriceCents }]
        }),
        left,
      }
    }),
  )
}

/** The orders of a cart that are open and not paid. */
async function findOwnOrders(
  trx: Trx,
  buyerHash: string | null,
  items: readonly { readonly id: string }[],
): Promise<string[]> {
  if (buyerHash === null || items.length === 0) return []
  const orders = await trx
    .selectFrom('orders')
    .select('id')
    .where('buyer_hash', '=', buyerHash)
    .where(
      'cart_item_id',
      'in',
      items.map(({ id }) => id),
    )
    .where('status', '=', 'pending')
    .execute()
  return orders.map(({ id }) => id)
}
