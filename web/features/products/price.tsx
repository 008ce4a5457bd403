import type { SaleView } from '#domain/catalogue.ts'
import { cents, type Cents } from '#domain/money.ts'
import { site } from '#web/app/site.ts'
import { inWords } from '#web/i18n/format-time.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'

/** What something costs, in a sale or not: an offer or a pack. */
export interface Priced {
  readonly priceCents: Cents
  readonly sale: SaleView | null
}

interface PriceProps {
  readonly of: Priced
  readonly format?: (amount: Cents) => string
  /** Instead of the price alone, such as `Dès 10 €`. */
  readonly now?: string
}

/** A price, beside the one before the sale where that may be claimed. */
export function Price({ of: { priceCents, sale }, format = formatCents, now }: PriceProps) {
  const struckCents = sale?.struckCents ?? null
  const percent = struckCents === null ? null : percentOff(priceCents, struckCents)
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-[0.4em]">
      <span>{now ?? format(priceCents)}</span>
      {struckCents !== null && (
        <span className="inline-flex items-baseline gap-[0.4em] text-[max(0.6em,0.8125rem)] font-normal whitespace-nowrap">
          <s>
            <span className="sr-only">{`${m.price_before()} `}</span>
            <span>{format(cents(struckCents))}</span>
          </s>
          {percent !== null && <span className="font-semibold">{percent}</span>}
        </span>
      )}
    </span>
  )
}

/** Rounded down: no more is claimed than there is, and nothing below 1 %. */
export function percentOff(priceCents: number, struckCents: number): string | null {
  const percent = Math.floor(((struckCents - priceCents) * 100) / struckCents)
  if (percent < 1) return null
  return new Intl.NumberFormat(formatLocale(), { style: 'percent' })
    .format(-percent / 100)
    .replace('-', '−')
}

/** Until when the prices of a page are those of a sale, and what a struck price is. */
export function SaleNote({ prices, className }: SaleNoteProps) {
  const sales = prices.flatMap(({ sale }) => sale ?? [])
  if (sales.length === 0) return null
  const [end] = sales.flatMap(({ endsAt }) => endsAt ?? []).toSorted()
  const isStruck = sales.some(({ struckCents }) => struckCents !== null)
  return (
    <p className={className}>
      <span>{end === undefined ? m.sale_on() : m.sale_until({ date: lastDay(end) })}</span>
      {isStruck && <span>{` ${m.sale_struck()}`}</span>}
    </p>
  )
}

interface SaleNoteProps {
  readonly prices: readonly Priced[]
  readonly className?: string
}

const minuteMs = 60_000

/** The last day on which a sale runs; one that ends at midnight ran on the day before. In the community's time zone, as the server renders it. */
function lastDay(end: string): string {
  const { timeZone } = site().server.restarts
  const last = new Date(Date.parse(end) - minuteMs).toISOString()
  return inWords(last, { dateStyle: 'long', timeZone })
}
