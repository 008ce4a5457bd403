import * as z from 'zod/mini'
import { parseJson } from '#web/app/browser-storage.ts'
import { readCart } from './cart-store.ts'
import { orderedText } from './stored-cart.ts'

const shape = z.catch(z.record(z.string(), z.string()), {})

interface OrderedItem {
  readonly itemId: string
  readonly orderId: string
}

/** The items of the cart that have an order: its payment may end after its tab was closed. */
export function readOrderedItems(): readonly OrderedItem[] {
  const inCart = new Set(readCart().map(({ id }) => id))
  return Object.entries(shape.parse(parseJson(orderedText.read())))
    .filter(([itemId]) => inCart.has(itemId))
    .map(([itemId, orderId]) => ({ itemId, orderId }))
}

/** Stores these instead; of what has left the cart nothing is kept. */
export function writeOrderedItems(items: readonly OrderedItem[]): void {
  const entries = items.map(({ itemId, orderId }) => [itemId, orderId] as const)
  orderedText.write(entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries)))
}
