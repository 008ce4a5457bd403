import { csvLine, csvText } from './csv.ts'
import { cents, toDecimal } from './money.ts'
import type { OfferKind } from './offers.ts'
import { clockAt, timeAtClock, type Month } from './time-zone.ts'

/** What can move money: who sells gets it, gives it back, loses it, and gets it back after a win. */
export const movementKinds = ['sale', 'refund', 'dispute', 'dispute_won'] as const
export type MovementKind = (typeof movementKinds)[number]

/** A movement of money, or the sum of several that differ in their amounts alone. */
export interface Entry {
  readonly kind: MovementKind
  /** What it was about; null for a payment without an order. */
  readonly product: Product | null
  /** The sale or code that its price was of. */
  readonly offer: BookOffer | null
  /** ISO 3166-1; null where the provider did not name it. */
  readonly country: string | null
  /** In the currency of the buyer; below zero where it left us. */
  readonly grossCents: number
  readonly currency: string
  /** Null, as the settled amount, while the provider has not named it. */
  readonly feeCents: number | null
  readonly feeCurrency: string | null
  /** What our balance at the provider changed by. */
  readonly settledNetCents: number | null
  readonly settledCurrency: string | null
}

export interface Product {
  /** The key of an offer, or `pack/` and the Kr of a pack. */
  readonly key: string
  readonly name: string
  readonly durationMonths: number | null
}

export interface BookOffer {
  readonly id: string
  readonly kind: OfferKind
  readonly value: number
  /** Null of a sale. */
  readonly code: string | null
  readonly note: string
}

/** Figures of one currency. A sale in dollars that arrives as euros is in the figures of both. */
export interface Figures {
  readonly currency: string
  /** Sales that were paid in it. */
  readonly count: number
  readonly grossCents: number
  readonly feeCents: number
  /** What refunds and lost or open disputes took, less what won ones returned. */
  readonly refundedCents: number
  /** What arrived on our balance in it. */
  readonly netCents: number
}

interface Counted {
  readonly entry: Entry
  /** How many movements the entry is the sum of. */
  readonly count: number
}

/** The figures of a month, by product, by country and by offer. */
export function summarize(counted: readonly Counted[]) {
  const byProduct = Map.groupBy(counted, ({ entry }) => entry.product?.key ?? null)
  const byCountry = Map.groupBy(counted, ({ entry }) => entry.country)
  const byOffer = Map.groupBy(counted, ({ entry }) => entry.offer?.id ?? null)
  return {
    total: addUp(counted),
    products: [...byProduct.values()]
      .map((own) => ({ product: own[0]?.entry.product ?? null, figures: addUp(own) }))
      .toSorted(
        (a, b) =>
          compareTexts(a.product?.name, b.product?.name) ||
          (a.product?.durationMonths ?? 0) - (b.product?.durationMonths ?? 0),
      ),
    countries: [...byCountry]
      .map(([country, own]) => ({ country, figures: addUp(own) }))
      .toSorted((a, b) => compareTexts(a.country ?? undefined, b.country ?? undefined)),
    offers: [...byOffer.values()]
      .map((own) => ({ offer: own[0]?.entry.offer ?? null, figures: addUp(own) }))
      .toSorted((a, b) => compareTexts(offerName(a.offer), offerName(b.offer))),
    /** Movements whose fee the provider has not named. */
    withoutFee: counted
      .filter(({ entry }) => entry.feeCents === null)
      .reduce((sum, { count }) => sum + count, 0),
  }
}

function offerName(offer: BookOffer | null): string | undefined {
  if (offer === null) return undefined
  const { kind, value, code, note } = offer
  return code ?? (note === '' ? `${kind} ${value}` : note)
}

/** What has no name comes last. */
function compareTexts(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  return a === undefined || (b !== undefined && a > b) ? 1 : -1
}

function addUp(counted: readonly Counted[]): Figures[] {
  const sums = new Map<string, { -readonly [Name in keyof Figures]: Figures[Name] }>()
  const of = (currency: string) => {
    const known = sums.get(currency)
    if (known) return known
    const none = { currency, count: 0, grossCents: 0, feeCents: 0, refundedCents: 0, netCents: 0 }
    sums.set(currency, none)
    return none
  }
  for (const { entry, count } of counted) {
    const paid = of(entry.currency)
    if (entry.kind === 'sale') {
      paid.count += count
      paid.grossCents += entry.grossCents
    } else paid.refundedCents -= entry.grossCents
    if (entry.feeCurrency !== null) of(entry.feeCurrency).feeCents += entry.feeCents ?? 0
    if (entry.settledCurrency !== null)
      of(entry.settledCurrency).netCents += entry.settledNetCents ?? 0
  }
  return [...sums.values()].toSorted((a, b) => compareTexts(a.currency, b.currency))
}

/** The gross less the fee, in the currency of the buyer; null where the fee is in another one. */
export function netOf({
  grossCents,
  currency,
  feeCents,
  feeCurrency,
}: Pick<Entry, 'grossCents' | 'currency' | 'feeCents' | 'feeCurrency'>): number | null {
  return feeCents !== null && feeCurrency === currency ? grossCents - feeCents : null
}

const monthText = /^(\d{4})-(0[1-9]|1[0-2])$/

export function isMonth(text: string): boolean {
  return monthText.test(text)
}

/** From its first moment on, and before that of the next one, by the clock of a time zone. */
export function monthPeriod(
  timeZone: string,
  month: Month,
): { readonly from: Date; readonly to: Date } {
  const [, year = '1970', number = '01'] = monthText.exec(month) ?? []
  const at = (index: number) => new Date(timeAtClock(timeZone, Date.UTC(Number(year), index, 1)))
  return { from: at(Number(number) - 1), to: at(Number(number)) }
}

/** The day of a time by the clock of a time zone, as `2026-11-30`. */
function dayAt(timeZone: string, time: Date): string {
  return clockAt(timeZone, time).toISOString().slice(0, 10)
}

/** A movement as a line of the books. */
export interface BookRow extends Entry {
  /** The provider's id of it. */
  readonly reference: string
  readonly provider: string
  readonly movedAt: Date
  /** The provider's id of the payment that it is a part of. */
  readonly paymentReference: string
  /** Our order or pack. */
  readonly orderId: string | null
  /** In the currency of the buyer, what it cost without the offer; null without one. */
  readonly listPriceCents: number | null
}

const columns = [
  'date',
  'time',
  'type',
  'product',
  'product_id',
  'country',
  'provider',
  'movement_id',
  'payment_id',
  'order_id',
  'offer',
  'offer_id',
] as const
const amountColumns = ['gross', 'fee', 'net', 'settled_net', 'list_price'] as const

/** The first line of the file, with columns for each currency of its rows. */
export function csvHead(currencies: readonly string[]): string {
  return csvLine([
    ...columns,
    ...currencies.flatMap((currency) => amountColumns.map((name) => `${name}_${currency}`)),
  ])
}

/** Days by the clock of the time zone; times in UTC. */
export function csvRow(row: BookRow, currencies: readonly string[], timeZone: string): string {
  return csvLine([
    dayAt(timeZone, row.movedAt),
    row.movedAt.toISOString(),
    row.kind,
    csvText(row.product?.name),
    csvText(row.product?.key),
    csvText(row.country),
    csvText(row.provider),
    csvText(row.reference),
    csvText(row.paymentReference),
    csvText(row.orderId),
    csvText(offerName(row.offer)),
    csvText(row.offer?.id),
    ...currencies.flatMap((currency) => [
      currency === row.currency ? csvAmount(row.grossCents) : '',
      currency === row.feeCurrency ? csvAmount(row.feeCents) : '',
      currency === row.currency ? csvAmount(netOf(row)) : '',
      currency === row.settledCurrency ? csvAmount(row.settledNetCents) : '',
      // Of the sale alone, so that a sum has each order once.
      currency === row.currency && row.kind === 'sale' ? csvAmount(row.listPriceCents) : '',
    ]),
  ])
}

function csvAmount(amount: number | null): string {
  return amount === null ? '' : toDecimal(cents(amount))
}
