import type { OrderItem, OrderView } from '#contract/checkout.ts'
import { parseHexColor } from '#domain/color.ts'
import type { OrderRecord } from '#server/services/checkout/order-records.ts'

/** What the buyer's page may know of an order. */
export function presentOrder(order: OrderRecord): OrderView {
  return {
    id: order.id,
    status: order.status,
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    items: [presentOrderItem(order)],
    totalCents: order.price_cents,
    refundedCents: order.refunded_cents,
    listedAsDonor: order.listed_as_donor && !order.donor_listing_revoked,
    openedAt: order.opened_at.toISOString(),
    paidAt: order.settled_at?.toISOString() ?? null,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    transactionId: order.transaction_id,
  }
}

/** What is bought, for buyers and staff alike. */
export function presentOrderItem(order: OrderRecord): OrderItem {
  const color = order.color === null ? null : parseHexColor(order.color)
  return {
    name: order.item_name,
    type: order.item_type,
    ...(order.duration_months !== null && { duration: order.duration_months }),
    ...(color && { color }),
    priceCents: order.price_cents,
  }
}
