import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { PaymentsTable, Schema } from '#server/db/schema.ts'
import type { OrderRecord } from '#server/services/checkout/order-records.ts'
import type { Services } from '#server/services/context.ts'
import { findCandidates } from './find-candidates.ts'

const mostPayments = 100

export interface InboxEntry {
  readonly payment: Selectable<PaymentsTable>
  /** Whether its payer disputes it and PayPal has not decided: it can be given to no order now. */
  readonly isDisputed: boolean
  readonly candidates: readonly OrderRecord[]
}

/**
 * The payments that match no order: those that somebody has to look into first, then the others,
 * the newest first. A declined payment took no money and is not among them.
 */
export async function listInbox(services: Services): Promise<readonly InboxEntry[]> {
  const { database, payments } = services
  const found = await database.db
    .selectFrom('payments')
    .selectAll()
    .select(isDisputed)
    .where('order_id', 'is', null)
    .where('status', '<>', 'declined')
    .where('provider_mode', '=', payments.mode)
    .orderBy(sql`resolved_at is null and status = 'completed'`, 'desc')
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(mostPayments)
    .execute()
  const candidates = await findCandidates(
    services,
    found.filter((payment) => !payment.is_disputed),
  )
  return found.map((payment) => ({
    payment,
    isDisputed: Boolean(payment.is_disputed),
    candidates: candidates.get(payment.id) ?? [],
  }))
}

function isDisputed(eb: ExpressionBuilder<Schema, 'payments'>) {
  const open = eb
    .selectFrom('disputes')
    .select('disputes.reference')
    .whereRef('disputes.provider', '=', 'payments.provider')
    .whereRef('disputes.payment_reference', '=', 'payments.reference')
    .where('disputes.status', '=', 'open')
  return eb.exists(open).as('is_disputed')
}
