import { useEffect } from 'react'
import type { OrderList, OrderView } from '#contract/checkout.ts'
import { requestJson } from '#web/app/api-client.ts'
import { subscribeToPurchases } from '#web/app/events.ts'
import { startPoll } from '#web/app/poll.ts'
import { displayStatus } from './display-status.ts'

/**
 * The orders of this browser and of the signed-in account, newest first.
 * @throws {ApiProblem}
 */
export async function fetchOrders(): Promise<readonly OrderView[]> {
  const { orders } = await requestJson<OrderList>('/api/orders')
  return orders
}

/**
 * One order; fails with `order_not_found` if it does not exist or belongs to somebody else.
 * @throws {ApiProblem}
 */
export function fetchOrder(orderId: string): Promise<OrderView> {
  return requestJson(`/api/orders/${encodeURIComponent(orderId)}`)
}

/**
 * Sets whether the buyer is named in the donor ranking for this order.
 * @throws {ApiProblem}
 */
export function changeDonorListing(orderId: string, listedAsDonor: boolean): Promise<OrderView> {
  return requestJson(`/api/orders/${encodeURIComponent(orderId)}`, {
    method: 'PATCH',
    body: { listedAsDonor },
  })
}

/** Keeps the shown orders up to date: `refresh` loads them again. */
export function useOrderUpdates(orders: readonly OrderView[], refresh: () => Promise<void>): void {
  const isUnderReview = orders.some((order) => displayStatus(order) === 'under_review')

  useEffect(() => subscribeToPurchases(() => void refresh()), [refresh])
  useEffect(() => {
    // No event announces that PayPal has denied a payment, so poll.
    if (!isUnderReview) return undefined
    return startPoll(refresh, () => document.hidden).stop
  }, [isUnderReview, refresh])
}
