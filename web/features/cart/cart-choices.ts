import { cartItemPriceCents, cartTotalCents, type CartItem } from '#domain/cart.ts'
import type { Catalogue, Offer } from '#domain/catalogue.ts'
import { toHexColor } from '#domain/color.ts'
import type { Cents } from '#domain/money.ts'
import { catalogue } from '#web/features/products/catalogue.ts'

/** Whether an entry is a product that we sell; local storage may hold any name. */
export function isSold(item: CartItem): boolean {
  return catalogue().findOffer(item) !== undefined
}

/** The total of all entries that can be paid. */
export function soldTotalCents(items: readonly CartItem[]): Cents {
  return cartTotalCents(items.filter(isSold))
}

/** The durations or tiers that an entry can change to; empty if there is no choice. */
export function choicesFor(item: CartItem): readonly Offer[] {
  const offer = catalogue().findOffer(item)
  const offers = offer ? catalogue().offersOf(offer.product.slug) : []
  return offers.length > 1 ? offers : []
}

/** The entry changed to another offer of its product; its id and colour stay. */
export function withOffer(item: CartItem, offer: Offer): CartItem {
  const { name, priceCents, durationMonths } = offer
  return {
    ...item,
    name,
    price: priceCents / 100,
    ...(durationMonths !== null && { duration: durationMonths }),
  }
}

/** The buyer's answer about an entry; empty without one. */
export function answerOf({ details = '' }: CartItem): string {
  return details.trim()
}

export interface PriceChange {
  readonly item: CartItem
  readonly beforeCents: Cents
  readonly priceCents: Cents
}

/**
 * The entries that cost something else today than by the catalogue before; without one, than when they
 * were put into the cart, which another tab may have corrected already.
 */
export function findPriceChanges(
  items: readonly CartItem[],
  before: Catalogue | null = null,
): readonly PriceChange[] {
  return items.flatMap((item) => {
    const priceCents = catalogue().findOffer(item)?.priceCents
    const beforeCents = before?.findOffer(item)?.priceCents ?? cartItemPriceCents(item)
    const isChanged = priceCents !== undefined && priceCents !== beforeCents
    return isChanged ? [{ item, beforeCents, priceCents }] : []
  })
}

/** Whether two entries are the same offer at the same price, in the same colour and with the same answer. */
export function isSameChoice(one: CartItem, other: CartItem): boolean {
  return (
    one.type === other.type &&
    one.name === other.name &&
    one.duration === other.duration &&
    one.price === other.price &&
    colorText(one) === colorText(other) &&
    answerOf(one) === answerOf(other)
  )
}

function colorText({ color }: CartItem): string | null {
  return color ? toHexColor(color) : null
}
