import { useEffect, useEffectEvent } from 'react'
import type { OrderView } from '../../contract/checkout.ts'
import type { CheckoutApi } from './checkout-api.ts'
import type { ApiProblem } from '../api/client.ts'
import type { Answer } from './checkout-api.ts'
import type { OpenedOrder } from './opened-orders.ts'
import { startPoll } from './poll.ts'

type WatchCalls = Pick<CheckoutApi, 'fetchOrder' | 'captureOrder'>

/**
 * Asks our server how an order stands. Where the buyer has approved, the question is the capture
 * itself: it can be asked any number of times and collects a payment whose first capture got lost.
 */
export async function askOrder(api: WatchCalls, order: OpenedOrder): Promise<Answer<OrderView>> {
  if (!order.approved) return api.fetchOrder(order.orderId)
  const captured = await api.captureOrder(order.orderId)
  const isRefused = !captured.ok && captured.problem.code === 'order_not_payable'
  return isRefused ? api.fetchOrder(order.orderId) : captured
}

interface WatchReport {
  readonly seen: (view: OrderView) => void
  readonly failed: (problem: ApiProblem) => void
}

/**
 * Watches an order while it is open: by and by, and at once when the buyer comes back to the page.
 * For another order the component that calls it has to be another one.
 */
export function useOrderWatch(
  api: WatchCalls,
  order: OpenedOrder,
  isCapturing: boolean,
  report: WatchReport,
): void {
  const ask = useEffectEvent(async () => {
    const answer = await askOrder(api, order)
    if (answer.ok) report.seen(answer.value)
    else report.failed(answer.problem)
  })
  const isResting = useEffectEvent(() => document.hidden || isCapturing)

  useEffect(() => {
    const poll = startPoll(
      () => ask(),
      () => isResting(),
    )
    poll.askNow()
    window.addEventListener('focus', poll.askNow)
    document.addEventListener('visibilitychange', poll.askNow)
    return () => {
      poll.stop()
      window.removeEventListener('focus', poll.askNow)
      document.removeEventListener('visibilitychange', poll.askNow)
    }
  }, [])
}
