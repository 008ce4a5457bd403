import type { DurationMonths, TimedProduct } from './catalogue.ts'
import { cents, type Cents } from './money.ts'

/** What one month costs in a longer duration, rounded to the cent. */
export function pricePerMonthCents(product: TimedProduct, months: DurationMonths): Cents {
  return cents(Math.round(product.priceCents[months] / months))
}

/** What a longer duration saves against buying as many single months; zero when it saves nothing. */
export function savingCents(product: TimedProduct, months: DurationMonths): Cents {
  return cents(Math.max(0, product.priceCents[1] * months - product.priceCents[months]))
}
