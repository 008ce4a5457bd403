import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/checkout.ts'
import type { OpenOrderBody, OrderList, OrderView } from '#contract/checkout.ts'
import { cartItemPriceCents } from '#domain/cart.ts'
import { toDecimal } from '#domain/money.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import { newId } from '#web/app/new-id.ts'
import type { PricedItem } from '#web/features/cart/cart-code.ts'
import { answerOf } from '#web/features/cart/cart-choices.ts'
import { detailsOf } from '#web/features/products/product-text.ts'
import type { Buyer } from './buyer-form.ts'
import type { ButtonEvent, OrderRequest, PaymentEvent } from './checkout-state.ts'
import { isApproved, type OpenedOrder } from './opened-order.ts'
import { site } from '#web/app/site.ts'

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
  startPayment: (orderIds: readonly string[]) =>
    toAnswer(
      call(contract.startPayment, {
        body: { orderIds: [...orderIds] },
        idempotencyKey: requestKey('start', orderIds),
      }),
    ),
  capturePayment: (paypalOrderId: string) =>
    toAnswer(
      call(contract.capturePayment, {
        params: { paypalOrderId },
        idempotencyKey: attemptKey('capture', paypalOrderId),
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

/** Events of orders, by their ids. */
export type PaymentEvents = ReadonlyMap<string, PaymentEvent>

type CaptureCalls = Pick<CheckoutApi, 'fetchOrder' | 'capturePayment'>

/**
 * Requests the current status of an order. For an approved order the request is the capture itself:
 * it can be repeated any number of times, and collects a payment whose first capture was lost.
 */
export function requestOrder(api: CaptureCalls, order: OpenedOrder): Promise<PaymentEvents> {
  const { orderId, paypalOrderId } = order
  return isApproved(order) && paypalOrderId !== null
    ? captureOrders(api, paypalOrderId, [orderId])
    : fetchOrders(api, [orderId], 'fetch')
}

async function fetchOrders(
  api: CaptureCalls,
  orderIds: readonly string[],
  request: OrderRequest,
): Promise<PaymentEvents> {
  return new Map(
    await Promise.all(
      orderIds.map(async (orderId): Promise<[string, PaymentEvent]> => {
        return [orderId, { type: 'answered', request, answer: await api.fetchOrder(orderId) }]
      }),
    ),
  )
}

/** Captures a payment, or fetches its orders if it cannot be captured. */
async function captureOrders(
  api: CaptureCalls,
  paypalOrderId: string,
  orderIds: readonly string[],
): Promise<PaymentEvents> {
  const captured = await api.capturePayment(paypalOrderId)
  if (!captured.ok && captured.problem.code === 'order_not_payable') {
    return fetchOrders(api, orderIds, 'capture')
  }
  return new Map(
    orderIds.map((orderId) => {
      const answer = captured.ok ? viewOf(captured.value, orderId) : captured
      return [orderId, { type: 'answered', request: 'capture', answer }]
    }),
  )
}

/** An order that the answer lacks is requested again by itself. */
function viewOf({ orders }: OrderList, orderId: string): Answer<OrderView> {
  const value = orders.find(({ id }) => id === orderId)
  return value
    ? { ok: true, value }
    : { ok: false, problem: new ApiProblem('unexpected_answer', 200) }
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

/**
 * The callbacks of PayPal's button for one payment, of one order or of several. Our server creates
 * the PayPal order and captures it. Every event is dispatched for each order; `checkout-state.ts`
 * decides what it means.
 */
export function payPalCallbacks(
  api: CaptureCalls & Pick<CheckoutApi, 'startPayment'>,
  orderIds: readonly string[],
  dispatch: (events: PaymentEvents) => void,
): PayPalCallbacks {
  let paypalOrderId = ''
  const report = (event: ButtonEvent) =>
    dispatch(new Map(orderIds.map((orderId) => [orderId, event])))

  return {
    createOrder: async () => {
      report({ type: 'started' })
      const answer = await api.startPayment(orderIds)
      if (answer.ok) {
        ;({ paypalOrderId } = answer.value)
        return paypalOrderId
      }
      const { code, ban } = answer.problem
      // One of them may be paid in another tab, under review or expired; fetching shows which.
      if (code === 'order_not_payable') dispatch(await fetchOrders(api, orderIds, 'fetch'))
      else report({ type: 'start_refused', code, ban })
      throw new Error(code)
    },
    onApprove: async (_data, actions) => {
      report({ type: 'approved', paypalOrderId })
      const events = await captureOrders(api, paypalOrderId, orderIds)
      dispatch(events)
      if ([...events.values()].every(isDeclined)) await actions.restart()
    },
    onCancel: () => report({ type: 'ended', reason: 'cancelled' }),
    onError: () => report({ type: 'ended', reason: 'failed' }),
  }
}

function isDeclined(event: PaymentEvent): boolean {
  if (event.type !== 'answered' || event.answer.ok) return false
  return event.answer.problem.code === 'payment_declined'
}

/** The request body that opens the order of one cart item. The server only compares its prices with its own. */
export function openOrderBody(
  item: PricedItem,
  buyer: Buyer,
  discordAvatarUrl: string | null,
): OpenOrderBody {
  const { details: _, code, ...ordered } = item
  const details = answerOf(item)
  return {
    ...buyer,
    discordAvatarUrl,
    items: [ordered],
    ...(code !== undefined && { code }),
    totalPrice: toDecimal(cartItemPriceCents(item)),
    // What was typed for another product stays in the cart.
    ...(details !== '' && detailsOf(item) !== null && { details }),
    agreedTerms: site().legalVersion,
  }
}
