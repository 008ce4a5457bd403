import { queryOptions } from '@tanstack/react-query'
import type { OrderView } from '#contract/checkout.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import { pollDelayMs } from '#web/app/poll.ts'
import { changeNewestData, queryKeys } from '#web/app/query-client.ts'
import { displayStatus } from './display-status.ts'

const contract = () => import('#contract/checkout.ts')

/** @throws {ApiProblem} */
export async function fetchOrders(): Promise<readonly OrderView[]> {
  return (await call(contract().then(({ listOrders }) => listOrders))).orders
}

/** The orders of this browser and of the signed-in account, newest first. */
export const ordersQuery = queryOptions({
  queryKey: queryKeys.orders,
  queryFn: fetchOrders,
  refetchInterval: ({ state }) => reviewPollMs(state.dataUpdateCount, state.data),
})

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * One order; fails with `order_not_found` if it does not exist or belongs to somebody else. An
 * invalid id is not requested.
 */
export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: queryKeys.order(orderId),
    queryFn: async () => {
      if (!uuid.test(orderId)) throw new ApiProblem('order_not_found', 404)
      return call(
        contract().then(({ readOrder }) => readOrder),
        { params: { id: orderId } },
      )
    },
    refetchInterval: ({ state }) => reviewPollMs(state.dataUpdateCount, state.data && [state.data]),
  })
}

/**
 * No event announces that PayPal has denied a payment, or that a delivery has failed once more with
 * another time for the next try, so these orders are polled.
 */
function reviewPollMs(round: number, orders: readonly OrderView[] = []): number | false {
  const isPolled = orders.some((order) => {
    const status = displayStatus(order)
    const waits = status === 'delivering' && order.perk?.delivery.until !== undefined
    return status === 'under_review' || waits
  })
  return isPolled && pollDelayMs(round)
}

/** Shows an order as the server has changed it, wherever it is on the page. */
export async function replaceOrder(changed: OrderView): Promise<void> {
  await changeNewestData<OrderView>(queryKeys.order(changed.id), () => changed)
  await changeNewestData<readonly OrderView[]>(queryKeys.orders, (orders) =>
    orders.map((order) => (order.id === changed.id ? changed : order)),
  )
}
