import { catalogue } from '#site/catalogue.ts'
import { cartTotalCents, type CartItem } from '#domain/cart.ts'
import type { Offer } from '#domain/catalogue.ts'
import { toHexColor } from '#domain/color.ts'
import type { Cents } from '#domain/money.ts'

/** Whether an entry stands for something that we sell; local storage may hold any name. */
export function isSold(item: CartItem): boolean {
  return catalogue.findOffer(item) !== undefined
}

/** What the entries cost that can be paid. */
export function soldTotalCents(items: readonly CartItem[]): Cents {
  return cartTotalCents(items.filter(isSold))
}

/** What an entry can be: the durations or tiers of its product; none where there is no choice. */
export function choicesFor(item: CartItem): readonly Offer[] {
  const offer = catalogue.findOffer(item)
  const offers = offer ? catalogue.offersOf(offer.slug) : []
  return offers.length > 1 ? offers : []
}

/** The entry as another offer of its product; its id, its colour and all else stay. */
export function withOffer(item: CartItem, offer: Offer): CartItem {
  const { name, priceCents, durationMonths } = offer
  return {
    ...item,
    name,
    price: priceCents / 100,
    ...(durationMonths !== null && { duration: durationMonths }),
  }
}

/** Whether two entries ask for the same thing at the same price, in the same colour. */
export function isSameChoice(one: CartItem, other: CartItem): boolean {
  return (
    one.type === other.type &&
    one.name === other.name &&
    one.duration === other.duration &&
    one.price === other.price &&
    colorText(one) === colorText(other)
  )
}

function colorText({ color }: CartItem): string | null {
  return color ? toHexColor(color) : null
}
