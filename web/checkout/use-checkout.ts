import { useReducer, useRef } from 'react'
import type { CartItem } from '../../domain/cart.ts'
import { findOffer } from '../../domain/catalogue.ts'
import type { OrderView } from '../../contract/checkout.ts'
import { correctCartPrice, readCart, removeFromCart } from '../cart/cart-store.ts'
import { m } from '../i18n/paraglide/messages.js'
import { toast } from '../toasts.ts'
import { rememberBuyer, type Buyer } from './buyer-details.ts'
import { checkoutApi } from './checkout-api.ts'
import { checkoutReducer, initialCheckout, type CheckoutState } from './checkout-state.ts'
import type { ApiProblem } from '../api/client.ts'
import { openOrderBody } from './open-order-body.ts'
import { forgetOrder, markApproved, rememberOrder, type OpenedOrder } from './opened-orders.ts'
import { noticeForCapture, noticeForOpening, type PaymentNotice } from './payment-notice.ts'

// Long enough to read what to do next: the page that says it too may be left at once.
const paidToastMs = 12_000

export interface Checkout {
  readonly state: CheckoutState
  /** Opens the order of an item; presses while one is being opened do nothing. */
  readonly pay: (item: CartItem, buyer: Buyer) => Promise<void>
  readonly fieldsEdited: () => void
  readonly started: (order: OpenedOrder) => void
  readonly approved: (order: OpenedOrder) => void
  readonly seen: (itemId: string, view: OrderView) => void
  readonly failed: (order: OpenedOrder, notice: PaymentNotice, problem: ApiProblem | null) => void
  readonly watchFailed: (order: OpenedOrder, problem: ApiProblem) => void
  /** Whether the page is being left because all is paid, so that an empty cart is no surprise. */
  readonly isLeaving: () => boolean
}

/** What happens at the checkout, from the press on a pay button to the item leaving the cart. */
export function useCheckout(discordAvatarUrl: string | null, leave: () => void): Checkout {
  const [state, dispatch] = useReducer(checkoutReducer, initialCheckout)
  // State arrives with the next drawing; a double click is quicker.
  const isOpening = useRef(false)
  const isLeaving = useRef(false)

  async function pay(item: CartItem, buyer: Buyer): Promise<void> {
    if (isOpening.current) return
    isOpening.current = true
    dispatch({ type: 'opening', itemId: item.id })
    const answer = await checkoutApi.openOrder(openOrderBody(item, buyer, discordAvatarUrl))
    isOpening.current = false
    if (!answer.ok) {
      openingFailed(item, answer.problem)
      return
    }
    rememberBuyer(buyer)
    // The watch asks how it stands before the button shows: it may be paid already, in another tab.
    rememberOrder({ itemId: item.id, ...answer.value, ...buyer, approved: false })
    dispatch({ type: 'opened', orderId: answer.value.orderId })
  }

  function openingFailed(item: CartItem, problem: ApiProblem): void {
    const fields = problem.errors.filter(({ path }) => isBuyerField(path))
    if (fields.length > 0) {
      dispatch({ type: 'fields_refused', errors: fields })
      return
    }
    const notice = noticeForOpening(problem.code)
    if (notice === 'price_changed') correctPrice(item.id, problem)
    if (notice === 'not_sent') {
      toast({
        title: m.checkout_error_title(),
        description: m.checkout_not_sent(),
        tone: 'destructive',
      })
    }
    dispatch({ type: 'noticed', itemId: item.id, notice })
  }

  function seen(itemId: string, view: OrderView): void {
    dispatch({ type: 'seen', itemId, orderId: view.id, status: view.status })
    switch (view.status) {
      case 'settled':
        settle(itemId, view.id)
        break
      case 'pending':
      case 'processing':
        // An approved order is asked for by its capture: by this answer there is nothing to collect.
        markApproved(view.id, false)
        break
      case 'expired':
      case 'superseded':
        forgetOrder(view.id)
        break
      case 'refunded':
        forgetOrder(view.id)
        dispatch({ type: 'noticed', itemId, notice: 'refunded' })
    }
  }

  function failed(order: OpenedOrder, notice: PaymentNotice, problem: ApiProblem | null): void {
    markApproved(order.orderId, notice === 'unconfirmed')
    if (notice === 'price_changed' && problem) correctPrice(order.itemId, problem)
    if (notice === 'price_changed' || notice === 'reopened') forgetOrder(order.orderId)
    dispatch({ type: 'noticed', itemId: order.itemId, notice })
  }

  function watchFailed(order: OpenedOrder, problem: ApiProblem): void {
    if (problem.code === 'order_not_found') forgetOrder(order.orderId)
    else if (order.approved) failed(order, noticeForCapture(problem.code), problem)
    else if (!state.statuses[order.orderId]) {
      dispatch({ type: 'noticed', itemId: order.itemId, notice: 'unconfirmed' })
    }
  }

  function settle(itemId: string, orderId: string): void {
    forgetOrder(orderId)
    const items = readCart()
    const item = items.find(({ id }) => id === itemId)
    if (!item) return
    dispatch({ type: 'paid', item })
    toast({
      title: m.checkout_paid_title(),
      description: m.checkout_paid_text(),
      tone: 'success',
      durationMs: paidToastMs,
    })
    if (items.length === 1) {
      isLeaving.current = true
      leave()
    }
    removeFromCart(itemId)
  }

  return {
    state,
    pay,
    fieldsEdited: () => dispatch({ type: 'fields_edited' }),
    started: ({ itemId }) => dispatch({ type: 'started', itemId }),
    approved: ({ itemId, orderId }) => {
      markApproved(orderId, true)
      dispatch({ type: 'capturing', itemId, orderId })
    },
    seen,
    failed,
    watchFailed,
    isLeaving: () => isLeaving.current,
  }
}

function isBuyerField(path: string): boolean {
  return path === 'steamId' || path === 'discordUsername'
}

function correctPrice(itemId: string, problem: ApiProblem): void {
  const item = readCart().find(({ id }) => id === itemId)
  const priceCents = problem.currentPriceCents ?? (item && findOffer(item)?.priceCents)
  if (priceCents !== undefined) correctCartPrice(itemId, priceCents)
}
