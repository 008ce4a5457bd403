import type { OrderView } from '#contract/checkout.ts'
import type { FieldError } from '#contract/problem.ts'
import type { CartItem } from '#domain/cart.ts'
import { orderCan, type OrderStatus } from '#domain/orders.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import type { Answer } from './checkout-api.ts'
import { isApproved, type OpenedOrder } from './opened-order.ts'

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
export function reduceCheckout(state: CheckoutState, event: CheckoutEvent): CheckoutState {
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
  const { order, notice, paid } = reduceProgress(known, told, event)
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

/** What was asked of our server: how the order stands, or to collect what the buyer approved. */
export type Question = 'look' | 'capture'

/** What happens to an opened order: at PayPal's button, and by the answers of our server. */
export type PaymentEvent =
  | { readonly type: 'started' }
  | { readonly type: 'start_refused'; readonly code: FailureCode }
  | { readonly type: 'ended'; readonly reason: 'cancelled' | 'failed' }
  | { readonly type: 'approved' }
  | {
      readonly type: 'answered'
      readonly question: Question
      readonly answer: Answer<OrderView>
    }

/** An order with what the buyer is told of it. */
export interface Progress {
  /** Null once there is nothing left to follow. */
  readonly order: OpenedOrder | null
  readonly notice: PaymentNotice | null
  /** What was paid, told once. */
  readonly paid?: OrderView
}

/**
 * What an event makes of an order. From the approval on only our server's word counts: nothing that
 * PayPal's button says, and no answer to a question asked before, takes the approval back.
 */
export function reduceProgress(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  event: PaymentEvent,
): Progress {
  if (event.type === 'answered') {
    return event.answer.ok
      ? afterAnswer(order, notice, event.answer.value, event.question)
      : afterFailure(order, notice, event.answer.problem.code, event.question)
  }
  if (isApproved(order)) return { order, notice }
  switch (event.type) {
    case 'started':
      return { order: { ...order, phase: 'started' }, notice: null }
    case 'approved':
      return { order: { ...order, phase: 'capturing' }, notice: null }
    case 'start_refused':
      return {
        order: event.code === 'order_not_found' ? null : { ...order, phase: 'open' },
        notice: noticeForStart(event.code),
      }
    case 'ended':
      break
  }
  // PayPal answers our own refusal with an error of its own, which would bury the better message.
  const isTold = order.phase === 'open' && event.reason === 'failed' && notice !== null
  const isClosed = order.status !== null && !orderCan.startPayment(order.status)
  if (isTold || isClosed) return { order, notice }
  return { order: { ...order, phase: 'open' }, notice: event.reason }
}

function afterAnswer(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  view: OrderView,
  question: Question,
): Progress {
  if (isStale(order, view.status, question)) return { order, notice }
  switch (view.status) {
    case 'settled':
    // Paid all the same: the item must not be asked for twice.
    case 'disputed':
      return { order: null, notice: null, paid: view }
    case 'refunded':
      return { order: null, notice: 'refunded' }
    case 'superseded':
      return { order: null, notice: 'replaced' }
    case 'expired':
      return { order: null, notice: order.status === 'processing' ? 'denied' : 'reopened' }
    case 'processing':
      return { order: { ...order, phase: 'open', status: 'processing' }, notice: null }
    case 'pending':
      break
  }
  const isAnswered = notice === 'unknown' || notice === 'unconfirmed' || notice === 'unreadable'
  return {
    order: { ...order, phase: isApproved(order) ? 'open' : order.phase, status: 'pending' },
    notice: isAnswered ? null : notice,
  }
}

/** Whether an answer was on its way while more became known. */
function isStale(order: OpenedOrder, status: OrderStatus, question: Question): boolean {
  if (status === 'pending' && order.status === 'processing') return true
  const isUnpaid = status === 'pending' || status === 'expired' || status === 'superseded'
  return isUnpaid && isApproved(order) && question === 'look'
}

function afterFailure(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  code: FailureCode,
  question: Question,
): Progress {
  if (code === 'order_not_found')
    return { order: order.phase === 'open' ? null : order, notice: 'lost' }
  if (question === 'look') {
    const isUnknown = order.status === null && !isApproved(order)
    return { order, notice: isUnknown ? 'unknown' : notice }
  }
  if (!isApproved(order)) return { order, notice }
  if (code !== 'payment_declined') {
    const isUnreadable = code === 'payment_answer_unreadable'
    return {
      order: { ...order, phase: 'approved' },
      notice: isUnreadable ? 'unreadable' : 'unconfirmed',
    }
  }
  // PayPal's button lets the buyer choose another way of paying in the same window.
  const phase = order.phase === 'capturing' ? 'started' : 'open'
  return { order: { ...order, phase }, notice: 'declined' }
}

/** What the buyer has to know about the payment of one cart item. */
export type PaymentNotice =
  | 'cancelled'
  | 'declined'
  | 'denied'
  | 'failed'
  | 'lost'
  | 'not_sent'
  | 'not_sold'
  | 'price_changed'
  | 'provider_unavailable'
  | 'rate_limited'
  | 'refunded'
  | 'reopened'
  | 'replaced'
  | 'server_unreachable'
  | 'too_many_open'
  | 'unconfirmed'
  | 'unknown'
  | 'unreadable'

type NoticeByCode = Readonly<Partial<Record<FailureCode, PaymentNotice>>>

const openingNotices: NoticeByCode = {
  price_changed: 'price_changed',
  item_not_sold: 'not_sold',
  rate_limited: 'rate_limited',
  too_many_open_checkouts: 'too_many_open',
}

/** Opening the order failed: nothing was charged, and no button is shown. */
export function noticeForOpening(code: FailureCode): PaymentNotice {
  return openingNotices[code] ?? 'not_sent'
}

const startNotices: NoticeByCode = {
  order_not_found: 'lost',
  rate_limited: 'rate_limited',
  payment_provider_unavailable: 'provider_unavailable',
  network_error: 'server_unreachable',
  timeout: 'server_unreachable',
}

/** PayPal was to open its window and our server could not make its order: nothing was charged. */
export function noticeForStart(code: FailureCode): PaymentNotice {
  return startNotices[code] ?? 'failed'
}
