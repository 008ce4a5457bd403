import type { DurationMonths } from './products.ts'
import { cents, type Cents } from './money.ts'

/** A price for a number of months. */
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
