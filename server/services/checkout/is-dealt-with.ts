import type { Payment } from '#server/providers/payments/payment-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'

/**
 * Whether nothing may be given for a payment of the inbox any more: the owner has dealt with it
 * otherwise, perhaps delivered by hand, or some of its money went back.
 */
export async function isDealtWith(
  { payments }: Pick<Services, 'payments'>,
  trx: Trx,
  payment: Payment,
): Promise<boolean> {
  const known = await trx
    .selectFrom('payments')
    .select(['resolved_at', 'refunded_cents'])
    .where('provider', '=', payments.name)
    .where('reference', '=', payment.reference)
    .executeTakeFirst()
  // What a lost dispute took stands in our record alone.
  const refundedCents = Math.max(payment.refundedCents, known?.refunded_cents ?? 0)
  return refundedCents > 0 || (known?.resolved_at ?? null) !== null
}

/**
 * Whether its payer wants the money back, or got it, and so it pays for nothing now. What a lost dispute
 * took stands in no payment yet when we hear of the payment after it.
 */
export async function isDisputed(
  { payments }: Pick<Services, 'payments'>,
  trx: Trx,
  payment: Payment,
): Promise<boolean> {
  const dispute = await trx
    .selectFrom('disputes')
    .select('reference')
    .where('provider', '=', payments.name)
    .where('payment_reference', '=', payment.reference)
    .where('status', '<>', 'won')
    .limit(1)
    .executeTakeFirst()
  return dispute !== undefined
}
