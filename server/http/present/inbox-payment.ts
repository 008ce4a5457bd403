import type { InboxPayment } from '../../../contract/admin.ts'
import type { InboxEntry } from '../../services/admin/list-inbox.ts'
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
