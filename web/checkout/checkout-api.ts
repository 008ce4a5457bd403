import type {
  OpenOrderAnswer,
  OrderView,
  PaymentOptions,
  PayPalOrderAnswer,
} from '../../contract/checkout.ts'
import type { CartItem } from '../../domain/cart.ts'
import { ApiProblem, requestJson } from '../api/client.ts'
import { newId } from '../cart/new-id.ts'

/** The outcome of a call: its answer, or why there is none. Calls of the checkout never throw. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ApiProblem }

/** Body of `discord-purchase-notification`; `totalPrice` is euros as a decimal string. */
export interface OpenOrderBody {
  readonly steamId: string
  readonly discordUsername: string
  readonly discordAvatarUrl: string | null
  readonly items: readonly [CartItem]
  readonly totalPrice: string
}

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
  openOrder: (body) => answerOf(post('/functions/v1/discord-purchase-notification', body)),
  fetchOrder: (orderId) => answerOf(requestJson(orderPath(orderId))),
  createPayPalOrder: (orderId) => answerOf(post(`${orderPath(orderId)}/paypal-order`, {})),
  captureOrder: (orderId) => answerOf(post(`${orderPath(orderId)}/capture`, {})),
  claimPayment: (orderId, transactionId) =>
    answerOf(post(`${orderPath(orderId)}/claim`, { transactionId })),
}

function orderPath(orderId: string): string {
  return `/api/orders/${encodeURIComponent(orderId)}`
}

function post<Value>(path: string, body: unknown): Promise<Value> {
  return requestJson(path, { body, idempotencyKey: newId() })
}

async function answerOf<Value>(request: Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ok: true, value: await request }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
    return { ok: false, problem }
  }
}
