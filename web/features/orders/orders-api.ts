import { useEffect } from 'react'
import type { OrderList, OrderView } from '#contract/checkout.ts'
import { requestJson } from '#web/app/api-client.ts'
import { subscribeToPurchases } from '#web/app/events.ts'
import { startPoll } from '#web/app/poll.ts'
import { displayStatus } from './display-status.ts'

/**
 * The orders of this browser and of the account that is signed in, newest first.
 * @throws {ApiProblem}
 */
export async function fetchOrders(): Promise<readonly OrderView[]> {
  const { orders } = await requestJson<OrderList>('/api/orders')
  return orders
}

/**
 * One of them; `order_not_found` when it is somebody else's or nobody's.
 * @throws {ApiProblem}
 */
export function fetchOrder(orderId: string): Promise<OrderView> {
  return requestJson(`/api/orders/${encodeURIComponent(orderId)}`)
}

/**
 * Whether the buyer is named in the donor ranking for this order.
 * @throws {ApiProblem}
 */
export function changeDonorListing(orderId: string, listedAsDonor: boolean): Promise<OrderView> {
  return requestJson(`/api/orders/${encodeURIComponent(orderId)}`, {
    method: 'PATCH',
    body: { listedAsDonor },
  })
}

/** Keeps shown orders up to date: `refresh` asks for them again. */
export function useOrderUpdates(orders: readonly OrderView[], refresh: () => Promise<void>): void {
  const isUnderReview = orders.some((order) => displayStatus(order) === 'under_review')

  useEffect(() => subscribeToPurchases(() => void refresh()), [refresh])
  useEffect(() => {
    // That PayPal has refused a payment is nothing that anybody announces.
    if (!isUnderReview) return undefined
    return startPoll(refresh, () => document.hidden).stop
  }, [isUnderReview, refresh])
}
