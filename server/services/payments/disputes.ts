import { sql } from 'kysely'
import type { Dispute } from '#server/providers/paypal/answers.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { applyPaymentToOrder } from './apply-order-payment.ts'
import { nextDisputeCheck } from './due-checks.ts'
import { handleUnclear } from './engine.ts'
import { findStoredPayment, lockOrder, lockPayment } from './match-payment.ts'
import { syncPayment, type SyncOutcome } from './order-payments.ts'
import { markReadable } from './unreadable-answers.ts'

/**
 * Fetches a dispute from PayPal and applies it to the order, then syncs its payment, whose refunds
 * may have changed too. Called by webhooks and the reconcile job; safe to repeat, also
 * concurrently.
 */
export async function syncDispute(
  services: Services,
  reference: string,
): Promise<SyncOutcome | 'ignored' | 'not_found'> {
  const answer = await services.payments.fetchDispute(reference)
  const request = { provider: 'paypal', reference, isDispute: true } as const
  const found = await handleUnclear(services, request, answer)
  if (found.outcome === 'unreadable') return found.isOpen ? 'unreadable' : 'ignored'
  if (found.outcome !== 'dispute') return found.outcome
  await markReadable(services, 'paypal', [reference])
  const isKnown = await recordDispute(services, found.dispute)
  // An unknown payment may belong to another shop, so there is no order to change.
  if (!isKnown) return 'ignored'
  const outcome = await syncPayment(services, found.dispute.paymentReference)
  // The dispute concerns something other than a capture; it is recorded all the same.
  return outcome === 'not_found' ? 'ignored' : outcome
}

/**
 * Records a dispute and applies it to its payment and order, in one transaction. A dispute that
 * arrives before its payment waits for it. Returns whether the payment is known.
 */
export async function recordDispute(services: Services, dispute: Dispute): Promise<boolean> {
  const { database, payments } = services
  return database.transaction(async (trx) => {
    await lockPayment(trx, payments.name, dispute.paymentReference)
    await writeDispute(services, trx, dispute)
    const payment = await findStoredPayment(services, trx, dispute.paymentReference)
    if (!payment) return false
    const order = payment.order_id ? await lockOrder(trx, payment.order_id) : null
    await applyPaymentToOrder(services, trx, payment, { order, reported: payment.status })
    return true
  })
}

/** The provider's latest change wins, in whatever order its answers arrive. */
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
        // Of two changes at the same time the decision is the later one.
        .where(
          sql<boolean>`(disputes.updated_at < excluded.updated_at
            or disputes.updated_at = excluded.updated_at and disputes.status = 'open')`,
        ),
    )
    .execute()
}

/**
 * Fetched concurrently, so that a run in which PayPal never answers still ends before its job is
 * given to another process; the rest waits for the next run.
 */
const mostPerRun = 10

/** Fetches open disputes from time to time, in case the webhook of their end was lost. */
export async function reconcileDisputes(services: Services): Promise<void> {
  const due = await takeDueDisputes(services)
  await Promise.all(
    due.map(async (reference) => {
      try {
        await syncDispute(services, reference)
      } catch (error) {
        services.log.error({ err: error, dispute: reference }, 'dispute not reconciled')
      }
    }),
  )
}

/** Moves their next check on first, so that a failing dispute does not block the others. */
async function takeDueDisputes({ database, payments, clock }: Services): Promise<string[]> {
  const now = clock()
  return database.transaction(async (trx) => {
    const due = await trx
      .selectFrom('disputes')
      .select('reference')
      .where('provider', '=', payments.name)
      .where('status', '=', 'open')
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(mostPerRun)
      .forUpdate()
      .skipLocked()
      .execute()
    const references = due.map(({ reference }) => reference)
    if (references.length === 0) return references
    await trx
      .updateTable('disputes')
      .set({ next_check_at: nextDisputeCheck(now) })
      .where('provider', '=', payments.name)
      .where('reference', 'in', references)
      .execute()
    return references
  })
}
