import type { Language } from '#contract/language.ts'
import type { Cents } from '#domain/money.ts'
import { formatLocale, getLocale } from './runtime.ts'

/** `2500` cents as `25 €`, as the page's language writes it; cents only if they are not zero. */
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
  // Intl writes a hyphen, after which a line may break.
  return new Intl.NumberFormat(getLocale(), { signDisplay: 'negative' })
    .format(value)
    .replace('-', '−')
}

/** `499` US cents as `4,99 $`, as the page's language writes it. */
export function formatDollars(amount: Cents): string {
  return new Intl.NumberFormat(getLocale(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(amount / 100)
}

/** `4320000` ms as `1 h 12 min` or `2 j 4 h`: whole minutes, rounded up. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  const units: readonly (readonly [number, string])[] =
    hours < 24
      ? [
          [hours, 'hour'],
          [minutes % 60, 'minute'],
        ]
      : [
          [Math.floor(hours / 24), 'day'],
          [hours % 24, 'hour'],
        ]
  return units
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(formatLocale(), { style: 'unit', unit }).format(count),
    )
    .join('\u00A0')
}

/** The languages of the site, each by its own name. */
export const ownNames: Readonly<Record<Language, string>> = {
  fr: 'Français',
  en: 'English',
  ru: 'Русский',
  es: 'Español',
}
