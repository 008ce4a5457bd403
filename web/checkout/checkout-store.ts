import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/listeners.ts'
import { readStoredJson, writeStored } from '#web/storage/browser-storage.ts'
import {
  checkoutAfter,
  initialCheckout,
  type CheckoutEvent,
  type CheckoutState,
} from './checkout-state.ts'
import { formatOpenedOrders, parseOpenedOrders } from './opened-order.ts'

const storageKey = 'openedOrders'
const { notify, subscribe } = createListeners()
let state: CheckoutState | null = null

/** The checkout of this tab now; its orders survive a reload. */
export function readCheckout(): CheckoutState {
  state ??= {
    ...initialCheckout,
    orders: parseOpenedOrders(readStoredJson('sessionStorage', storageKey)),
  }
  return state
}

/** Takes an event in; the state after it can be read at once. */
export function tellCheckout(event: CheckoutEvent): void {
  state = checkoutAfter(readCheckout(), event)
  // Where storage is refused the orders are known until the page is left, and the server has them.
  writeStored('sessionStorage', storageKey, formatOpenedOrders(state.orders))
  notify()
}

export function useCheckoutState(): CheckoutState {
  return useSyncExternalStore(subscribe, readCheckout, () => initialCheckout)
}
