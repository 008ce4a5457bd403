import type { Services } from '#server/services/context.ts'
import { nextDisputeCheck } from './next-check.ts'
import { settleDispute } from './settle-dispute.ts'

/**
 * Asked for at the same time, so that a run in which PayPal never answers still ends before its job is
 * given to another; the rest waits for the next run.
 */
const mostPerRun = 10

/** Asks again for open disputes whose time has come, should the webhook of their end be lost. */
export async function reconcileDisputes(services: Services): Promise<void> {
  const due = await takeDueDisputes(services)
  await Promise.all(due.map((reference) => reconcileDispute(services, reference)))
}

async function reconcileDispute(services: Services, reference: string): Promise<void> {
  try {
    await settleDispute(services, reference)
  } catch (error) {
    services.log.error({ err: error, dispute: reference }, 'dispute not reconciled')
  }
}

/** Moves their next check on before anything else: one that fails must not stand in the way for ever. */
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
