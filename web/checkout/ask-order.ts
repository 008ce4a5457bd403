import type { OrderView } from '#contract/checkout.ts'
import type { Answer, CheckoutApi } from './checkout-api.ts'
import { isApproved, type OpenedOrder } from './opened-order.ts'
import type { PaymentEvent } from './order-progress.ts'

type OrderCalls = Pick<CheckoutApi, 'fetchOrder' | 'captureOrder'>

/**
 * Asks our server how an order stands. Where the buyer has approved, the question is the capture
 * itself: it can be asked any number of times and collects a payment whose first capture got lost.
 */
export async function askOrder(api: OrderCalls, order: OpenedOrder): Promise<PaymentEvent> {
  return isApproved(order)
    ? askForCapture(api, order.orderId)
    : { type: 'answered', question: 'look', answer: await api.fetchOrder(order.orderId) }
}

/** Has an approved order collected; one that cannot be collected is looked at instead. */
export async function askForCapture(api: OrderCalls, orderId: string): Promise<PaymentEvent> {
  return { type: 'answered', question: 'capture', answer: await capture(api, orderId) }
}

async function capture(api: OrderCalls, orderId: string): Promise<Answer<OrderView>> {
  const captured = await api.captureOrder(orderId)
  const isRefused = !captured.ok && captured.problem.code === 'order_not_payable'
  return isRefused ? api.fetchOrder(orderId) : captured
}
