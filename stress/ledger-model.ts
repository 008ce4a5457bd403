import { runLedgerModel } from './ledger-model/run.ts'
import { note, reportExactly } from '../bench/report.ts'
import { onPostgres } from './on-databases.ts'
import { defineStress } from './define-stress.ts'

/** R20: random purchases, credits, packs, refunds, webhooks, crashes and clock jumps beside a model. */
export const ledgerModel = defineStress({ steps: 1_000_000, seed: 20 }, (setting) =>
  onPostgres(async (server) => {
    try {
      const { steps, crashes, comparisons, transactions } = await runLedgerModel(
        { kind: 'postgres', url: server.url },
        { steps: setting('steps'), seed: setting('seed'), database: server },
      )
      note(
        `seed ${setting('seed')}: ${steps} steps, ${crashes} crashes of Postgres, ${transactions} lines, ${comparisons} comparisons of all`,
      )
      return reportExactly('divergences', 0)
    } catch (error) {
      note(String(error))
      return reportExactly('divergences', 1)
    }
  }),
)
