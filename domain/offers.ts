import { cents, type Cents } from './money.ts'

/**
 * What an offer gives: percent or cents off a price, or as a gift Kr or months of a perk. One without
 * a code is a sale, which holds for everybody.
 */
export const offerKinds = ['percent', 'amount', 'kr', 'perk'] as const
export type OfferKind = (typeof offerKinds)[number]

/** Costs nothing: it is redeemed by a code. */
export function isGift(kind: OfferKind): kind is 'kr' | 'perk' {
  return kind === 'kr' || kind === 'perk'
}

/** The name of all packs among an offer's products. */
export const packsName = 'packs'

/** The key of a pack's price, beside those of the price list. */
export function packKey(priceId: string): string {
  return `${packsName}/${priceId}`
}

export interface Reduction {
  /** Of a gift, which costs nothing, none. */
  readonly kind: OfferKind
  /** Whole percent, or cents. */
  readonly value: number
  /** Slugs, or `packs`; null is everything that costs euros. */
  readonly products: readonly string[] | null
}

/** What no reduction goes below: the least that the providers take, in euros and dollars. */
const leastCents = 50

/** The price of something at the list price, if the reduction is for it: a percent is never less than it says. */
export function reducedCents(key: string, listCents: Cents, by: Reduction): Cents {
  if (!isReduced(key, by)) return listCents
  const off = by.kind === 'percent' ? (listCents * by.value) / 100 : by.value
  return cents(Math.min(listCents, Math.max(leastCents, Math.floor(listCents - off))))
}

function isReduced(key: string, { kind, products }: Reduction): boolean {
  if (isGift(kind)) return false
  const [slug = key] = key.split('/')
  return products === null ? slug !== packsName : products.includes(slug)
}

export interface Sale extends Reduction {
  readonly id: string
  readonly startsAt: Date
  readonly endsAt: Date | null
}

/** From when a price was on the list; null while it was not for sale. */
export interface ListPrice {
  readonly key: string
  readonly priceCents: Cents | null
  readonly since: Date
}

/** What something costs in a sale. */
export interface SalePrice {
  readonly offerId: string
  readonly priceCents: Cents
  /** The lowest price of the 30 days before the sale; null where that was not above the sale's. */
  readonly struckCents: Cents | null
  readonly endsAt: Date | null
}

const referenceMilliseconds = 30 * 24 * 60 * 60_000

/**
 * The price in the sales that run: the lowest one counts, they never add up. Null where none is below
 * the list price. `sales` and `history` are those of the last 30 days before the oldest running sale
 * too.
 */
export function salePriceOf(
  { key, priceCents }: { readonly key: string; readonly priceCents: Cents },
  now: Date,
  { sales, history }: { readonly sales: readonly Sale[]; readonly history: readonly ListPrice[] },
): SalePrice | null {
  const best = lowest(
    sales
      .filter((sale) => isRunning(sale, now))
      .map((sale) => ({ sale, priceCents: reducedCents(key, priceCents, sale) })),
  )
  if (!best || best.priceCents >= priceCents) return null
  const { sale } = best
  const before = lowestBefore(key, sale.startsAt, {
    sales,
    history: history.filter((entry) => entry.key === key),
  })
  return {
    offerId: sale.id,
    priceCents: best.priceCents,
    struckCents: before !== null && before > best.priceCents ? before : null,
    endsAt: sale.endsAt,
  }
}

/**
 * The lowest price of the 30 days before, sales included (directive 98/6/EC, article 6a); null where
 * it was not for sale.
 */
function lowestBefore(
  key: string,
  end: Date,
  { sales, history }: { readonly sales: readonly Sale[]; readonly history: readonly ListPrice[] },
): Cents | null {
  const start = new Date(end.getTime() - referenceMilliseconds)
  // A price changes only when one of these begins or ends.
  const changes = [
    ...history.map(({ since }) => since),
    ...sales.flatMap(({ startsAt, endsAt }) => [startsAt, ...(endsAt ? [endsAt] : [])]),
  ]
  const times = [start, ...changes.filter((time) => time > start && time < end)]
  const prices = times.flatMap((time) => {
    const listed = history.findLast(({ since }) => since <= time)?.priceCents ?? null
    if (listed === null) return []
    const running = sales.filter((sale) => isRunning(sale, time))
    return [listed, ...running.map((sale) => reducedCents(key, listed, sale))]
  })
  return prices.length === 0 ? null : cents(Math.min(...prices))
}

function isRunning({ startsAt, endsAt }: Sale, at: Date): boolean {
  return startsAt <= at && (endsAt === null || at < endsAt)
}

function lowest<Priced extends { readonly priceCents: Cents }>(
  priced: readonly Priced[],
): Priced | undefined {
  return priced.reduce<Priced | undefined>(
    (best, one) => (best && best.priceCents <= one.priceCents ? best : one),
    undefined,
  )
}

/** A code as it is stored and compared: case, spaces and dashes do not matter. */
export function normalCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
}

/** What the log and the ledger call a code: its owner knows it by its end, and nobody can use it. */
export function codeEnd(code: string): string {
  return `…${code.slice(3).slice(-4)}`
}
