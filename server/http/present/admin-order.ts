import type { AdminOrder } from '#contract/staff.ts'
import type { OrderRecord } from '#server/services/checkout/order-records.ts'
import { presentOrderItem } from './order.ts'

/** What the staff may know of an order: enough to hand it over and to find it at PayPal. */
export function presentAdminOrder(order: OrderRecord): AdminOrder {
  return {
    id: order.id,
    status: order.status,
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    item: presentOrderItem(order),
    driver: order.driver,
    providerMode: order.provider_mode,
    refundedCents: order.refunded_cents,
    donorListing: donorListing(order),
    openedAt: order.opened_at.toISOString(),
    paidAt: order.settled_at?.toISOString() ?? null,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    transactionId: order.transaction_id,
  }
}

function donorListing(order: OrderRecord): AdminOrder['donorListing'] {
  if (order.donor_listing_revoked) return 'revoked'
  return order.listed_as_donor ? 'listed' : 'none'
}
