import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/checkout.ts'
import type { OpenOrderBody, OrderList, OrderView } from '#contract/checkout.ts'
import { legalVersion } from '#contract/legal.ts'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { toDecimal } from '#domain/money.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import { answerOf } from '#web/features/cart/cart-choices.ts'
import { detailsOf } from '#web/features/products/product-text.ts'
import type { Buyer } from './buyer-form.ts'
import type { ButtonEvent, OrderRequest, PaymentEvent } from './checkout-state.ts'
import { isApproved, type OpenedOrder } from './opened-order.ts'

/** The outcome of a request: its value, or the problem. The functions of this API never throw. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ApiProblem }

/** Loaded once, so that nothing changes under an open payment. */
export const paymentOptionsQuery = queryOptions({
  queryKey: ['payment-options'],
  queryFn: () => call(contract.readPaymentOptions),
  staleTime: 'static',
})

export const checkoutApi = {
  /** False only when PayPal refuses the shop's own client id and secret. */
  isSetUp: async () => {
    const answer = await toAnswer(call(contract.checkPayPal))
    return !answer.ok || answer.value.isSetUp
  },
  openOrder: (body: OpenOrderBody) =>
    toAnswer(call(contract.openOrder, { body, idempotencyKey: requestKey('open', body) })),
  fetchOrder: (id: string) => toAnswer(call(contract.readOrder, { params: { id } })),
  createPayPalOrder: (id: string) =>
    toAnswer(
      call(contract.startPayment, { params: { id }, idempotencyKey: attemptKey('start', id) }),
    ),
  captureOrder: (id: string) =>
    toAnswer(
      call(contract.captureOrder, { params: { id }, idempotencyKey: attemptKey('capture', id) }),
    ),
  createSharedPayPalOrder: (orderIds: readonly string[]) =>
    toAnswer(
      call(contract.startSharedPayment, {
        body: { orderIds: [...orderIds] },
        idempotencyKey: requestKey('start-all', orderIds),
      }),
    ),
  captureSharedOrder: (paypalOrderId: string) =>
    toAnswer(
      call(contract.captureShared, {
        params: { paypalOrderId },
        idempotencyKey: attemptKey('capture-all', paypalOrderId),
      }),
    ),
  claimPayment: (id: string, transactionId: string) =>
    toAnswer(
      call(contract.claimPayment, {
        params: { id },
        body: { transactionId },
        idempotencyKey: attemptKey('claim', id, transactionId),
      }),
    ),
}

export type CheckoutApi = typeof checkoutApi

const requestKeys = new Map<string, string>()

/** Repeated sends of the same request have the same key; changed details get another one. */
function requestKey(kind: string, body: unknown): string {
  const request = JSON.stringify([kind, body])
  const key = requestKeys.get(request) ?? attemptKey(kind, newId())
  requestKeys.set(request, key)
  return key
}

// Names may be in any script, but headers only in Latin.
function attemptKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join(':')
}

async function toAnswer<Value>(request: Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ok: true, value: await request }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
    return { ok: false, problem }
  }
}

type OrderCalls = Pick<CheckoutApi, 'fetchOrder' | 'captureOrder'>

/**
 * Requests the current status of an order. For an approved order the request is the capture itself:
 * it can be repeated any number of times, and collects a payment whose first capture was lost.
 */
export async function requestOrder(api: OrderCalls, order: OpenedOrder): Promise<PaymentEvent> {
  return isApproved(order)
    ? requestCapture(api, order.orderId)
    : { type: 'answered', request: 'fetch', answer: await api.fetchOrder(order.orderId) }
}

/** Captures an approved order, or fetches it if it cannot be captured. */
async function requestCapture(api: OrderCalls, orderId: string): Promise<PaymentEvent> {
  return { type: 'answered', request: 'capture', answer: await captureOrFetch(api, orderId) }
}

async function captureOrFetch(api: OrderCalls, orderId: string): Promise<Answer<OrderView>> {
  const captured = await api.captureOrder(orderId)
  const isRefused = !captured.ok && captured.problem.code === 'order_not_payable'
  return isRefused ? api.fetchOrder(orderId) : captured
}

interface ApproveActions {
  readonly restart: () => void | Promise<void>
}

export interface PayPalCallbacks {
  readonly createOrder: () => Promise<string>
  readonly onApprove: (data: unknown, actions: ApproveActions) => Promise<void>
  readonly onCancel: () => void
  readonly onError: () => void
}

type PaymentCalls = Pick<CheckoutApi, 'createPayPalOrder' | 'captureOrder' | 'fetchOrder'>

/**
 * The callbacks of PayPal's button for one order. Our server creates the order and captures it.
 * Every event is dispatched; `checkout-state.ts` decides what it means.
 */
export function payPalCallbacks(
  api: PaymentCalls,
  orderId: string,
  dispatch: (event: PaymentEvent) => void,
): PayPalCallbacks {
  return {
    createOrder: async () => {
      dispatch({ type: 'started' })
      const answer = await api.createPayPalOrder(orderId)
      if (answer.ok) return answer.value.paypalOrderId
      const { code } = answer.problem
      // It may be paid in another tab, under review or expired; fetching it shows which.
      dispatch(
        code === 'order_not_payable'
          ? { type: 'answered', request: 'fetch', answer: await api.fetchOrder(orderId) }
          : { type: 'start_refused', code },
      )
      throw new Error(code)
    },
    onApprove: async (_data, actions) => {
      dispatch({ type: 'approved' })
      const event = await requestCapture(api, orderId)
      dispatch(event)
      if (isDeclined(event)) await actions.restart()
    },
    onCancel: () => dispatch({ type: 'ended', reason: 'cancelled' }),
    onError: () => dispatch({ type: 'ended', reason: 'failed' }),
  }
}

type SharedCalls = Pick<
  CheckoutApi,
  'createSharedPayPalOrder' | 'captureSharedOrder' | 'fetchOrder'
>

interface SharedDispatch {
  /** For what the button reports, about all orders. */
  readonly all: (event: ButtonEvent) => void
  /** For what our server answers about each order. */
  readonly each: (events: ReadonlyMap<string, PaymentEvent>) => void
}

/** The same for one payment of several orders, each of which gets its own answer. */
export function sharedPayPalCallbacks(
  api: SharedCalls,
  orderIds: readonly string[],
  dispatch: SharedDispatch,
): PayPalCallbacks {
  let paypalOrderId = ''

  async function fetchAll(request: OrderRequest): Promise<Map<string, PaymentEvent>> {
    const answers = await Promise.all(orderIds.map((orderId) => api.fetchOrder(orderId)))
    return new Map(
      answers.flatMap((answer, index): [string, PaymentEvent][] => {
        const orderId = orderIds[index]
        return orderId === undefined ? [] : [[orderId, { type: 'answered', request, answer }]]
      }),
    )
  }

  async function captureAll(): Promise<Map<string, PaymentEvent>> {
    const captured = await api.captureSharedOrder(paypalOrderId)
    if (!captured.ok && captured.problem.code === 'order_not_payable') {
      return fetchAll('capture')
    }
    return new Map(
      orderIds.map((orderId) => {
        const answer = captured.ok ? viewOf(captured.value, orderId) : captured
        return [orderId, { type: 'answered', request: 'capture', answer }]
      }),
    )
  }

  return {
    createOrder: async () => {
      dispatch.all({ type: 'started' })
      const answer = await api.createSharedPayPalOrder(orderIds)
      if (answer.ok) {
        ;({ paypalOrderId } = answer.value)
        return paypalOrderId
      }
      const { code } = answer.problem
      // One of them may be paid in another tab, under review or expired; fetching shows which.
      if (code === 'order_not_payable') dispatch.each(await fetchAll('fetch'))
      else dispatch.all({ type: 'start_refused', code })
      throw new Error(code)
    },
    onApprove: async (_data, actions) => {
      dispatch.all({ type: 'approved' })
      const events = await captureAll()
      dispatch.each(events)
      if ([...events.values()].every(isDeclined)) await actions.restart()
    },
    onCancel: () => dispatch.all({ type: 'ended', reason: 'cancelled' }),
    onError: () => dispatch.all({ type: 'ended', reason: 'failed' }),
  }
}

/** An order that the answer lacks is requested again by itself. */
function viewOf({ orders }: OrderList, orderId: string): Answer<OrderView> {
  const value = orders.find(({ id }) => id === orderId)
  return value
    ? { ok: true, value }
    : { ok: false, problem: new ApiProblem('unexpected_answer', 200) }
}

function isDeclined(event: PaymentEvent): boolean {
  if (event.type !== 'answered' || event.answer.ok) return false
  return event.answer.problem.code === 'payment_declined'
}

/** The request body that opens the order of one cart item. The server only compares its prices with its own. */
export function openOrderBody(
  item: CartItem,
  buyer: Buyer,
  discordAvatarUrl: string | null,
): OpenOrderBody {
  const { details: _, ...ordered } = item
  const details = answerOf(item)
  return {
    ...buyer,
    discordAvatarUrl,
    items: [ordered],
    totalPrice: toDecimal(cartItemPriceCents(item)),
    // What was typed for another product stays in the cart.
    ...(details !== '' && detailsOf(item) !== null && { details }),
    agreedTerms: legalVersion,
  }
}
