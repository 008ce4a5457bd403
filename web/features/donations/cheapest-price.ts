import { catalogue } from '#site/catalogue.ts'
import type { ProductSlug } from '#domain/catalogue.ts'
import { cents, type Cents } from '#domain/money.ts'

/** The lowest price of a product. */
export function cheapestCents(slug: ProductSlug): Cents {
  return cents(Math.min(...catalogue.offersOf(slug).map(({ priceCents }) => priceCents)))
}
