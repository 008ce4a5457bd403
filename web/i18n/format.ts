import type { Cents } from '#domain/money.ts'
import { getLocale } from './runtime.ts'

/** `2500` cents as `25 €`, in the manner of the page's language; cents only where there are some. */
export function formatCents(amount: Cents): string {
  return new Intl.NumberFormat(getLocale(), {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
  }).format(amount / 100)
}

/** `1200` as `1 200 Kr`. */
export function formatKr(kr: number): string {
  return `${formatNumber(kr)}\u00A0Kr`
}

export function formatNumber(value: number): string {
  // A line may break after the hyphen that languages put there.
  return new Intl.NumberFormat(getLocale(), { signDisplay: 'negative' })
    .format(value)
    .replace('-', '−')
}
