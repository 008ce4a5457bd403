import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnPostgres } from './database.ts'
import { runLedgerModel } from '../stress/ledger-model/run.ts'

// The long run, with crashes of the database: `npm run stress -- ledger-model`.
describeOnPostgres('the ledger beside its model', (_, createTestDatabase) => {
  it('holds what a few lines of arithmetic say, whatever happens in whatever order', async () => {
    const steps = 500
    const location = await createTestDatabase()
    const seed = randomInt(2 ** 31)
    const report = await runLedgerModel(location, { steps, seed, crashDatabase: null })
    expect(report).toMatchObject({ steps, comparisons: 2 })
  })
})
