import { queryClient } from '#web/app/query-client.ts'
import { readCart } from '#web/features/cart/cart-store.ts'
import { readOrderedItems } from '#web/features/cart/ordered-items.ts'
import { ordersQuery } from '#web/features/orders/orders-api.ts'
import { completePurchases, readCheckout } from './use-checkout.ts'

/** Takes out of the cart what was paid after the tab of its checkout was closed. */
export async function takePaidItems(): Promise<void> {
  const ordered = readOrderedItems()
  const inCheckout = new Set(readCheckout().orders.map(({ item }) => item.id))
  const waiting = readCart().filter(({ id }) => id in ordered && !inCheckout.has(id))
  if (waiting.length === 0) return
  const orders = await queryClient.fetchQuery({ ...ordersQuery, staleTime: 0 })
  const bought = waiting.flatMap(({ id: itemId }) => {
    const order = orders.find(({ id }) => id === ordered[itemId])
    return order?.status === 'paid' || order?.status === 'disputed' ? [{ itemId, order }] : []
  })
  if (bought.length > 0) completePurchases(bought, () => undefined)
}
