import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { toDecimal } from '#domain/money.ts'
import type { OpenOrderBody } from '#contract/checkout.ts'
import type { Buyer } from './buyer-details.ts'

/** The body that opens the order of one cart item. The server compares the prices, it does not use them. */
export function openOrderBody(
  item: CartItem,
  buyer: Buyer,
  discordAvatarUrl: string | null,
): OpenOrderBody {
  return {
    ...buyer,
    discordAvatarUrl,
    items: [item],
    totalPrice: toDecimal(cartItemPriceCents(item)),
  }
}
