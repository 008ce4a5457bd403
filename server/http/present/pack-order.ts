import type { AdminPackOrder } from '#contract/admin-kryptonite.ts'
import type { PackOrder } from '#server/services/packs/pack-records.ts'

/** What the staff may see of a pack's order. */
export function presentPackOrder(order: PackOrder): AdminPackOrder {
  return {
    id: order.id,
    status: order.status,
    mismatch: order.mismatch,
    steamId: order.steam_id,
    discordUsername: order.discord_username,
    amount: order.amount,
    bonus: order.bonus,
    priceCents: order.price_cents,
    refundedCents: order.refunded_cents,
    disputedCents: order.disputed_cents,
    sessionId: order.session_id,
    openedAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
  }
}
