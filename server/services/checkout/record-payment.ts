import { sql } from 'kysely'
import type { Payment } from '#server/providers/payments/payment-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { followPayment, type StoredPayment } from './follow-payment.ts'
import { lockPayment } from './locks.ts'
import { matchHostedOrder } from './match-hosted-order.ts'
import { matchPayment, type Match, type MatchNameless } from './match-payment.ts'
import { queueUnmatchedMessage } from './staff-messages.ts'

/**
 * Writes down a payment as the provider tells it and has its order follow, in one transaction. A payment
 * that fits no order is kept in the owner's inbox (`order_id` null), with the reason, and the staff
 * is told. Answers its order, or why it has none.
 */
export async function recordPayment(
  services: Services,
  payment: Payment,
  matchNameless: MatchNameless = matchNewHostedPayment,
): Promise<Match> {
  return services.database.transaction(async (trx) => {
    await lockPayment(trx, services.payments.name, payment.reference)
    if (await isKnownDenial(services, trx, payment)) return { order: null, reason: 'declined' }
    const match = await matchPayment(services, trx, payment, matchNameless)
    const { order, reason } = match
    // A denied payment is no order's payment: the next one must find the place free.
    const orderId = payment.status === 'declined' ? null : (order?.id ?? null)
    const stored = await writePayment(services, trx, payment, orderId, reason)
    if (!order && payment.status === 'completed') {
      await queueUnmatchedMessage(services, trx, stored.id)
    }
    await followPayment(services, trx, stored, { order, told: payment.status })
    return match
  })
}

/**
 * A denial told again, or an answer from before it: its buyer may have begun anew since, and must not
 * be disturbed.
 */
async function isKnownDenial(services: Services, trx: Trx, payment: Payment): Promise<boolean> {
  if (payment.status !== 'held' && payment.status !== 'declined') return false
  const known = await findKnown(services, trx, payment)
  return known?.status === 'declined'
}

/** Once it lies in the inbox, only its buyer or the owner may say whose it is: others wait by now. */
const matchNewHostedPayment: MatchNameless = async (services, trx, payment) => {
  const known = await findKnown(services, trx, payment)
  return known
    ? { order: null, reason: known.unmatched_reason ?? 'unknown' }
    : matchHostedOrder(services, trx, payment)
}

/** What an earlier answer left of it. */
function findKnown({ payments }: Services, trx: Trx, { reference }: Payment) {
  return trx
    .selectFrom('payments')
    .select(['status', 'unmatched_reason'])
    .where('provider', '=', payments.name)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

async function writePayment(
  { payments, clock }: Services,
  trx: Trx,
  payment: Payment,
  orderId: string | null,
  reason: string | null,
): Promise<StoredPayment> {
  return trx
    .insertInto('payments')
    .values({
      provider: payments.name,
      reference: payment.reference,
      order_id: orderId,
      unmatched_reason: reason,
      status: payment.status,
      amount_cents: payment.amountCents,
      refunded_cents: payment.refundedCents,
      currency: payment.currency,
      provider_mode: payments.mode,
      made_at: payment.madeAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'reference']).doUpdateSet((eb) => ({
        // Answers can overtake each other: what was seen once is never forgotten.
        status: sql`case
          when payments.status = 'refunded' then payments.status
          when payments.status = 'completed' and excluded.status <> 'refunded' then payments.status
          else excluded.status end`,
        refunded_cents: sql`greatest(payments.refunded_cents, excluded.refunded_cents)`,
        order_id: eb.ref('excluded.order_id'),
        // Why it was not matched at first tells the owner more than a later failed claim.
        unmatched_reason: sql`case when excluded.order_id is null
          then coalesce(payments.unmatched_reason, excluded.unmatched_reason) end`,
        updated_at: clock(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
