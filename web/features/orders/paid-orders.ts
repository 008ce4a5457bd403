import { useSyncExternalStore } from 'react'
import {
  localText,
  parseJsonList,
  readStored,
  removeStored,
  writeStored,
} from '#web/app/browser-storage.ts'

/** The ids of the orders of the latest payments, until their panel on the landing page is closed. */
const storedPaidOrders = localText('paidOrders')
const mostShown = 20

/** Shows these orders in the panel of what was paid, before those that are shown there. */
export function showPaidOrders(orderIds: readonly string[]): void {
  const ids = new Set([...orderIds, ...readIds(storedPaidOrders.read())])
  storedPaidOrders.write(JSON.stringify([...ids].slice(0, mostShown)))
}

export function closePaidOrders(): void {
  storedPaidOrders.write('[]')
}

/** The orders in the panel, the latest first; none before hydration. */
export function usePaidOrderIds(): readonly string[] {
  return readIds(
    useSyncExternalStore(storedPaidOrders.subscribe, storedPaidOrders.read, () => null),
  )
}

const unannouncedKey = 'unannouncedOrders'

/** Has the landing page announce these orders: the toasts of the checkout end with its document. */
export function announceNext(orderIds: readonly string[]): void {
  writeStored('sessionStorage', unannouncedKey, JSON.stringify(orderIds))
}

/** The ids of the orders to announce, once. */
export function takeUnannounced(): readonly string[] {
  const ids = readIds(readStored('sessionStorage', unannouncedKey))
  removeStored('sessionStorage', unannouncedKey)
  return ids
}

function readIds(stored: string | null): readonly string[] {
  return parseJsonList(stored).filter((id) => typeof id === 'string')
}
