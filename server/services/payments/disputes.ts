import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { PaymentProviderName } from '#server/db/schema.ts'
import type { Dispute } from '#server/providers/payment-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { nextDisputeCheck } from './due-checks.ts'

interface ReportedDispute extends Dispute {
  /** The provider's id of the payment. */
  readonly paymentReference: string
  /** When the provider last changed it, as far as it says: answers can arrive out of order. */
  readonly changedAt: Date
  /** Null where its movements have it. */
  readonly feeCents: Cents | null
}

/** The provider's latest change wins, in whatever order its answers arrive. */
export async function writeDispute(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  provider: PaymentProviderName,
  dispute: ReportedDispute,
): Promise<void> {
  await trx
    .insertInto('disputes')
    .values({
      provider,
      reference: dispute.reference,
      payment_reference: dispute.paymentReference,
      status: dispute.status,
      amount_cents: dispute.amountCents,
      currency: dispute.currency,
      fee_cents: dispute.feeCents,
      reason: dispute.reason,
      awaits_answer: dispute.awaitsAnswer,
      answer_by: dispute.answerBy,
      opened_at: dispute.openedAt,
      updated_at: dispute.changedAt,
      next_check_at: nextDisputeCheck(clock()),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'reference'])
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          round: sql`case when disputes.status not in ('open', excluded.status)
            then disputes.round + 1 else disputes.round end`,
          amount_cents: eb.ref('excluded.amount_cents'),
          currency: eb.ref('excluded.currency'),
          fee_cents: eb.ref('excluded.fee_cents'),
          reason: eb.ref('excluded.reason'),
          awaits_answer: eb.ref('excluded.awaits_answer'),
          answer_by: eb.ref('excluded.answer_by'),
          updated_at: eb.ref('excluded.updated_at'),
        }))
        // Of two changes at the same time the decision is the later one.
        .where(
          sql<boolean>`(disputes.updated_at < excluded.updated_at
            or disputes.updated_at = excluded.updated_at
              and (disputes.status = 'open' or excluded.status <> 'open'))`,
        ),
    )
    .execute()
}

/** Whether Stripe has an open dispute or inquiry about the pack of `krypto_orders`. */
export const hasOpenDispute = sql<boolean>`exists (
  select from disputes d where d.provider = 'stripe' and d.status = 'open'
    and d.payment_reference = krypto_orders.payment_intent)`

/** The open disputes about payments of the mode that the shop runs in, with the payment or the pack. */
export function selectOpenDisputes({ database, paypal, stripe }: Services) {
  return database.db
    .selectFrom('disputes')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'disputes.provider')
        .onRef('payments.reference', '=', 'disputes.payment_reference')
        .on('payments.provider_mode', '=', paypal.mode),
    )
    .leftJoin('krypto_orders', (join) =>
      join
        .onRef('krypto_orders.payment_intent', '=', 'disputes.payment_reference')
        .on('disputes.provider', '=', stripe.name)
        .on('krypto_orders.provider_mode', '=', stripe.mode),
    )
    .where('disputes.status', '=', 'open')
    .where((eb) =>
      eb.or([eb('payments.id', 'is not', null), eb('krypto_orders.id', 'is not', null)]),
    )
}
