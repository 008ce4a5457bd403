import { useSyncExternalStore } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import { catalogue } from '#contract/catalogue.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { readStoredJson, writeStored } from '#web/app/browser-storage.ts'
import { paths } from '#web/app/paths.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { refusedFields } from '#web/features/accounts/player-fields.tsx'
import { storePlayer, type Player } from '#web/features/accounts/stored-player.ts'
import { correctCartPrice, readCart, removeFromCart } from '#web/features/cart/cart-store.ts'
import { briefPaidMessage, paidMessage } from '#web/features/orders/paid-message.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { Buyer } from './buyer-form.ts'
import { checkoutApi, openOrderBody } from './checkout-api.ts'
import {
  initialCheckout,
  noticeForOpening,
  reduceCheckout,
  type CheckoutEvent,
  type CheckoutState,
  type PaymentEvent,
} from './checkout-state.ts'
import { removeHostedPress } from './hosted-presses.ts'
import { formatOpenedOrders, mayBePaid, storedOrders, type OpenedOrder } from './opened-order.ts'

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

  /** Opens the order of an item; ignores presses while another one is being opened. */
  async function pay(item: CartItem, buyer: Buyer): Promise<void> {
    // The next render may come later than a double click.
    if (readCheckout().openingItemId !== null) return
    dispatch({ type: 'opening', item })
    refuse({})
    const answer = await checkoutApi.openOrder(openOrderBody(item, buyer, discordAvatarUrl))
    if (!answer.ok) {
      refuseOpening(item, answer.problem)
      refuse(refusedFields(answer.problem))
      return
    }
    storePlayer(buyer)
    // Polling fetches the status before the button shows: the order may be paid already, in another tab.
    dispatch({ type: 'opened', order: { item, ...answer.value, ...buyer } })
  }

  /** Applies an event to an order. */
  function dispatchPayment({ item, orderId }: OpenedOrder, event: PaymentEvent): void {
    const paidBefore = readCheckout().paid.length
    dispatch({ type: 'payment', orderId, event })
    for (const paid of readCheckout().paid.slice(paidBefore)) completePurchase(item.id, paid, leave)
  }

  return { state, pay, dispatchPayment }
}

export type Checkout = ReturnType<typeof useCheckout>

function completePurchase(itemId: string, paid: OrderView, leave: () => void): void {
  removeHostedPress(itemId)
  removeFromCart(itemId)
  const isShown = location.pathname === paths.checkout()
  const isLast = readCart().length === 0 && !readCheckout().orders.some(mayBePaid)
  // A checkout that stays open shows the details itself.
  toast(isShown && !isLast ? briefPaidMessage(paid) : paidMessage(paid))
  if (isShown && isLast) leave()
}

function refuseOpening(item: CartItem, problem: ApiProblem): void {
  const isFieldRefused = Object.values(refusedFields(problem)).some(Boolean)
  const notice = isFieldRefused ? null : noticeForOpening(problem.code)
  if (notice === 'price_changed') correctPrice(item, problem.currentPriceCents)
  if (notice === 'not_sent') toastFailure(m.checkout_error_title(), m.checkout_not_sent())
  dispatch({ type: 'opening_refused', item, notice })
}

function correctPrice(item: CartItem, currentPriceCents: number | null): void {
  const priceCents = currentPriceCents ?? catalogue.findOffer(item)?.priceCents
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
