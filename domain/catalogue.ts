import { cents, type Cents } from './money.ts'
import { durationsMonths, type DurationMonths, type ProductType } from './products.ts'

const timedProducts = [
  { slug: 'priority-queue', type: 'Priority Queue' },
  { slug: 'clan-color-tag', type: 'Clan Color Tag' },
  { slug: 'name-color-tag', type: 'Name Color Tag' },
] as const

const reskins = [
  { slug: 'reskin-top', name: 'Top Reskin' },
  { slug: 'reskin-pant', name: 'Pant Reskin' },
  { slug: 'reskin-armour', name: 'Armure Reskin' },
  { slug: 'reskin-helmet', name: 'Helmet Reskin' },
  { slug: 'reskin-sniper', name: 'Sniper Reskin' },
  { slug: 'reskin-auto', name: 'Auto Weapon Reskin' },
] as const

export const reskinTiers = ['Basic', 'Advanced'] as const
export type ReskinTier = (typeof reskinTiers)[number]
const tierKeys = { Basic: 'basic', Advanced: 'advanced' } as const

const extras = [
  { slug: 'reset-stats', name: 'Reset your stats' },
  { slug: 'reset-enemies-stats', name: 'Reset your enemies stats' },
] as const

export type TimedSlug = (typeof timedProducts)[number]['slug']
export type ReskinSlug = (typeof reskins)[number]['slug']
export type ExtraSlug = (typeof extras)[number]['slug']
export type ProductSlug = TimedSlug | ReskinSlug | ExtraSlug

/** The id of an offer in settings and in the database: `priority-queue/3`, `reskin-top/basic`. */
export type OfferKey =
  | `${TimedSlug}/${DurationMonths}`
  | `${ReskinSlug}/${(typeof tierKeys)[ReskinTier]}`
  | ExtraSlug

/** The part of an offer that the owner decides. */
export interface OfferTerms {
  /** Cents are written as decimals: 12.5 is 12,50 €. */
  readonly priceEuros: number
  /** PayPal's button for it; an offer without a button is shown, but cannot be bought. */
  readonly hostedButtonId: string | null
}
export type PriceList = Readonly<Record<OfferKey, OfferTerms>>

/** One thing with one price; an order is for one offer. */
export interface Offer {
  readonly key: OfferKey
  readonly slug: ProductSlug
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
  readonly offers: readonly Offer[]
  /** The offer of a cart item; undefined when we do not sell it. */
  readonly findOffer: (choice: OfferChoice) => Offer | undefined
  /** The offers of one product, in the order of the price list. */
  readonly offersOf: (slug: ProductSlug) => readonly Offer[]
}

/** All offers, at the owner's terms. Throws one error that names all faults of the price list. */
export function createCatalogue(priceList: PriceList): Catalogue {
  const faults = validatePriceList(priceList)
  if (faults.length > 0) throw new Error(`the price list: ${faults.join('; ')}`)
  const offers = variants.map((variant): Offer => {
    const { priceEuros, hostedButtonId } = priceList[variant.key]
    return { ...variant, priceCents: cents(Math.round(priceEuros * 100)), hostedButtonId }
  })
  return {
    offers,
    findOffer: ({ type, name, duration = null }) =>
      offers.find(
        (offer) => offer.type === type && offer.name === name && offer.durationMonths === duration,
      ),
    offersOf: (slug) => offers.filter((offer) => offer.slug === slug),
  }
}

type Variant = Omit<Offer, 'priceCents' | 'hostedButtonId'>

const variants: readonly Variant[] = [
  ...timedProducts.flatMap(({ slug, type }) =>
    durationsMonths.map((durationMonths): Variant => {
      const key = `${slug}/${durationMonths}` as const
      return { key, slug, type, name: type, durationMonths, tier: null }
    }),
  ),
  ...reskins.flatMap(({ slug, name }) =>
    reskinTiers.map((tier): Variant => {
      const key = `${slug}/${tierKeys[tier]}` as const
      return { key, slug, type: 'Reskin', name: `${name} ${tier}`, durationMonths: null, tier }
    }),
  ),
  ...extras.map(({ slug, name }): Variant => {
    return { key: slug, slug, type: 'Extras', name, durationMonths: null, tier: null }
  }),
]

/** All faults of a price list, a sentence each; empty when it is valid. */
export function validatePriceList(priceList: Readonly<Record<string, OfferTerms>>): string[] {
  const keys = new Set<string>(variants.map(({ key }) => key))
  const entries = Object.entries(priceList)
  const buttonIds = entries.flatMap(([, { hostedButtonId }]) => hostedButtonId ?? [])
  return [
    ...[...keys].filter((key) => !Object.hasOwn(priceList, key)).map((key) => `${key} is missing`),
    ...entries.flatMap(([key, terms]) => [
      ...(keys.has(key) ? [] : [`${key}: unknown product`]),
      ...(isPrice(terms.priceEuros) ? [] : [`${key} has no price above 0 in euros and cents`]),
      ...(isButtonId(terms.hostedButtonId) ? [] : [`${key}: its PayPal button id is invalid`]),
    ]),
    // Two offers with one button would cost the same at PayPal.
    ...buttonIds
      .filter((id, index) => buttonIds.indexOf(id) !== index)
      .map((id) => `the button ${id} stands for two offers`),
  ]
}

function isPrice(euros: number): boolean {
  const amount = Math.round(euros * 100)
  return amount > 0 && amount <= 999_999_99 && Math.abs(amount - euros * 100) < 1e-6
}

function isButtonId(id: string | null): boolean {
  return id === null || /^[A-Z0-9]{5,40}$/.test(id)
}
