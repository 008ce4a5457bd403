import * as z from 'zod/mini'
import { parseJson } from '#web/app/browser-storage.ts'
import { readCart } from './cart-store.ts'
import { orderedText } from './stored-cart.ts'

const shape = z.catch(z.record(z.string(), z.string()), {})

/** The order of each item of the cart that has one: its payment may end after its tab was closed. */
export function readOrderedItems(): Readonly<Record<string, string>> {
  return shape.parse(parseJson(orderedText.read()))
}

/** Forgets the orders of what has left the cart. */
export function noteOrderOf(itemId: string, orderId: string): void {
  const inCart = new Set(readCart().map(({ id }) => id))
  const known = Object.entries(readOrderedItems()).filter(([id]) => inCart.has(id))
  orderedText.write(JSON.stringify({ ...Object.fromEntries(known), [itemId]: orderId }))
}
