import type { OrderList, OrderView } from '#contract/checkout.ts'
import { requestJson } from '#web/api/client.ts'

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
