import type { CartItem } from '../../domain/cart.ts'
import type { OrderStatus } from '../../domain/orders.ts'
import type { FieldError } from '../../contract/problem.ts'
import type { PaymentNotice } from './payment-notice.ts'

/** What the checkout page knows beyond the cart, the typed details and the opened orders. */
export interface CheckoutState {
  /** The cart item whose order is being opened. */
  readonly openingItemId: string | null
  /** The order whose approved payment our server is collecting. */
  readonly capturingOrderId: string | null
  /** The last word of our server, by order id. */
  readonly statuses: Readonly<Record<string, OrderStatus>>
  /** By cart item id. */
  readonly notices: Readonly<Record<string, PaymentNotice>>
  /** What our server refused in the two fields. */
  readonly fieldErrors: readonly FieldError[]
  /** What was paid while this page was open. */
  readonly paidItems: readonly CartItem[]
}

export const initialCheckout: CheckoutState = {
  openingItemId: null,
  capturingOrderId: null,
  statuses: {},
  notices: {},
  fieldErrors: [],
  paidItems: [],
}

export type CheckoutAction =
  | { readonly type: 'opening'; readonly itemId: string }
  | { readonly type: 'opened'; readonly orderId: string }
  | { readonly type: 'fields_refused'; readonly errors: readonly FieldError[] }
  | { readonly type: 'fields_edited' }
  | { readonly type: 'started'; readonly itemId: string }
  | { readonly type: 'capturing'; readonly itemId: string; readonly orderId: string }
  | {
      readonly type: 'seen'
      readonly itemId: string
      readonly orderId: string
      readonly status: OrderStatus
    }
  | { readonly type: 'noticed'; readonly itemId: string; readonly notice: PaymentNotice }
  | { readonly type: 'paid'; readonly item: CartItem }

export function checkoutReducer(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case 'opening':
      return {
        ...state,
        openingItemId: action.itemId,
        notices: without(state.notices, action.itemId),
        fieldErrors: [],
      }
    case 'opened':
      return openAgain(state, action.orderId)
    case 'fields_refused':
      return { ...state, openingItemId: null, fieldErrors: action.errors }
    case 'fields_edited':
      return state.fieldErrors.length === 0 ? state : { ...state, fieldErrors: [] }
    case 'started':
      return { ...state, notices: without(state.notices, action.itemId) }
    case 'capturing':
      return {
        ...state,
        capturingOrderId: action.orderId,
        notices: without(state.notices, action.itemId),
      }
    case 'seen':
      return seeOrder(state, action.itemId, action.orderId, action.status)
    case 'noticed':
      return {
        ...state,
        openingItemId: null,
        capturingOrderId: null,
        notices: { ...state.notices, [action.itemId]: action.notice },
      }
    case 'paid':
      break
  }
  return { ...state, paidItems: [...state.paidItems, action.item] }
}

// An order that had run out may have been opened again: what was last seen of it is out of date.
function openAgain(state: CheckoutState, orderId: string): CheckoutState {
  const isStale = state.statuses[orderId] !== 'pending'
  return {
    ...state,
    openingItemId: null,
    statuses: isStale ? without(state.statuses, orderId) : state.statuses,
  }
}

function seeOrder(
  state: CheckoutState,
  itemId: string,
  orderId: string,
  status: OrderStatus,
): CheckoutState {
  const isAnswered = status !== 'pending' || state.notices[itemId] === 'unconfirmed'
  return {
    ...state,
    capturingOrderId: state.capturingOrderId === orderId ? null : state.capturingOrderId,
    statuses: { ...state.statuses, [orderId]: status },
    notices: isAnswered ? without(state.notices, itemId) : state.notices,
  }
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
