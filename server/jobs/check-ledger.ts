import type { Services } from '#server/services/context.ts'
import { verifyLedger } from '#server/services/wallet/verify-ledger.ts'

/**
 * Checks the whole ledger, and says so in the log when something does not fit. What it answers is
 * kept with the job, where the metrics of every process find it.
 */
export async function checkLedger({
  database,
  log,
}: Pick<Services, 'database' | 'log'>): Promise<{ differences: number }> {
  const { differences } = await verifyLedger(database)
  if (differences.length > 0) {
    // Not the sentences: they name players. `npm run verify-ledger` has them.
    log.error({ differences: differences.length }, 'the ledger does not fit')
  }
  return { differences: differences.length }
}
