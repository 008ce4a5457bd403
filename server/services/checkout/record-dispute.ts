import { sql } from 'kysely'
import type { Dispute } from '#server/providers/payments/payment-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { followPayment } from './follow-payment.ts'
import { lockPayment } from './locks.ts'
import { lockOrder } from './match-payment.ts'
import { nextDisputeCheck } from './next-check.ts'

/**
 * Writes down a dispute as the provider tells it and has its payment and order follow, in one
 * transaction. One that is known before its payment waits for it. Answers whether we know the payment.
 */
export async function recordDispute(services: Services, dispute: Dispute): Promise<boolean> {
  const { database, payments } = services
  return database.transaction(async (trx) => {
    await lockPayment(trx, payments.name, dispute.paymentReference)
    await writeDispute(services, trx, dispute)
    const payment = await trx
      .selectFrom('payments')
      .selectAll()
      .where('provider', '=', payments.name)
      .where('reference', '=', dispute.paymentReference)
      .executeTakeFirst()
    if (!payment) return false
    const order = payment.order_id ? await lockOrder(trx, payment.order_id) : null
    await followPayment(services, trx, payment, { order, told: payment.status })
    return true
  })
}

/** What the provider changed last stands, in whatever order its answers reach us. */
async function writeDispute(
  { payments, clock }: Services,
  trx: Trx,
  dispute: Dispute,
): Promise<void> {
  await trx
    .insertInto('disputes')
    .values({
      provider: payments.name,
      reference: dispute.reference,
      payment_reference: dispute.paymentReference,
      status: dispute.status,
      amount_cents: dispute.amountCents,
      currency: dispute.currency,
      opened_at: dispute.openedAt,
      updated_at: dispute.changedAt,
      next_check_at: nextDisputeCheck(clock()),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'reference'])
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          round: sql`case when disputes.status <> 'open' and excluded.status = 'open'
            then disputes.round + 1 else disputes.round end`,
          amount_cents: eb.ref('excluded.amount_cents'),
          updated_at: eb.ref('excluded.updated_at'),
        }))
        .where((eb) =>
          eb.or([
            eb('disputes.updated_at', '<', eb.ref('excluded.updated_at')),
            // Of two changes at one moment the decision is the later.
            eb.and([
              eb('disputes.updated_at', '=', eb.ref('excluded.updated_at')),
              eb('disputes.status', '=', 'open'),
            ]),
          ]),
        ),
    )
    .execute()
}
