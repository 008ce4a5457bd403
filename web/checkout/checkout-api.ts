import type {
  OpenOrderAnswer,
  OpenOrderBody,
  OrderView,
  PaymentOptions,
  PayPalOrderAnswer,
} from '#contract/checkout.ts'
import { ApiProblem, requestJson } from '#web/api/client.ts'
import { newId } from '#web/cart/new-id.ts'

/** The outcome of a call: its answer, or why there is none. Calls of the checkout never throw. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ApiProblem }

export interface CheckoutApi {
  readonly fetchPaymentOptions: () => Promise<Answer<PaymentOptions>>
  readonly openOrder: (body: OpenOrderBody) => Promise<Answer<OpenOrderAnswer>>
  readonly fetchOrder: (orderId: string) => Promise<Answer<OrderView>>
  readonly createPayPalOrder: (orderId: string) => Promise<Answer<PayPalOrderAnswer>>
  readonly captureOrder: (orderId: string) => Promise<Answer<OrderView>>
  readonly claimPayment: (orderId: string, transactionId: string) => Promise<Answer<OrderView>>
}

export const checkoutApi: CheckoutApi = {
  fetchPaymentOptions: () => answerOf(requestJson('/api/payment-options')),
  openOrder: (body) =>
    answerOf(post('/functions/v1/discord-purchase-notification', body, openingKey(body))),
  fetchOrder: (orderId) => answerOf(requestJson(orderPath(orderId))),
  createPayPalOrder: (orderId) =>
    answerOf(post(`${orderPath(orderId)}/paypal-order`, {}, attemptKey('start', orderId))),
  captureOrder: (orderId) =>
    answerOf(post(`${orderPath(orderId)}/capture`, {}, attemptKey('capture', orderId))),
  claimPayment: (orderId, transactionId) =>
    answerOf(
      post(
        `${orderPath(orderId)}/claim`,
        { transactionId },
        attemptKey('claim', orderId, transactionId),
      ),
    ),
}

function orderPath(orderId: string): string {
  return `/api/orders/${encodeURIComponent(orderId)}`
}

const openingKeys = new Map<string, string>()

/** The same request is the same attempt, however often it is sent; other details are another one. */
function openingKey(body: OpenOrderBody): string {
  const request = JSON.stringify(body)
  const key = openingKeys.get(request) ?? attemptKey('open', newId())
  openingKeys.set(request, key)
  return key
}

// Names may be in any script, headers only in Latin.
function attemptKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join(':')
}

function post<Value>(path: string, body: unknown, idempotencyKey: string): Promise<Value> {
  return requestJson(path, { body, idempotencyKey })
}

async function answerOf<Value>(request: Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ok: true, value: await request }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
    return { ok: false, problem }
  }
}
