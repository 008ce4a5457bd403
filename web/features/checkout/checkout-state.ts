import type { OrderView } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import { orderCan, type OrderStatus } from '#domain/orders.ts'
import type { ApiProblem, FailureCode } from '#web/app/api-client.ts'
import { banText } from '#web/app/ban-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { Answer } from './checkout-api.ts'
import { isApproved, isPaidTogether, type OpenedOrder } from './opened-order.ts'
import type { NoticeName } from './payment-notices.ts'

/** The state of the checkout, apart from the cart and the typed details. */
export interface CheckoutState {
  /** The orders opened in this tab, one per cart item, the latest at the end. */
  readonly orders: readonly OpenedOrder[]
  /** The cart items whose orders are being opened, one after the other, to be paid at once. */
  readonly openingItemIds: readonly string[]
  /** By cart item id, and `together`: about a payment of several items. */
  readonly notices: Readonly<Record<string, PaymentNotice>>
  /** The orders paid while this page was open. */
  readonly paid: readonly OrderView[]
}

export const initialCheckout: CheckoutState = {
  orders: [],
  openingItemIds: [],
  notices: {},
  paid: [],
}

/** An order that was just opened. */
export type NewOrder = Omit<OpenedOrder, 'phase' | 'status' | 'paypalOrderId'>

export type CheckoutEvent =
  | { readonly type: 'opening'; readonly itemIds: readonly string[] }
  | { readonly type: 'opened'; readonly order: NewOrder }
  | {
      readonly type: 'opening_refused'
      readonly item: CartItem
      /** Null when the fields of the buyer have errors instead. */
      readonly notice: PaymentNotice | null
    }
  | { readonly type: 'payment'; readonly orderId: string; readonly event: PaymentEvent }

/** The reducer of the checkout. Events of one item do not affect the other items. */
export function reduceCheckout(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'opening':
      return {
        ...state,
        openingItemIds: event.itemIds,
        notices: withNotice(state.notices, [...event.itemIds, together], null),
      }
    case 'opened': {
      const { item, itemIds } = event.order
      return {
        ...state,
        openingItemIds: item.id === itemIds.at(-1) ? [] : state.openingItemIds,
        orders: withNewOrder(state.orders, event.order),
      }
    }
    case 'opening_refused':
      return {
        ...state,
        openingItemIds: [],
        orders:
          event.notice === 'price_changed'
            ? state.orders.map((order) =>
                order.item.id === event.item.id ? { ...order, isReduced: false } : order,
              )
            : state.orders,
        notices: withNotice(state.notices, [event.item.id], event.notice),
      }
    case 'payment':
      break
  }
  return afterPayment(state, event.orderId, event.event)
}

/** The place of the notices about a payment of several items. */
export const together = 'together'

function afterPayment(state: CheckoutState, orderId: string, event: PaymentEvent): CheckoutState {
  const known = state.orders.find((order) => order.orderId === orderId)
  if (!known) return state
  const { id } = known.item
  // What PayPal's button reports is about all of its orders, and said once.
  const place = event.type !== 'answered' && isPaidTogether(known) ? together : id
  const { order, notice, paid } = reduceProgress(known, state.notices[place] ?? null, event)
  return {
    ...state,
    orders: state.orders.flatMap((other) => (other === known ? (order ?? []) : other)),
    notices: withNotice(withNotice(state.notices, [id], null), [place], notice),
    paid: paid ? [...state.paid, paid] : state.paid,
  }
}

/** Replaces an earlier order of the same item; an order that was already open keeps its phase and status. */
function withNewOrder(orders: readonly OpenedOrder[], newOrder: NewOrder): readonly OpenedOrder[] {
  const same = orders.find(({ orderId }) => orderId === newOrder.orderId)
  const order: OpenedOrder = {
    phase: 'open',
    status: null,
    paypalOrderId: null,
    ...same,
    ...newOrder,
  }
  return [...orders.filter(({ item }) => item.id !== newOrder.item.id), order]
}

function withNotice(
  notices: CheckoutState['notices'],
  places: readonly string[],
  notice: PaymentNotice | null,
): CheckoutState['notices'] {
  const others = Object.entries(notices).filter(([place]) => !places.includes(place))
  const added = notice === null ? [] : places.map((place) => [place, notice] as const)
  return Object.fromEntries([...others, ...added])
}

/** The request to our server: fetch the order, or capture an approved payment of it. */
export type OrderRequest = 'fetch' | 'capture'

/** An event of PayPal's button. */
export type ButtonEvent =
  | { readonly type: 'started' }
  | { readonly type: 'start_refused'; readonly code: FailureCode; readonly ban?: ApiProblem['ban'] }
  | { readonly type: 'ended'; readonly reason: 'cancelled' | 'failed' }
  | { readonly type: 'approved'; readonly paypalOrderId: string }

/** An event of an opened order: from PayPal's button, or a response of our server. */
export type PaymentEvent =
  | ButtonEvent
  | {
      readonly type: 'answered'
      readonly request: OrderRequest
      readonly answer: Answer<OrderView>
    }

/** An order with its notice for the buyer. */
export interface Progress {
  /** Null once the order is finished. */
  readonly order: OpenedOrder | null
  readonly notice: PaymentNotice | null
  /** Set once, when the order is paid. */
  readonly paid?: OrderView
}

/**
 * The reducer of one order. After the approval only our server's responses count: no event of
 * PayPal's button, and no response to an earlier request, takes the approval back.
 */
export function reduceProgress(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  event: PaymentEvent,
): Progress {
  if (event.type === 'answered') {
    return event.answer.ok
      ? afterAnswer(order, notice, event.answer.value, event.request)
      : afterFailure(order, notice, event.answer.problem, event.request)
  }
  if (isApproved(order)) return { order, notice }
  switch (event.type) {
    case 'started':
      return { order: { ...order, phase: 'started' }, notice: null }
    case 'approved':
      return {
        order: { ...order, phase: 'capturing', paypalOrderId: event.paypalOrderId },
        notice: null,
      }
    case 'start_refused':
      return {
        order: unpayableCodes.has(event.code) ? null : { ...order, phase: 'open' },
        notice: event.ban ? banNotice(event.ban) : noticeForStart(event.code),
      }
    case 'ended':
      break
  }
  // PayPal answers our own refusal with an error of its own, which would replace the better message.
  const isExplained = order.phase === 'open' && event.reason === 'failed' && notice !== null
  const isClosed = order.status !== null && !orderCan.startPayment(order.status)
  if (isExplained || isClosed) return { order, notice }
  return { order: { ...order, phase: 'open' }, notice: event.reason }
}

function afterAnswer(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  view: OrderView,
  request: OrderRequest,
): Progress {
  if (isStale(order, view.status, request)) return { order, notice }
  switch (view.status) {
    case 'paid':
    // It was paid, so the item must not be charged again.
    case 'disputed':
      return { order: null, notice: null, paid: view }
    case 'refunded':
      return { order: null, notice: 'refunded' }
    case 'superseded':
      return { order: null, notice: 'replaced' }
    case 'expired':
      return { order: null, notice: order.status === 'processing' ? 'denied' : 'reopened' }
    case 'processing':
      return {
        order: { ...order, phase: 'open', status: 'processing', heldFor: view.heldFor },
        notice: null,
      }
    case 'pending':
      break
  }
  // The payment of several may not cover all of them, and one that was begun again elsewhere has ended.
  if (isApproved(order)) {
    return { order: { ...order, phase: 'open', status: 'pending' }, notice: 'left_unpaid' }
  }
  return { order: { ...order, status: 'pending' }, notice: notice === 'unknown' ? null : notice }
}

/** Whether the state has moved on since the request of this response. */
function isStale(order: OpenedOrder, status: OrderStatus, request: OrderRequest): boolean {
  if (status === 'pending' && order.status === 'processing') return true
  const isUnpaid = status === 'pending' || status === 'expired' || status === 'superseded'
  return isUnpaid && isApproved(order) && request === 'fetch'
}

function afterFailure(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  { code, ban }: ApiProblem,
  request: OrderRequest,
): Progress {
  // What was paid is kept back, and opening another order is refused.
  if (ban) return { order: null, notice: banNotice(ban) }
  if (code === 'order_not_found')
    return { order: order.phase === 'open' ? null : order, notice: 'lost' }
  if (request === 'fetch') {
    const isUnknown = order.status === null && !isApproved(order)
    return { order, notice: isUnknown ? 'unknown' : notice }
  }
  if (!isApproved(order)) return { order, notice }
  // PayPal refused the payment because of the shop: nothing was taken, and no other method helps.
  if (code === 'payments_not_set_up') {
    return { order: { ...order, phase: 'open' }, notice: 'not_set_up' }
  }
  if (code !== 'payment_declined') {
    const isUnreadable = code === 'payment_answer_unreadable'
    return {
      order: { ...order, phase: 'approved' },
      notice: isUnreadable ? 'unreadable' : 'unconfirmed',
    }
  }
  // PayPal's button lets the buyer choose another payment method in the same window.
  const phase = order.phase === 'capturing' ? 'started' : 'open'
  return { order: { ...order, phase }, notice: 'declined' }
}

/** A message to the buyer about a payment: one of ours, or a sentence of the server. */
export type PaymentNotice = NoticeName | Refusal

export interface Refusal {
  /** Null when the server gave none. */
  readonly sentence: string | null
  readonly isBan?: true
}

function banNotice(ban: NonNullable<ApiProblem['ban']>): Refusal {
  return { sentence: `${banText(ban)} ${m.ban_refunds()}`, isBan: true }
}

type NoticeByCode = Readonly<Partial<Record<FailureCode, NoticeName>>>

const openingNotices: NoticeByCode = {
  price_changed: 'price_changed',
  code_unknown: 'code_ended',
  code_over: 'code_ended',
  code_is_gift: 'code_ended',
  code_used_up: 'code_used_up',
  item_not_sold: 'not_sold',
  rate_limited: 'rate_limited',
  too_many_open_checkouts: 'too_many_open',
}

/** Opening the order failed: nothing was charged, and no button is shown. */
export function noticeForOpening({ code, status, sentence, ban }: ApiProblem): PaymentNotice {
  if (ban) return banNotice(ban)
  const isRefused = status >= 400 && status < 500
  return openingNotices[code] ?? (isRefused ? { sentence } : 'not_sent')
}

/** The order cannot be paid any more; opening another one shows the reason. */
const unpayableCodes = new Set<FailureCode>([
  'order_not_found',
  'price_changed',
  'item_not_sold',
  'banned',
])

const startNotices: NoticeByCode = {
  order_not_found: 'lost',
  price_changed: 'reopened',
  item_not_sold: 'reopened',
  rate_limited: 'rate_limited',
  payment_provider_unavailable: 'provider_unavailable',
  payments_not_set_up: 'not_set_up',
  network_error: 'server_unreachable',
  timeout: 'server_unreachable',
}

/** Our server could not create the order for PayPal's window: nothing was charged. */
export function noticeForStart(code: FailureCode): PaymentNotice {
  return startNotices[code] ?? 'failed'
}
