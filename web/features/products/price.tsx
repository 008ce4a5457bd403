import type { SaleView } from '#domain/catalogue.ts'
import { cents, type Cents } from '#domain/money.ts'
import { site } from '#web/app/site.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { formatDateTime, inWords } from '#web/i18n/format-time.ts'
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
        <span
          title={m.sale_struck()}
          className="inline-flex items-baseline gap-[0.4em] text-[max(0.6em,0.8125rem)] font-normal whitespace-nowrap"
        >
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
  // Until the page knows the visitor's zone it has the community's, as the server renders it.
  const timeZone = useIsHydrated() ? undefined : site().server.restarts.timeZone
  const sales = prices.flatMap(({ sale }) => sale ?? [])
  if (sales.length === 0) return null
  const ends = new Set(sales.map(({ endsAt }) => endsAt)).size
  const [end] = sales.flatMap(({ endsAt }) => endsAt ?? []).toSorted()
  const isStruck = sales.some(({ struckCents }) => struckCents !== null)
  return (
    <p className={className}>
      <span>{untilText(end, ends > 1, timeZone)}</span>
      {isStruck && <span>{` ${m.sale_struck()}`}</span>}
    </p>
  )
}

interface SaleNoteProps {
  readonly prices: readonly Priced[]
  readonly className?: string
}

const minuteMs = 60_000

/** One that ends at midnight ran until the end of the day before; of any other the hour is said. */
function untilText(
  end: string | undefined,
  areOthersLonger: boolean,
  timeZone: string | undefined,
): string {
  if (end === undefined) return m.sale_on()
  const dayOf = (ms: number) => inWords(new Date(ms).toISOString(), { timeZone })
  const endMs = Date.parse(end)
  const lastDay = dayOf(endMs - minuteMs)
  const isWholeDay = dayOf(endMs) !== lastDay
  const date = isWholeDay ? lastDay : formatDateTime(end, timeZone)
  if (areOthersLonger) return m.sale_first_until({ date })
  return isWholeDay ? m.sale_until_day({ date }) : m.sale_until({ date })
}
