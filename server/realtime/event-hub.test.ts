import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import { newestEventId, openEventStream } from '#test/event-stream.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Database } from '#server/db/database.ts'
import { startEventHub } from './event-hub.ts'
import type { HubEvent } from './event-memory.ts'

describeOnEachDatabase('a purchase', (openTestDatabase, createTestDatabase) => {
  let shop: TestShop
  let database: Database
  /** Without a shop, whose own hub would query it as well. */
  let quiet: Database
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    database = shop.services.database
    quiet = await openTestDatabase()
  })

  it('reaches every open page, without data of its buyer', async () => {
    const pages = await Promise.all([1, 2, 3].map(() => openEventStream(shop.origin)))
    await insertPurchase(database)
    const events = await Promise.all(pages.map((page) => page.next()))
    for (const event of events) {
      expect(event).toEqual({
        id: expect.any(Number),
        name: 'purchase',
        data: { type: 'Priority Queue', own: false },
      })
      expect(event.id).toBeGreaterThan(0)
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(1)
  })

  it('is marked as their own for the buyer alone', async () => {
    const buyer = shop.visitor()
    await buyer.get('/api/payment-options')
    const pages = await Promise.all(
      [buyer, shop.visitor()].map((visitor) =>
        openEventStream(shop.origin, undefined, undefined, visitor),
      ),
    )
    const secret = buyer.cookies.get('buyer') ?? ''
    const buyerHash = createHash('sha256').update(secret).digest('hex')
    await insertPurchase(database, { buyer_hash: buyerHash })
    const [own, others] = await Promise.all(pages.map((page) => page.next()))
    expect(own).toMatchObject({ name: 'purchase', data: { own: true } })
    expect(others).toMatchObject({ name: 'purchase', data: { own: false } })
  })

  it('is announced after commit only', async () => {
    const page = await openEventStream(shop.origin)
    const undone = database.transaction(async (trx) => {
      await insertPurchase({ db: trx })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await insertPurchase(database)
    const event = await page.next()
    expect(event.id).toBe(await newestEventId(database))
  })

  it('reaches a returning page that missed it', async () => {
    const page = await openEventStream(shop.origin)
    await insertPurchase(database)
    const { id } = await page.next()
    page.leave()
    await insertPurchase(database)
    await insertPurchase(database)
    const again = await openEventStream(shop.origin, id)
    const ids = [(await again.next()).id, (await again.next()).id]
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids)
    expect(ids[0]).toBeGreaterThan(id)
    expect(ids[1]).toBe(await newestEventId(database))
  })

  it('of long ago does not reach a new page, or one with an invalid event id', async () => {
    const present = await openEventStream(shop.origin)
    await insertPurchase(database)
    // Only an event that the hub has delivered counts as long ago: NOTIFY may arrive after the
    // commit returned.
    await present.next()
    const page = await openEventStream(shop.origin)
    const nonsense = await openEventStream(shop.origin, -1)
    await insertPurchase(database)
    const newest = await newestEventId(database)
    expect((await page.next()).id).toBe(newest)
    expect((await nonsense.next()).id).toBe(newest)
  })

  it('is sent as an event stream that no proxy holds back', async () => {
    const { response } = await openEventStream(shop.origin)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
  })

  it('that a page missed is replayed without a query', async () => {
    await insertPurchase(quiet)
    let queries = 0
    const counted = quiet.db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const hub = await startEventHub({ ...quiet, db: counted })
    const queriesAtStart = queries
    const ids: number[] = []
    hub.subscribe({ audiences: [], send: ({ id }) => ids.push(id), end: () => {} }, 0)
    expect(ids).toEqual([await newestEventId(quiet)])
    expect(queries).toBe(queriesAtStart)
    await hub.stop()
  })

  it('of long ago is not replayed: only the newest hundred are', async () => {
    await sql`insert into events (name, data)
      select 'test', '{}'::jsonb from generate_series(1, 150)`.execute(quiet.db)
    const hub = await startEventHub(quiet)
    const ids: number[] = []
    hub.subscribe({ audiences: [], send: ({ id }) => ids.push(id), end: () => {} }, 0)
    const newest = await newestEventId(quiet)
    expect(ids).toEqual(Array.from({ length: 100 }, (__, index) => newest - 99 + index))
    await hub.stop()
  })

  it('still arrives after an invalid notification', async () => {
    const page = await openEventStream(shop.origin)
    await sql`select pg_notify('events', 'garbage'), pg_notify('events', '{}')`.execute(database.db)
    await insertPurchase(database)
    expect((await page.next()).name).toBe('purchase')
  })

  it('is not sent to a page that has left', async () => {
    const hub = await startEventHub(quiet)
    const events: HubEvent[] = []
    const others: HubEvent[] = []
    const leave = hub.subscribe(
      { audiences: [], send: (event) => events.push(event), end: () => {} },
      null,
    )
    hub.subscribe({ audiences: [], send: (event) => others.push(event), end: () => {} }, null)
    leave()
    await insertPurchase(quiet)
    await until(() => others.length > 0)
    expect(events).toEqual([])
    await hub.stop()
  })

  it('is expected only where a notification of our own arrives', async () => {
    const tried: boolean[] = []
    const hub = await startEventHub(await openTestDatabase(), (arrives) => tried.push(arrives))
    await until(() => tried.length > 0)
    expect(tried).toEqual([true])
    await hub.stop()
  })

  it('is not sent by a stopped hub, which ends a late page at once', async () => {
    const hub = await startEventHub(quiet)
    await hub.stop()
    let ended = false
    hub.subscribe({ audiences: [], send: () => {}, end: () => (ended = true) }, null)
    expect(ended).toBe(true)
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
