import type { DurationMonths } from './products.ts'
import { cents, type Cents } from './money.ts'

/** A price for so many months. */
export interface TimedPrice {
  readonly durationMonths: DurationMonths
  readonly priceCents: Cents
}

/** What one month costs in a longer duration, rounded to the cent. */
export function pricePerMonthCents({ durationMonths, priceCents }: TimedPrice): Cents {
  return cents(Math.round(priceCents / durationMonths))
}

/** What a longer duration saves against buying as many single months; zero when it saves nothing. */
export function savingCents(price: TimedPrice, singleMonthCents: Cents): Cents {
  return cents(Math.max(0, singleMonthCents * price.durationMonths - price.priceCents))
}
