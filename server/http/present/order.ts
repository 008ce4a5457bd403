import type { OrderView } from '../../../contract/checkout.ts'
import type { Order } from '../../services/checkout/find-order.ts'

/** What the buyer's page may know of an order. */
export function presentOrder(order: Order): OrderView {
  return {
    id: order.id,
    status: order.status,
    steamId: order.steam_id,
    items: [
      {
        name: order.item_name,
        type: order.item_type,
        ...(order.duration_months !== null && { duration: order.duration_months }),
        priceCents: order.price_cents,
      },
    ],
    totalCents: order.price_cents,
  }
}
