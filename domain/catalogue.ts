import { cents, type Cents } from './money.ts'

export const durationsMonths = [1, 3, 5, 7, 9, 12] as const
export type DurationMonths = (typeof durationsMonths)[number]

/** The kinds of cart item, by the names that local storage and the wire use. */
export const productTypes = [
  'Priority Queue',
  'Clan Color Tag',
  'Name Color Tag',
  'Reskin',
  'Extras',
] as const
export type ProductType = (typeof productTypes)[number]

/** A perk that is sold by duration. */
export interface TimedProduct {
  readonly slug: string
  readonly type: ProductType
  readonly name: string
  readonly priceCents: Readonly<Record<DurationMonths, Cents>>
}

/** One thing with one price: what an order is made of. `key` names it in settings and in the database. */
export interface Offer {
  readonly key: string
  readonly type: ProductType
  readonly name: string
  readonly durationMonths: DurationMonths
  readonly priceCents: Cents
}

const euros = (amount: number): Cents => cents(amount * 100)

export const priorityQueue: TimedProduct = {
  slug: 'priority-queue',
  type: 'Priority Queue',
  name: 'Priority Queue',
  priceCents: {
    1: euros(10),
    3: euros(25),
    5: euros(40),
    7: euros(55),
    9: euros(70),
    12: euros(90),
  },
}

const timedProducts: readonly TimedProduct[] = [priorityQueue]

export const offers: readonly Offer[] = timedProducts.flatMap((product) =>
  durationsMonths.map((durationMonths) => ({
    key: `${product.slug}/${durationMonths}`,
    type: product.type,
    name: product.name,
    durationMonths,
    priceCents: product.priceCents[durationMonths],
  })),
)

/** What of a cart item says which offer it stands for; its price does not. */
export interface OfferChoice {
  readonly type: string
  readonly name: string
  readonly duration?: number | undefined
}

/** The offer that a cart item stands for; undefined when we sell no such thing. */
export function findOffer(choice: OfferChoice): Offer | undefined {
  return offers.find(
    (offer) =>
      offer.type === choice.type &&
      offer.name === choice.name &&
      offer.durationMonths === choice.duration,
  )
}
