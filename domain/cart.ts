import { type Offer } from './catalogue.ts'
import type { DurationMonths, ProductType } from './products.ts'
import { defaultTagColor, type RgbColor } from './color.ts'
import { cents, sumCents, type Cents } from './money.ts'

/** An entry of the local-storage list `cart`. `price` in euros, `duration` in months, a UUID as `id`. */
export interface CartItem {
  readonly id: string
  readonly name: string
  readonly type: ProductType
  readonly price: number
  readonly duration?: DurationMonths
  readonly color?: RgbColor
  /** Empty in a new clan tag; part of the stored shape. */
  readonly steamId?: string
  readonly discordUsername?: string
  /** What the staff need to know, as typed at the checkout. */
  readonly details?: string
}

export const maxDetailsLength = 500

/** The cart entry of an offer, without its id. Only colour tags use the colour. */
export function newCartItem(offer: Offer, color = defaultTagColor): Omit<CartItem, 'id'> {
  const { product, name, type, priceCents, durationMonths } = offer
  return {
    name,
    type,
    price: priceCents / 100,
    ...(durationMonths !== null && { duration: durationMonths }),
    ...(product.kind === 'color-tag' && { color }),
    ...(product.kind === 'color-tag' &&
      product.tag === 'clan' && { steamId: '', discordUsername: '' }),
  }
}

export function cartItemPriceCents(item: CartItem): Cents {
  return cents(Math.round(item.price * 100))
}

/** The total that the cart shows; the server calculates the price to pay. */
export function cartTotalCents(items: readonly CartItem[]): Cents {
  return sumCents(items.map(cartItemPriceCents))
}
