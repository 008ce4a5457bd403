import type { Kysely } from 'kysely'
import type { SalesByKey } from '#domain/catalogue.ts'
import { cents } from '#domain/money.ts'
import {
  packsName,
  salePriceOf,
  type ListPrice,
  type Sale,
  type SalePrice,
} from '#domain/offers.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { listedPrices } from '#server/services/site/list-prices.ts'
import type { Site } from '#server/services/site/site.ts'

type Selling = Pick<Services, 'config' | 'clock'>

/** What runs now, by the keys of offers and packs, and when the next one begins, which nobody may know. */
export async function readSales(
  { config, clock }: Selling,
  db: Kysely<Schema>,
  site: Pick<Site, 'catalogue' | 'packs'>,
): Promise<{ readonly sales: SalesByKey; readonly nextSaleAt: Date | null }> {
  const now = clock()
  const past = await readSalesAndPrices(db, now)
  const [nextSaleAt = null] = past.sales
    .flatMap(({ startsAt }) => (startsAt > now ? startsAt : []))
    .toSorted((one, other) => Number(one) - Number(other))
  const sales = listedPrices(site).flatMap((listed) => {
    const price = findSale({ config, now, past }, listed)
    if (!price) return []
    const { priceCents, struckCents, endsAt } = price
    return [
      [listed.key, { priceCents, struckCents, endsAt: endsAt?.toISOString() ?? null }] as const,
    ]
  })
  return { sales: Object.fromEntries(sales), nextSaleAt }
}

interface SalesAndPrices {
  readonly sales: readonly Sale[]
  readonly history: readonly ListPrice[]
}

/** The sale of one offer or pack; null without one, and where PayPal's button has the price. */
export function findSale(
  {
    config,
    now,
    past,
  }: Pick<Selling, 'config'> & { readonly now: Date; readonly past: SalesAndPrices },
  listed: Parameters<typeof salePriceOf>[0],
): SalePrice | null {
  const isFixed = config.paypal.driver === 'hosted' && !listed.key.startsWith(`${packsName}/`)
  return isFixed ? null : salePriceOf(listed, now, past)
}

/** Every sale there was, and every price where one runs or will. There are few. */
export async function readSalesAndPrices(db: Kysely<Schema>, now: Date): Promise<SalesAndPrices> {
  const sales = await db
    .selectFrom('offers')
    .select(['id', 'kind', 'value', 'products', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('code', 'is', null)
    .orderBy('created_at')
    .execute()
  if (!sales.some(({ endsAt }) => endsAt === null || endsAt > now)) return { sales, history: [] }
  const prices = await db.selectFrom('list_prices').selectAll().orderBy('since').execute()
  const history = prices.map(({ key, since, price_cents: price }) => {
    return { key, since, priceCents: price === null ? null : cents(price) }
  })
  return { sales, history }
}
