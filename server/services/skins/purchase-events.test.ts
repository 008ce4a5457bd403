import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import { giveKr, newSteamId } from '#test/factories/ledger.ts'
import type { Database } from '#server/db/database.ts'
import { createLog, traceStorage } from '#server/app/logging.ts'
import { createPurchaseAnnouncer } from './purchase-events.ts'

const log = pino({ level: 'silent' })

describeOnEachDatabase('what was bought', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  async function readEvents(steamId: string): Promise<{ balances: number; purchases: number }> {
    const { db } = database
    const events = await db.selectFrom('events').select(['name', 'audience']).execute()
    return {
      balances: events.filter(({ audience }) => audience === steamId).length,
      purchases: events.filter(({ name }) => name === 'purchase').length,
    }
  }

  it('is announced before the process ends, including the last purchase', async () => {
    const steamId = await giveKr(database, 100)
    const before = await readEvents(steamId)
    const announce = createPurchaseAnnouncer({ database, log })
    announce.publishPurchase(steamId)
    await new Promise(setImmediate)
    announce.publishPurchase(steamId)
    await announce.stop()
    expect(await readEvents(steamId)).toEqual({
      balances: before.balances + 2,
      purchases: before.purchases + 2,
    })
  })

  it('is announced when the database is back', async () => {
    const steamId = await giveKr(database, 100)
    const before = await readEvents(steamId)
    let failures = 0
    const failing = database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (failures > 0) return node
        failures += 1
        throw new Error('the database is away')
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const lines: string[] = []
    const announce = createPurchaseAnnouncer({
      database: { ...database, db: failing },
      log: createLog('warn', { write: (line) => void lines.push(line) }),
    })
    traceStorage.run({ requestId: 'of-one-buyer' }, () => announce.publishPurchase(steamId))
    await expect
      .poll(() => readEvents(steamId))
      .toEqual({ balances: before.balances + 1, purchases: before.purchases + 1 })
    expect(failures).toBe(1)
    await announce.stop()
    expect(lines.join('')).toContain('purchase events not sent')
    expect(lines.join('')).not.toContain('of-one-buyer')
  })

  it('is not announced again for a repeated request, but its balance is', async () => {
    const steamId = await giveKr(database, 100)
    const before = await readEvents(steamId)
    const announce = createPurchaseAnnouncer({ database, log })
    announce.publishBalance(steamId)
    announce.publishBalance(newSteamId())
    await announce.stop()
    expect(await readEvents(steamId)).toEqual({ ...before, balances: before.balances + 1 })
  })
})
