import { formatLocale, getLocale } from '#web/i18n/runtime.ts'

/** An ISO 8601 time as day and minute, in the manner of the page's language and the reader's zone. */
export function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat(formatLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(iso))
}

/** An amount in the currency that was paid, which need not be ours. All of PayPal's that we meet have two decimals. */
export function formatAmount(amountCents: number, currency: string): string {
  return new Intl.NumberFormat(getLocale(), {
    style: 'currency',
    currency,
    minimumFractionDigits: amountCents % 100 === 0 ? 0 : 2,
  }).format(amountCents / 100)
}
