export const durationsMonths = [1, 3, 5, 7, 9, 12] as const
export type DurationMonths = (typeof durationsMonths)[number]

export const reskinTiers = ['Basic', 'Advanced'] as const
export type ReskinTier = (typeof reskinTiers)[number]

interface AnyProduct {
  /** In the address of its page, in its texts, and at the start of its offers' keys. */
  readonly slug: string
  /** Shown in every language as it is, and stored with carts and orders. */
  readonly name: string
  /** Hidden products have no page and are not for sale. Their orders stay as they are. */
  readonly hidden?: boolean
}

interface AnyTimedProduct extends AnyProduct {
  /** How many players can have its perk at once; without a number, all who want it. */
  readonly slots?: number
}

export interface TimedProduct extends AnyTimedProduct {
  readonly kind: 'timed'
  /** What it gives in the game, if we can deliver that; otherwise the staff does. */
  readonly perk?: 'priority_queue'
  /** A drawing; without one a crate is shown. */
  readonly picture?: 'queue'
}

/** A tag for a number of months, in a colour that the buyer chooses. */
export interface ColorTag extends AnyTimedProduct {
  readonly kind: 'color-tag'
  /** What is coloured. */
  readonly tag: 'clan' | 'name'
}

/** A new look for one kind of item, in each of the tiers. Its slug starts with `reskin-`. */
export interface Reskin extends AnyProduct {
  readonly kind: 'reskin'
  /** The page with its tile. */
  readonly group: 'gear' | 'weapon'
  readonly picture: 'top' | 'pant' | 'armour' | 'helmet' | 'sniper' | 'auto'
}

/** A product that is bought once. All of them share one page. */
export interface Extra extends AnyProduct {
  readonly kind: 'extra'
  /** A drawing; without one a crate is shown. */
  readonly picture?: 'reset-stats' | 'reset-enemies'
}

export type Product = TimedProduct | ColorTag | Reskin | Extra

/**
 * The perk that a product gives for some time, by its name in the API: one that we can deliver, or
 * the product's own, which the staff hands over. Null for a product that is handed over once.
 */
export function perkOf(product: Product): string | null {
  if (product.kind === 'timed') return product.perk ?? product.slug
  return product.kind === 'color-tag' ? `${product.tag}_tag_color` : null
}

/** The perk whose colour its holder may change. */
export const colorPerk = 'name_tag_color'
/** The permission to colour the tag of the own clan. */
export const clanColorPerk = 'clan_tag_color'

/** Whether it is in the game, where only the game's own adapters or the staff can deliver it. */
export function isGamePerk(perk: string): boolean {
  return perk === 'priority_queue' || perk === colorPerk || perk === clanColorPerk
}

/** Whether it is delivered in the game, or one of these products gives it. */
export function isPerk(products: readonly Product[], perk: string): boolean {
  return isGamePerk(perk) || products.some((product) => perkOf(product) === perk)
}

/** A role in Discord for as long as somebody holds a perk. */
export interface DiscordRole {
  readonly roleId: string
  /** The perk, by its name in the API; without one, any. */
  readonly perk?: string
}

/** The type of a cart item, as local storage, the API and the database name it. */
export type ProductType = string

/** Whether it is on the pages. */
export function isSold({ hidden }: Product): boolean {
  return hidden !== true
}

export function typeOf({ kind, name }: Product): ProductType {
  if (kind === 'reskin') return 'Reskin'
  return kind === 'extra' ? 'Extras' : name
}

/** A product of this type; all products of one type are of one kind. */
export function productOfType(
  products: readonly Product[],
  type: ProductType,
): Product | undefined {
  return products.find((product) => typeOf(product) === type)
}

/** The product of an order, by the key of its offer, also when it is hidden. */
export function productOfOffer(
  products: readonly Product[],
  offerKey: string,
): Product | undefined {
  const [slug] = offerKey.split('/')
  return products.find((product) => product.slug === slug)
}

/** The product of a cart item, which has no key, also when it is hidden. */
export function productOfItem(
  products: readonly Product[],
  { type, name }: { readonly type: ProductType; readonly name: string },
): Product | undefined {
  return products.find(
    (product) =>
      typeOf(product) === type &&
      (product.kind === 'reskin'
        ? reskinTiers.some((tier) => name === `${product.name} ${tier}`)
        : name === product.name),
  )
}
