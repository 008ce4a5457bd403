import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '../../test/database.ts'
import { openEventStream } from '../../test/event-stream.ts'
import { insertPurchase } from '../../test/factories/purchase.ts'
import { openShop, type TestShop } from '../../test/shop.ts'

const steamId = '76561198006409530'
const strangersSteamId = '76561198000000001'

describeOnDatabase('postgres', 'a balance that changes', (__, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  async function credit(owner: string, amount: number): Promise<void> {
    await shop.services.database.db
      .insertInto('krypto_transactions')
      .values({
        steam_id: owner,
        discord_username: 'sokol',
        amount,
        transaction_type: 'admin_add',
        description: `Admin added ${amount} Kr`,
        source: randomUUID(),
      })
      .execute()
  }

  it('is told to the pages that named its Steam ID, and to no other', async () => {
    const own = await openEventStream(shop.origin, undefined, steamId)
    const strangers = await openEventStream(shop.origin, undefined, strangersSteamId)
    const nobodys = await openEventStream(shop.origin)
    await credit(steamId, 300)
    await insertPurchase(shop.services.database)
    expect(await own.next()).toMatchObject({ name: 'balance', data: { balance: 300 } })
    for (const page of [own, strangers, nobodys]) {
      expect(await page.next()).toMatchObject({ name: 'purchase' })
    }
  })

  it('is told to a page that comes back, as it stands now, beside what is for everybody', async () => {
    const before = await openEventStream(shop.origin, undefined, steamId)
    await insertPurchase(shop.services.database)
    const { id } = await before.next()
    before.leave()
    await credit(steamId, 10)
    await credit(strangersSteamId, 5)
    await credit(steamId, 10)
    await insertPurchase(shop.services.database)
    const live = await openEventStream(shop.origin, id)
    const newest = await live.next()

    const own = await openEventStream(shop.origin, id, steamId)
    expect(await own.next()).toMatchObject({ name: 'balance', data: { balance: 320 } })
    expect(await own.next()).toEqual(newest)
  })

  it('is found in the table after a gap in listening, however often balances changed', async () => {
    const page = await openEventStream(shop.origin, undefined, steamId)
    const { db } = shop.services.database
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`.execute(db)
    expect(rows).toHaveLength(1)
    await insertPurchase(shop.services.database)
    await credit(steamId, 1)
    const names = [(await page.next()).name, (await page.next()).name]
    expect(names).toEqual(['purchase', 'balance'])
  })

  it('of what is no Steam ID is refused', async () => {
    for (const text of ['', 'nobody', '123', 'https://steamcommunity.com/id/nobody']) {
      const address = `${shop.origin}/api/events?steamId=${encodeURIComponent(text)}`
      const answer = await fetch(address)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ code: 'validation_failed' })
    }
  })
})
