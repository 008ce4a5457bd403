import { cents, isPrice, type Cents } from './money.ts'
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
  readonly priceCents: Cents
  readonly hostedButtonId: string | null
}

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

/** All offers, at the owner's terms. Throws one error that names all faults of the price list. */
export function createCatalogue(products: readonly Product[], priceList: PriceList): Catalogue {
  const faults = validatePriceList(products, priceList)
  if (faults.length > 0) throw new Error(`the price list: ${faults.join('; ')}`)
  const offers = products
    .filter(isSold)
    .flatMap(variantsOf)
    .flatMap((variant): Offer[] => {
      const terms = priceList[variant.key]
      if (!terms) return []
      const { priceEuros, hostedButtonId } = terms
      return [{ ...variant, priceCents: cents(Math.round(priceEuros * 100)), hostedButtonId }]
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

type Variant = Omit<Offer, 'priceCents' | 'hostedButtonId'>

function variantsOf(product: Product): Variant[] {
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

/** All faults of a price list, a sentence each; empty when it is valid. */
export function validatePriceList(products: readonly Product[], priceList: PriceList): string[] {
  // A hidden product may keep its prices.
  const known = new Set(keysOf(products))
  const entries = Object.entries(priceList)
  const buttonIds = entries.flatMap(([, { hostedButtonId }]) => hostedButtonId ?? [])
  return [
    ...keysOf(products.filter(isSold))
      .filter((key) => !Object.hasOwn(priceList, key))
      .map((key) => `${key} is missing`),
    ...entries.flatMap(([key, terms]) => [
      ...(known.has(key) ? [] : [`${key}: unknown product`]),
      ...(isPrice(terms.priceEuros) ? [] : [`${key} has no price above 0 in euros and cents`]),
      ...(isButtonId(terms.hostedButtonId) ? [] : [`${key}: its PayPal button id is invalid`]),
    ]),
    // Two offers with one button would cost the same at PayPal.
    ...buttonIds
      .filter((id, index) => buttonIds.indexOf(id) !== index)
      .map((id) => `the button ${id} is used for two offers`),
  ]
}

function keysOf(products: readonly Product[]): string[] {
  return products.flatMap(variantsOf).map(({ key }) => key)
}

function isButtonId(id: string | null): boolean {
  return id === null || /^[A-Z0-9]{5,40}$/.test(id)
}
