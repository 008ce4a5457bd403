import { useSyncExternalStore } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import type { ApiProblem, FailureCode } from '#web/app/api-client.ts'
import { readStoredJson, writeStored } from '#web/app/browser-storage.ts'
import { paths } from '#contract/paths.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { refusedFields } from '#web/features/accounts/player-fields.tsx'
import { storePlayer, type Player } from '#web/features/accounts/stored-player.ts'
import { saveTypedDetails } from '#web/features/accounts/typed-details.ts'
import {
  endCode,
  isCodeEnding,
  leaveOutOfCode,
  recheckCode,
  removeCode,
  type PricedItem,
} from '#web/features/cart/cart-code.ts'
import { correctCartPrice, readCart, removeFromCart } from '#web/features/cart/cart-store.ts'
import { readOrderedItems, writeOrderedItems } from '#web/features/cart/ordered-items.ts'
import { paidMessage } from '#web/features/orders/paid-message.ts'
import { announceNext, showPaidOrders } from '#web/features/orders/paid-orders.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { type Buyer } from './buyer-form.ts'
import { checkoutApi, openOrderBody, type PaymentEvents } from './checkout-api.ts'
import {
  initialCheckout,
  noticeForOpening,
  reduceCheckout,
  type CheckoutEvent,
  type CheckoutState,
} from './checkout-state.ts'
import { removeHostedPress } from './hosted-presses.ts'
import { formatOpenedOrders, mayBePaid, storedOrders } from './opened-order.ts'

interface CheckoutParts {
  readonly discordAvatarUrl: string | null
  /** Shows the errors of the buyer's fields. */
  readonly refuse: (errors: FieldErrors<keyof Player>) => void
  /** Called when everything is paid. */
  readonly leave: () => void
}

/** The state and actions of the checkout, from the press on a pay button to the item leaving the cart. */
export function useCheckout({ discordAvatarUrl, refuse, leave }: CheckoutParts) {
  const state = useCheckoutState()

  /**
   * Opens the orders of items, to be paid at once; stops at the first that is refused. Ignores presses
   * while others are being opened.
   */
  async function pay(items: readonly PricedItem[], buyer: Buyer): Promise<void> {
    // The next render may come later than a double click.
    if (readCheckout().openingItemIds.length > 0) return
    const itemIds = items.map(({ id }) => id)
    dispatch({ type: 'opening', itemIds })
    refuse({})
    for (const item of items) {
      const answer = await checkoutApi.openOrder(openOrderBody(item, buyer, discordAvatarUrl))
      if (!answer.ok) {
        await refuseOpening(item, answer.problem)
        refuse(refusedFields(answer.problem))
        return
      }
      storePlayer(buyer)
      // Polling fetches the status before the button shows: the order may be paid already, in another tab.
      const { code, ...ordered } = item
      const isReduced = code !== undefined || Boolean(catalogue().findOffer(item)?.sale)
      const order = { item: ordered, itemIds, isReduced, ...answer.value, ...buyer }
      writeOrderedItems([...readOrderedItems(), { itemId: item.id, orderId: order.orderId }])
      dispatch({ type: 'opened', order })
    }
  }

  /** Applies events to orders, by their ids. */
  function dispatchPayments(events: PaymentEvents): void {
    const bought = [...events].flatMap(([orderId, event]) => {
      const { orders, paid } = readCheckout()
      const itemId = orders.find((order) => order.orderId === orderId)?.item.id
      dispatch({ type: 'payment', orderId, event })
      const order = readCheckout().paid[paid.length]
      return order && itemId !== undefined ? [{ itemId, order }] : []
    })
    if (bought.length > 0) completePurchases(bought, leave)
  }

  return { state, pay, dispatchPayments }
}

export type Checkout = ReturnType<typeof useCheckout>

interface BoughtItem {
  readonly itemId: string
  readonly order: OrderView
}

/**
 * Takes what is paid out of the cart, and leaves, if it can, once nothing else is to be paid. Until it is closed,
 * a panel on the landing page has the details; a checkout that stays open shows them itself.
 */
export function completePurchases(bought: readonly BoughtItem[], leave: (() => void) | null): void {
  for (const { itemId } of bought) {
    removeHostedPress(itemId)
    removeFromCart(itemId)
  }
  const isShown = location.pathname === paths.checkout()
  const isLast = readCart().length === 0 && !readCheckout().orders.some(mayBePaid)
  // The next purchase is for the visitor again, unless they say otherwise.
  if (isLast) {
    saveTypedDetails({ forSomebodyElse: false, otherSteamId: '' })
    removeCode()
  }
  const orders = bought.map(({ order }) => order)
  const orderIds = orders.map(({ id }) => id)
  showPaidOrders(orderIds)
  toast(paidMessage(orders))
  if (!isShown || !isLast || leave === null) return
  announceNext(orderIds)
  leave()
}

async function refuseOpening(item: PricedItem, problem: ApiProblem): Promise<void> {
  const isFieldRefused = Object.values(refusedFields(problem)).some(Boolean)
  const notice = isFieldRefused ? null : noticeForOpening(problem)
  if (item.code !== undefined) await refuseCode(item.id, item.code, problem.code)
  else if (notice === 'price_changed') correctPrice(item, problem.currentPriceCents)
  if (notice === 'not_sent') toastFailure(m.failed_title(), m.checkout_not_sent())
  dispatch({ type: 'opening_refused', item, notice })
}

/** What the refused order says about the code; nothing else of the cart changes. */
async function refuseCode(itemId: string, code: string, reason: FailureCode): Promise<void> {
  // The cart keeps the price without it.
  if (reason === 'price_changed') await recheckCode()
  // Perhaps by another item of this cart, which keeps it.
  else if (reason === 'code_used_up') leaveOutOfCode(itemId)
  else if (isCodeEnding(reason)) endCode(code, reason)
}

function correctPrice(item: PricedItem, currentPriceCents: number | null): void {
  const priceCents = currentPriceCents ?? catalogue().findOffer(item)?.priceCents
  if (priceCents !== undefined) correctCartPrice(item.id, priceCents)
}

const openedOrdersKey = 'openedOrders'
const { notify, subscribe: subscribeToCheckout } = createListeners()
let current: CheckoutState | null = null

/** The checkout of this tab; its orders survive a reload. */
export function readCheckout(): CheckoutState {
  current ??= {
    ...initialCheckout,
    orders: storedOrders.parse(readStoredJson('sessionStorage', openedOrdersKey)),
  }
  return current
}

/** Applies an event; the new state can be read at once. */
export function dispatch(event: CheckoutEvent): void {
  current = reduceCheckout(readCheckout(), event)
  // Without browser storage the orders are known until the page is left; the server still has them.
  writeStored('sessionStorage', openedOrdersKey, formatOpenedOrders(current.orders))
  notify()
}

export function useCheckoutState(): CheckoutState {
  return useSyncExternalStore(subscribeToCheckout, readCheckout, () => initialCheckout)
}
