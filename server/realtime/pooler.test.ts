import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startAdvice } from '#server/app/start-advice.ts'
import { openDatabase } from '#server/db/database.ts'
import { cleanUpLater } from '#test/cleanups.ts'
import {
  describeOnPostgres,
  type OpenTestDatabase,
  type CreateTestDatabase,
} from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { adminByCode, readTodayOf } from '#test/factories/admin.ts'
import { giveKr, insertShopItem } from '#test/factories/ledger.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { isPoolerInstalled, startPooler } from '#test/pooler.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { buySkin } from '#test/skin-shop.ts'
import { createVisitor } from '#test/visitor.ts'

const title = 'a shop behind a pooler of connections'
if (isPoolerInstalled) describeOnPostgres(title, behindPooler)
else describe.skip(`${title} [skipped: pgbouncer is not installed]`, () => it('is told'))

function behindPooler(_open: OpenTestDatabase, createTestDatabase: CreateTestDatabase): void {
  async function createDatabase(): Promise<string> {
    const location = await createTestDatabase()
    if (location.kind !== 'postgres') throw new Error('a pooler needs Postgres')
    return location.url
  }
  async function locate(...parameters: Parameters<typeof startPooler>) {
    const { url, stop } = await startPooler(...parameters)
    cleanUpLater(stop)
    return { kind: 'postgres', url } as const
  }
  const expectFaults = async (shop: TestShop) => {
    const admin = await adminByCode(shop)
    return expect.poll(async () => (await readTodayOf(admin)).connectionFaults)
  }

  it('names one that loses notifications in the log and in /admin, until it has another', async () => {
    const database = await createDatabase()
    const settings = { LOG_LEVEL: 'warn' }
    const shop = await openShop(await locate(database, 'transaction'), settings)
    const faults = await expectFaults(shop)
    await faults.toMatchObject([{ provider: 'database', code: 'notifications_lost' }])
    expect(shop.readLog().join()).toContain('DATABASE_URL')
    await shop.stop()

    const mended = await openShop(await locate(database, 'session'), settings)
    await (await expectFaults(mended)).toEqual([])
    const page = await openEventStream(mended.origin)
    await insertPurchase(mended.services.database)
    expect(await page.next()).toMatchObject({ name: 'purchase' })
  })

  it('sells skins after another process behind the same one did', async () => {
    const location = await locate(await createDatabase(), 'transaction')
    for (const shop of [await openShop(location), await openShop(location)]) {
      const { database } = shop.services
      const steamId = await giveKr(database, 250)
      const item = await insertShopItem(database)
      const bought = await buySkin(createVisitor(shop.origin), { steamId, item, key: randomUUID() })
      expect(bought.body).toMatchObject({ balance: 0 })
    }
  })

  it('names one that refuses its limits when it cannot start', async () => {
    const location = await locate(await createDatabase(), 'session', '')
    const database = await openDatabase(location, () => undefined)
    cleanUpLater(() => database.close())
    const error: unknown = await database.transaction(async () => undefined).catch((one) => one)
    expect(startAdvice(error)).toMatch(/^DATABASE_URL leads to a pooler.*direct address/)
  })
}
