import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { startPostgres } from './postgres.ts'
import { killWhileMigrating } from '../stress/killed-migrations.ts'
import { buildOldShops } from '../stress/killed-migrations/old-shops.ts'

const started = await startPostgres(process.env)
const skipped = started.available ? '' : ` [skipped: ${started.reason}]`
const ages = new Set(['empty', '0004_rate_limits'])

// Shops of all ages, on both databases: `npm run stress -- killed-migrations`.
describe.skipIf(!started.available)(`migrations that are killed${skipped}`, () => {
  beforeAll(() => buildWebIfStale())
  afterAll(async () => {
    if (started.available) await started.server.remove()
  })

  it('are done when the server is started again, with nothing lost', async () => {
    if (!started.available) throw new Error(started.reason)
    const { server } = started
    const shops = await buildOldShops(server.url, 200, (age) => ages.has(age))
    const settings = { kills: 2, crashes: 1, pairs: 1, seed: 1 }
    const { strikes, stuck, faults } = await killWhileMigrating(shops, server, settings)
    expect({ strikes, stuck, faults }).toEqual({ strikes: 4, stuck: [], faults: [] })
  })
})
