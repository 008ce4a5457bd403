import type { Offer } from './catalogue.ts'
import type { DurationMonths } from './products.ts'
import { cents, type Cents } from './money.ts'

export interface TimedPrice {
  readonly durationMonths: DurationMonths
  readonly priceCents: Cents
}

/** The price of one month in a longer duration, rounded to the cent. */
export function pricePerMonthCents({ durationMonths, priceCents }: TimedPrice): Cents {
  return cents(Math.round(priceCents / durationMonths))
}

/** How much a longer duration saves against as many single months; at least zero. */
export function savingCents(price: TimedPrice, singleMonthCents: Cents): Cents {
  return cents(Math.max(0, singleMonthCents * price.durationMonths - price.priceCents))
}

type PricedOffer = Pick<Offer, 'key' | 'durationMonths' | 'tier' | 'priceCents'>

/**
 * The offers of one product whose price breaks the order, each with the one that shows it: a month of a
 * longer duration costs more than a month of a shorter one, or Advanced less than Basic.
 */
export function findPricesOutOfOrder<One extends PricedOffer>(
  offers: readonly One[],
): ReadonlyMap<string, One> {
  return new Map(
    offers.flatMap((offer) => {
      const other = offers.find((known) => isOutOfOrder(offer, known))
      return other ? [[offer.key, other] as const] : []
    }),
  )
}

function isOutOfOrder(offer: PricedOffer, other: PricedOffer): boolean {
  const [months, otherMonths] = [offer.durationMonths, other.durationMonths]
  if (months === null || otherMonths === null) {
    const isTier = offer.tier === 'Advanced' && other.tier === 'Basic'
    return isTier && offer.priceCents < other.priceCents
  }
  // Without a division, which would round.
  const isDearer = offer.priceCents * otherMonths > other.priceCents * months
  return months > otherMonths && isDearer
}
