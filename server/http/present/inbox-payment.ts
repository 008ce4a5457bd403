import type { InboxPayment, UnreadableAnswer } from '#contract/staff.ts'
import type { InboxEntry } from '#server/services/admin/list-inbox.ts'
import type { UnreadableEntry } from '#server/services/unreadable-answers.ts'
import { presentAdminOrder } from './admin-order.ts'

/** What the staff may know of a payment that matches no order. */
export function presentInboxPayment({ payment, isDisputed, candidates }: InboxEntry): InboxPayment {
  return {
    id: payment.id,
    transactionId: payment.reference,
    status: payment.status,
    amountCents: payment.amount_cents,
    refundedCents: payment.refunded_cents,
    isDisputed,
    currency: payment.currency,
    reason: payment.unmatched_reason ?? 'unknown',
    madeAt: payment.made_at.toISOString(),
    resolvedAt: payment.resolved_at?.toISOString() ?? null,
    resolution: payment.resolution,
    candidates: candidates.map(presentAdminOrder),
  }
}

/** An answer that nobody can read, with the order that waits for it. */
export function presentUnreadableAnswer({
  kept,
  order,
  packOrder,
}: UnreadableEntry): UnreadableAnswer {
  const waiting = order ?? packOrder
  return {
    id: kept.id,
    provider: kept.provider,
    reference: kept.reference,
    detail: kept.detail,
    answer: kept.answer,
    order: waiting && {
      id: waiting.id,
      kind: order ? 'order' : 'pack',
      steamId: waiting.steam_id,
      discordUsername: waiting.discord_username,
      priceCents: waiting.price_cents,
      currency: waiting.currency,
    },
    firstSeenAt: kept.first_seen_at.toISOString(),
    lastSeenAt: kept.last_seen_at.toISOString(),
    resolvedAt: kept.resolved_at?.toISOString() ?? null,
    resolution: kept.resolution,
  }
}
