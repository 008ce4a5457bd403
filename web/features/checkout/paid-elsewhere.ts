import { readOrderedItems, writeOrderedItems } from '#web/features/cart/ordered-items.ts'
import { fetchOrders } from '#web/features/orders/orders-api.ts'
import { completePurchases, readCheckout } from './use-checkout.ts'

/** Takes out of the cart what was paid after the tab of its checkout was closed. */
export async function takePaidItems(): Promise<void> {
  if (readOrderedItems().every(isInCheckout)) return writeOrderedItems(readOrderedItems())
  const orders = new Map((await fetchOrders()).map((order) => [order.id, order]))
  // Read now: the visitor may have gone on meanwhile.
  const ordered = readOrderedItems()
  const bought = ordered.flatMap((item) => {
    const order = orders.get(item.orderId)
    const isPaid = order?.status === 'paid' || order?.status === 'disputed'
    return isPaid && !isInCheckout(item) ? [{ itemId: item.itemId, order }] : []
  })
  if (bought.length > 0) completePurchases(bought, null)
  // The others are asked for again as long as they can be paid.
  const open = ordered.filter((item) => {
    const status = orders.get(item.orderId)?.status
    return isInCheckout(item) || status === 'pending' || status === 'processing'
  })
  writeOrderedItems(open)
}

/** This tab's own checkout says itself what is paid. */
function isInCheckout({ itemId }: { readonly itemId: string }): boolean {
  return readCheckout().orders.some(({ item }) => item.id === itemId)
}
