import { cents, type Cents } from './money.ts'
import {
  durationsMonths,
  isSold,
  reskinTiers,
  typeOf,
  type DurationMonths,
  type Product,
  type ProductType,
  type ReskinTier,
} from './products.ts'

/** The part of an offer that the owner decides. */
export interface OfferTerms {
  /** Cents are written as decimals: 12.5 is 12,50 €. */
  readonly priceEuros: number
  /** PayPal's button for it; an offer without a button is shown, but cannot be bought. */
  readonly hostedButtonId: string | null
  /** Takes this duration or tier off the pages; its orders stay as they are. */
  readonly hidden?: boolean | undefined
}
/** The terms by the offers' keys. */
export type PriceList = Readonly<Record<string, OfferTerms>>

/** One thing with one price; an order is for one offer. */
export interface Offer {
  /** Its id in settings and in the database: `priority-queue/3`, `reskin-top/basic`. */
  readonly key: string
  readonly product: Product
  readonly type: ProductType
  /** With its tier, where it has one: `Top Reskin Basic`. */
  readonly name: string
  readonly durationMonths: DurationMonths | null
  readonly tier: ReskinTier | null
  /** In a sale, what it costs there. */
  readonly priceCents: Cents
  /** What it costs without a sale. */
  readonly listPriceCents: Cents
  readonly sale: SaleView | null
  readonly hostedButtonId: string | null
}

/** A sale that runs, for one offer or pack. */
export interface SaleView {
  readonly priceCents: number
  /** The lowest price of the 30 days before the sale; null where that was not above the sale's. */
  readonly struckCents: number | null
  /** ISO 8601; null without an end. */
  readonly endsAt: string | null
}
/** The sales that run, by the keys of offers and packs. */
export type SalesByKey = Readonly<Record<string, SaleView>>

/** The fields of a cart item that identify its offer; its price does not. */
export interface OfferChoice {
  readonly type: string
  readonly name: string
  readonly duration?: number | undefined
}

export interface Catalogue {
  /** Without those of hidden products. */
  readonly offers: readonly Offer[]
  /** The offer of a cart item; undefined when we do not sell it. */
  readonly findOffer: (choice: OfferChoice) => Offer | undefined
  /** The offers of one product, by duration or tier. */
  readonly offersOf: (slug: string) => readonly Offer[]
}

/** All offers, at the owner's terms and in the sales that run. */
export function createCatalogue(
  products: readonly Product[],
  priceList: PriceList,
  sales: SalesByKey = {},
): Catalogue {
  const offers = products
    .filter(isSold)
    .flatMap(variantsOf)
    .flatMap((variant): Offer[] => {
      const terms = priceList[variant.key]
      if (!terms || terms.hidden === true) return []
      const { priceEuros, hostedButtonId } = terms
      const listPriceCents = cents(Math.round(priceEuros * 100))
      const sale = sales[variant.key] ?? null
      const priceCents = sale ? cents(sale.priceCents) : listPriceCents
      return [{ ...variant, priceCents, listPriceCents, sale, hostedButtonId }]
    })
  return {
    offers,
    findOffer: ({ type, name, duration = null }) =>
      offers.find(
        (offer) => offer.type === type && offer.name === name && offer.durationMonths === duration,
      ),
    offersOf: (slug) => offers.filter(({ product }) => product.slug === slug),
  }
}

type Variant = Omit<Offer, 'priceCents' | 'listPriceCents' | 'sale' | 'hostedButtonId'>

/** What is sold of a product, whether it has a price or not: each duration or tier, or itself. */
export function variantsOf(product: Product): readonly Variant[] {
  const { kind, slug, name } = product
  const common = {
    key: slug,
    product,
    type: typeOf(product),
    name,
    durationMonths: null,
    tier: null,
  }
  if (kind === 'extra') return [common]
  if (kind === 'reskin') {
    return reskinTiers.map((tier) => {
      return { ...common, key: `${slug}/${tier.toLowerCase()}`, name: `${name} ${tier}`, tier }
    })
  }
  return durationsMonths.map((durationMonths) => {
    return { ...common, key: `${slug}/${durationMonths}`, durationMonths }
  })
}

/** Where a price list does not fit the products. */
export interface PriceFault {
  readonly code: 'price_missing' | 'unknown_product' | 'nothing_sold'
  readonly key: string
}

/** A hidden product may keep its prices. */
export function findPriceFaults(
  products: readonly Product[],
  priceList: PriceList,
): readonly PriceFault[] {
  const known = new Set(products.flatMap(variantsOf).map(({ key }) => key))
  const unknown = Object.keys(priceList).filter((key) => !known.has(key))
  return [
    ...products.filter(isSold).flatMap((product): PriceFault[] => {
      const keys = variantsOf(product).map(({ key }) => key)
      const missing = keys.filter((key) => !Object.hasOwn(priceList, key))
      if (missing.length > 0) return missing.map((key) => ({ code: 'price_missing', key }))
      const isHidden = keys.every((key) => priceList[key]?.hidden === true)
      return isHidden ? [{ code: 'nothing_sold', key: product.slug }] : []
    }),
    ...unknown.map((key): PriceFault => ({ code: 'unknown_product', key })),
  ]
}
