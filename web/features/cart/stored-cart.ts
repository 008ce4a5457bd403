import type { CartItem } from '#domain/cart.ts'
import { localText, parseJsonList } from '#web/app/browser-storage.ts'
import { newId } from '#web/app/new-id.ts'

/** The cart in this device's storage. */
export const cartText = localText('cart')

/** The orders that were opened for its items, by the ids of the items, as JSON. */
export const orderedText = localText('orderedItems')

/**
 * Appends an item under a new id and returns that id. Without parsing the others, which only their
 * readers need: the pages of the products load without that code.
 */
export function addToCart(item: Omit<CartItem, 'id'>): string {
  const id = newId()
  cartText.write(JSON.stringify([...parseJsonList(cartText.read()), { id, ...item }]))
  return id
}
