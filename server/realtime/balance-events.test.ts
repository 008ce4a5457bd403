import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnPostgres } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Database } from '#server/db/database.ts'
import { createPurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'

const steamId = '76561198006409530'
const strangersSteamId = '76561198000000001'

describeOnPostgres('a balance that changes', (__, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  async function credit(
    owner: string,
    amount: number,
    { db }: Pick<Database, 'db'> = shop.services.database,
  ): Promise<void> {
    await db
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

  it('reaches the pages that named its Steam ID, and no other', async () => {
    const own = await openEventStream(shop.origin, undefined, steamId)
    const strangers = await openEventStream(shop.origin, undefined, strangersSteamId)
    const nobodys = await openEventStream(shop.origin)
    await credit(steamId, 300)
    await insertPurchase(shop.services.database)
    // Anybody may follow a balance, so the event has the number only.
    expect(await own.next()).toEqual({
      id: expect.any(Number),
      name: 'balance',
      data: { balance: 300 },
    })
    for (const page of [own, strangers, nobodys]) {
      expect(await page.next()).toMatchObject({ name: 'purchase' })
    }
  })

  it('reaches a returning page with its current value, next to the events for everybody', async () => {
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

  it('is read from the table after a gap in listening, however often balances changed', async () => {
    const page = await openEventStream(shop.origin, undefined, steamId)
    await stopListening(shop.services.database.db)
    await insertPurchase(shop.services.database)
    await credit(steamId, 1)
    const names = [(await page.next()).name, (await page.next()).name]
    expect(names).toEqual(['purchase', 'balance'])
  })

  it('is read after a gap in listening although a newer event arrived before its commit', async () => {
    const { database } = shop.services
    const page = await openEventStream(shop.origin, undefined, '76561198000000002')
    const [written, otherHeard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = database.transaction(async (db) => {
      await credit('76561198000000002', 7, { db })
      written.resolve()
      await otherHeard.promise
      await stopListening(db)
    })
    await written.promise
    await insertPurchase(database)
    expect(await page.next()).toMatchObject({ name: 'purchase' })
    otherHeard.resolve()
    await late
    expect(await page.next()).toMatchObject({ name: 'balance', data: { balance: 7 } })
  })

  it('ends with the current value when Kr arrive while an earlier purchase is announced', async () => {
    const { database, log } = shop.services
    const owner = '76561198000000003'
    await credit(owner, 100)
    const announce = createPurchaseAnnouncer({ database, log })
    const page = await openEventStream(shop.origin, undefined, owner)
    const purchasesBefore = await countPurchases(database.db)
    const [written, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const crediting = database.transaction(async (db) => {
      await credit(owner, 30, { db })
      written.resolve()
      await overtaken.promise
    })
    await written.promise
    announce.publishPurchase(owner)
    await untilWaitingOrTold(database, purchasesBefore)
    overtaken.resolve()
    await crediting
    await announce.stop()
    await insertPurchase(database)
    const received: unknown[] = []
    for (let purchases = 0; purchases < 2;) {
      const { name, data } = await page.next()
      if (name === 'purchase') purchases += 1
      else received.push(data)
    }
    expect(received.at(-1)).toEqual({ balance: 130 })
  })

  it('is refused for an invalid Steam ID', async () => {
    for (const text of ['', 'nobody', '123', 'https://steamcommunity.com/id/nobody']) {
      const address = `${shop.origin}/api/events?steamId=${encodeURIComponent(text)}`
      const answer = await fetch(address)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ code: 'validation_failed' })
    }
  })
})

/** Cuts the listening connection, as a network may. */
async function stopListening(db: Database['db']): Promise<void> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`.execute(db)
  expect(rows).toHaveLength(1)
}

/** Until a query waits for a lock, or another purchase was announced. */
async function untilWaitingOrTold({ db }: Database, purchasesBefore: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0 || (await countPurchases(db)) > purchasesBefore) return
    await sleep(5)
  }
}

async function countPurchases(db: Database['db']): Promise<number> {
  const events = await db.selectFrom('events').select('id').where('name', '=', 'purchase').execute()
  return events.length
}
