import { useSyncExternalStore } from 'react'
import type { CartItem } from '#domain/cart.ts'
import type { Product } from '#domain/products.ts'
import { newId } from '#web/app/new-id.ts'
import { site } from '#web/app/site.ts'
import { parseCart, type ParsedCart } from './parse-cart.ts'
import { cartText } from './stored-cart.ts'

interface CartRead {
  readonly json: string | null
  /** Decides which items there can be. */
  readonly products: readonly Product[]
  readonly cart: ParsedCart
}

let lastRead: CartRead | null = null

/** The items in the cart; the same array until the stored cart or the products change. */
export function readCart(): readonly CartItem[] {
  return read().items
}

function read(): ParsedCart {
  const json = cartText.read()
  const { products } = site()
  if (lastRead?.json !== json || lastRead.products !== products) {
    lastRead = { json, products, cart: parseCart(json, newId) }
    warnOfDropped(lastRead.cart.droppedCount)
  }
  return lastRead.cart
}

function warnOfDropped(droppedCount: number): void {
  if (droppedCount === 0) return
  // oxlint-disable-next-line no-console -- a visitor's own storage is theirs to look into
  console.warn(`cart: ${droppedCount} unreadable entries were dropped`)
}

/** Calls the listener after changes in this tab and in others. Also stores a repaired cart, once. */
export function subscribeToCart(listener: () => void): () => void {
  if (read().repaired) save(readCart())
  return cartText.subscribe(listener)
}

function save(items: readonly CartItem[]): void {
  cartText.write(JSON.stringify(items))
}

/** Removes an item; returns a function that restores it at its place. */
export function removeFromCart(id: string): () => void {
  const items = readCart()
  const index = items.findIndex((item) => item.id === id)
  const removed = items[index]
  if (!removed) return () => {}
  save(items.toSpliced(index, 1))
  return () => {
    const now = readCart()
    if (!now.some((item) => item.id === id)) save(now.toSpliced(index, 0, removed))
  }
}

/** Replaces an item by the result of `change`, under the same id; does nothing if it is gone. */
export function changeInCart(id: string, change: (item: CartItem) => CartItem): void {
  const items = readCart()
  if (!items.some((item) => item.id === id)) return
  save(items.map((item) => (item.id === id ? { ...change(item), id } : item)))
}

/** Corrects the price of an item to the server's, in euro cents. */
export function correctCartPrice(id: string, priceCents: number): void {
  changeInCart(id, (item) => ({ ...item, price: priceCents / 100 }))
}

const unknown = (): null => null

/** The items in the cart; null until this device's storage can be read, which is never on the server. */
export function useCart(): readonly CartItem[] | null {
  return useSyncExternalStore(subscribeToCart, readCart, unknown)
}

/** Whether the next document of this tab will find the cart. For pages that have hydrated. */
export function useIsCartPersisted(): boolean {
  return useSyncExternalStore(cartText.subscribe, cartText.isPersisted, () => true)
}
