import type { Cents } from '#domain/money.ts'
import { getLocale } from './runtime.ts'

/** `499` US cents as `4,99 $`, in the manner of the page's language. */
export function formatDollars(amount: Cents): string {
  return new Intl.NumberFormat(getLocale(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(amount / 100)
}
