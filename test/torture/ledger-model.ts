import { startPostgres } from '../postgres.ts'
import { runLedgerModel } from './ledger-model/run.ts'
import { defineTorture, report } from './torture.ts'

/** R20: random purchases, credits, packs, refunds, webhooks, crashes and clock jumps beside a model. */
export const ledgerModel = defineTorture({ steps: 1_000_000, seed: 20 }, async (setting) => {
  const postgres = await startPostgres(process.env)
  if (!postgres.available) {
    console.log(`  not run: ${postgres.reason}`)
    return true
  }
  const { server } = postgres
  try {
    const { steps, crashes, comparisons, transactions } = await runLedgerModel(
      { kind: 'postgres', url: server.url },
      { steps: setting('steps'), seed: setting('seed'), crashDatabase: server },
    )
    console.log(
      `  seed ${setting('seed')}: ${steps} steps, ${crashes} crashes of Postgres, ${transactions} lines, ${comparisons} comparisons of all`,
    )
    return report('divergences', 0)
  } catch (error) {
    console.log(`  ${String(error)}`)
    return report('divergences', 1)
  } finally {
    await server.remove()
  }
})
