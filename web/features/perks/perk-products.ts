import type { PerkView } from '#contract/perks.ts'
import type { Offer } from '#domain/catalogue.ts'
import { addMonths } from '#domain/perks.ts'
import { isSold, perkOf, typeOf, type Product } from '#domain/products.ts'
import { site } from '#web/app/site.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { productKind } from '#web/features/products/product-text.ts'

/** The product that gives a perk; one on sale, if there is one. */
export function productOfPerk(perk: string): Product | undefined {
  const giving = site().products.filter((product) => perkOf(product) === perk)
  return giving.find(isSold) ?? giving[0]
}

/** In the page's language. A perk can outlast its product; then it has only its name in the API. */
export function perkName(perk: string): string {
  const product = productOfPerk(perk)
  return product ? productKind(typeOf(product)) : perk
}

/**
 * What renews a perk: for as long as its last purchase, else for the shortest time. Null when it is
 * no longer sold.
 */
export function renewalOf({ perk, calendar }: Pick<PerkView, 'perk' | 'calendar'>): Offer | null {
  const offers = catalogue().offersOf(productOfPerk(perk)?.slug ?? '')
  const last = calendar.findLast(({ source }) => source === 'order')
  const endMs = Date.parse(last?.endsAt ?? '')
  // Of whole months the end can be on a later day than the start, as from 28 February to 31 March.
  const endDay = new Date(endMs).getUTCDate()
  const same = offers.find(
    ({ durationMonths }) =>
      last &&
      durationMonths !== null &&
      addMonths(Date.parse(last.startsAt), durationMonths, endDay) === endMs,
  )
  return same ?? offers[0] ?? null
}
