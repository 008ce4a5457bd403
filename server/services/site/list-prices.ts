import type { Kysely } from 'kysely'
import { packKey } from '#domain/offers.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Site } from './site.ts'

/** All that is sold, by its key, at its list price. */
export function listedPrices({ catalogue, packs }: Pick<Site, 'catalogue' | 'packs'>) {
  return [
    ...catalogue.offers.map(({ key, listPriceCents }) => ({ key, priceCents: listPriceCents })),
    ...packs.map(({ priceId, listPriceCents }) => {
      return { key: packKey(priceId), priceCents: listPriceCents }
    }),
  ]
}

/**
 * Keeps since when each price is what it is, in the transaction that changes it, and at a start for what
 * the files say.
 */
export async function keepListPrices(
  db: Kysely<Schema>,
  site: Pick<Site, 'catalogue' | 'packs'>,
  now: Date,
): Promise<void> {
  const known = await db
    .selectFrom('list_prices')
    .distinctOn('key')
    .select(['key', 'price_cents'])
    .orderBy('key')
    .orderBy('since', 'desc')
    .execute()
  const before = new Map(known.map(({ key, price_cents: price }) => [key, price]))
  const listed = new Map<string, number | null>(
    listedPrices(site).map(({ key, priceCents }) => [key, priceCents]),
  )
  const changed = [...new Set([...before.keys(), ...listed.keys()])]
    .map((key) => ({ key, since: now, price_cents: listed.get(key) ?? null }))
    .filter(({ key, price_cents: price }) => price !== (before.get(key) ?? null))
  if (changed.length === 0) return
  await db
    .insertInto('list_prices')
    .values(changed)
    // Two changes within a millisecond, or two processes that start.
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'since'])
        .doUpdateSet((eb) => ({ price_cents: eb.ref('excluded.price_cents') })),
    )
    .execute()
}
