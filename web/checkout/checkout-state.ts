import type { CartItem } from '#domain/cart.ts'
import type { OrderView } from '#contract/checkout.ts'
import type { FieldError } from '#contract/problem.ts'
import type { OpenedOrder } from './opened-order.ts'
import { progressAfter, type PaymentEvent } from './order-progress.ts'
import type { PaymentNotice } from './payment-notice.ts'

/** What the checkout knows beyond the cart and the typed details. */
export interface CheckoutState {
  /** The orders opened in this tab, the one opened last at the end; one per cart item. */
  readonly orders: readonly OpenedOrder[]
  /** The cart item whose order is being opened. */
  readonly openingItemId: string | null
  /** By cart item id. */
  readonly notices: Readonly<Record<string, PaymentNotice>>
  /** What our server refused in the two fields. */
  readonly fieldErrors: readonly FieldError[]
  /** What was paid while this page was open. */
  readonly paid: readonly OrderView[]
}

export const initialCheckout: CheckoutState = {
  orders: [],
  openingItemId: null,
  notices: {},
  fieldErrors: [],
  paid: [],
}

/** An order as it was just opened. */
export type NewOrder = Omit<OpenedOrder, 'phase' | 'status'>

export type CheckoutEvent =
  | { readonly type: 'opening'; readonly item: CartItem }
  | { readonly type: 'opened'; readonly order: NewOrder }
  | {
      readonly type: 'opening_refused'
      readonly item: CartItem
      readonly notice: PaymentNotice
    }
  | { readonly type: 'fields_refused'; readonly errors: readonly FieldError[] }
  | { readonly type: 'fields_edited' }
  | { readonly type: 'payment'; readonly orderId: string; readonly event: PaymentEvent }

/** What an event makes of the checkout; each item's events leave the other items alone. */
export function checkoutAfter(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'opening':
      return {
        ...state,
        openingItemId: event.item.id,
        notices: withNotice(state.notices, event.item, null),
        fieldErrors: [],
      }
    case 'opened':
      return { ...state, openingItemId: null, orders: withNewOrder(state.orders, event.order) }
    case 'opening_refused':
      return {
        ...state,
        openingItemId: null,
        notices: withNotice(state.notices, event.item, event.notice),
      }
    case 'fields_refused':
      return { ...state, openingItemId: null, fieldErrors: event.errors }
    case 'fields_edited':
      return { ...state, fieldErrors: [] }
    case 'payment':
      break
  }
  return afterPayment(state, event.orderId, event.event)
}

function afterPayment(state: CheckoutState, orderId: string, event: PaymentEvent): CheckoutState {
  const known = state.orders.find((order) => order.orderId === orderId)
  if (!known) return state
  const told = state.notices[known.item.id] ?? null
  const { order, notice, paid } = progressAfter(known, told, event)
  return {
    ...state,
    orders: state.orders.flatMap((other) => (other === known ? (order ?? []) : other)),
    notices: withNotice(state.notices, known.item, notice),
    paid: paid ? [...state.paid, paid] : state.paid,
  }
}

/** In place of an earlier order of the same item; one that was open already keeps what is known of it. */
function withNewOrder(orders: readonly OpenedOrder[], newOrder: NewOrder): readonly OpenedOrder[] {
  const same = orders.find(({ orderId }) => orderId === newOrder.orderId)
  const order: OpenedOrder = { phase: 'open', status: null, ...same, ...newOrder }
  return [...orders.filter(({ item }) => item.id !== newOrder.item.id), order]
}

function withNotice(
  notices: CheckoutState['notices'],
  { id }: CartItem,
  notice: PaymentNotice | null,
): CheckoutState['notices'] {
  const others = Object.entries(notices).filter(([itemId]) => itemId !== id)
  return Object.fromEntries(notice === null ? others : [...others, [id, notice]])
}
