import { useSyncExternalStore } from 'react'

/** An order that this tab opened for a cart item, and for whom. */
export interface OpenedOrder {
  readonly itemId: string
  readonly orderId: string
  readonly steamId: string
  readonly discordUsername: string
  /** The buyer has said yes at PayPal; our server may not have collected the payment yet. */
  readonly approved: boolean
}

const storageKey = 'openedOrders'
const listeners = new Set<() => void>()
let known: readonly OpenedOrder[] | null = null

/** The orders opened in this tab, the one opened last at the end; they survive a reload. */
export function readOpenedOrders(): readonly OpenedOrder[] {
  known ??= parseOpenedOrders(readStorage())
  return known
}

/** Keeps an order as the last one opened, in place of an earlier one for the same cart item. */
export function rememberOrder(order: OpenedOrder): void {
  save([...readOpenedOrders().filter(({ itemId }) => itemId !== order.itemId), order])
}

export function markApproved(orderId: string, approved: boolean): void {
  save(
    readOpenedOrders().map((order) => (order.orderId === orderId ? { ...order, approved } : order)),
  )
}

export function forgetOrder(orderId: string): void {
  save(readOpenedOrders().filter((order) => order.orderId !== orderId))
}

function save(orders: readonly OpenedOrder[]): void {
  known = orders
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(orders))
  } catch {
    // Storage is refused: the orders are known until the page is left, and the server has them anyway.
  }
  for (const listener of listeners) listener()
}

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Reads what session storage holds; anything that is not ours is left out. */
export function parseOpenedOrders(json: string | null): readonly OpenedOrder[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value) ? value.filter(isOpenedOrder) : []
  } catch {
    return []
  }
}

function isOpenedOrder(value: unknown): value is OpenedOrder {
  if (typeof value !== 'object' || value === null) return false
  const texts = ['itemId', 'orderId', 'steamId', 'discordUsername']
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    texts.every((name) => typeof fields.get(name) === 'string') &&
    typeof fields.get('approved') === 'boolean'
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none: readonly OpenedOrder[] = []

export function useOpenedOrders(): readonly OpenedOrder[] {
  return useSyncExternalStore(subscribe, readOpenedOrders, () => none)
}
