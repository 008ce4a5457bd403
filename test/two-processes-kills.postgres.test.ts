import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { openDatabase, type Database, type DatabaseLocation } from '../server/db/database.ts'
import { cleanUpLater } from './cleanups.ts'
import { describeOnPostgres } from './database.ts'
import { openEventStream } from './event-stream.ts'
import { checkoutBody, openOrder } from './factories/checkout.ts'
import { newSteamId } from './factories/ledger.ts'
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts'
import {
  startServerProcesses,
  type ServerProcess,
  type ServerProcesses,
} from './server-processes.ts'
import { auditLedger } from '../stress/kr/audit.ts'
import { createInsist } from '../stress/kr/insist.ts'
import { buySkin, creditKr, nextSteamId } from '../stress/kr/market.ts'
import {
  countChangedAnswers,
  openTrafficGround,
  startTraffic,
  type TrafficGround,
} from '../stress/kr/traffic.ts'
import { createRandom } from '../stress/random.ts'
import { createVisitor } from './visitor.ts'

const crowd = { buyers: 3, admins: 1, payers: 1 }
const trafficMilliseconds = 700
const fewMovements = 10

describeOnPostgres('of two processes one ends', (_, createTestDatabase) => {
  let location: DatabaseLocation
  let processes: ServerProcesses
  let sandbox: SandboxControl
  let database: Database
  let ground: TrafficGround

  beforeAll(async () => {
    await buildWebIfStale()
    location = await createTestDatabase()
    if (location.kind !== 'postgres') throw new Error('not Postgres')
    processes = await startServerProcesses(2, {
      DATABASE_URL: location.url,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    cleanUpLater(() => processes.stop())
    database = await openDatabase(location, () => undefined)
    cleanUpLater(() => database.close())
    sandbox = createSandboxControl(processes.sandboxOrigin)
    const insist = createInsist(() => undefined)
    ground = await openTrafficGround(processes, createRandom(7), insist)
  })

  function both(): [ServerProcess, ServerProcess] {
    const [first, second] = processes.servers
    if (!first || !second) throw new Error('not two')
    return [first, second]
  }

  /** People buy, pay and credit, and pages are open, while it happens. */
  async function amidTraffic(happen: () => Promise<unknown>): Promise<void> {
    const lastId = await newestEventId(database)
    const pages = [1, 2, 3, 4].map(() => followPurchases(processes.origin, lastId))
    const traffic = startTraffic(ground, crowd)
    await whileKrMove()
    await happen()
    await whileKrMove()
    await traffic.stop()
    await untilAllIsTold(database, ground)
    const told = await readTold(database, lastId)
    for (const page of pages) {
      await until(() => Promise.resolve(page.heard.length >= told.length))
      expect(page.heard.toSorted((a, b) => a - b)).toEqual(told)
      page.close()
    }
  }

  /** On a busy machine nobody may have had an answer in that time. */
  async function whileKrMove(): Promise<void> {
    const before = ground.movements.length
    await sleep(trafficMilliseconds)
    await until(() => Promise.resolve(ground.movements.length > before + fewMovements))
  }

  async function expectBooksInOrder(): Promise<void> {
    const changed = await countChangedAnswers(ground)
    const verdict = await auditLedger(location, ground.movements)
    expect({ ...verdict, changed, strange: ground.strange }).toMatchObject({
      lost: 0,
      doubled: 0,
      differences: [],
      changed: 0,
      strange: [],
    })
  }

  it('by kill -9: nothing acknowledged is lost, all else is had at the other, no page misses an event', async () => {
    const [first] = both()
    await amidTraffic(() => first.kill())
    await first.start()
    await expectBooksInOrder()
    expect(ground.movements.length).toBeGreaterThan(30)
  })

  it('by SIGTERM: it ends what is under way and tells the pages of the other all that was bought', async () => {
    const [, second] = both()
    const [soldBefore, toldBefore] = await Promise.all([countSold(database), countTold(database)])
    await amidTraffic(async () => {
      expect(await second.stop()).toMatchObject({ exitCode: 0 })
    })
    await expectBooksInOrder()
    const sold = (await countSold(database)) - soldBefore
    expect(sold).toBeGreaterThan(0)
    expect((await countTold(database)) - toldBefore).toBe(sold)
  })

  it('with a job under way: the other one takes it over', async () => {
    const [first, second] = both()
    await second.stop()
    await untilNothingWaits(database)
    // The clock's own message about skins goes the same way, and would meet the fault in its place.
    await database.db.updateTable('skin_purchases').set({ announced_at: new Date() }).execute()
    await sandbox.fail({ provider: 'discord', kind: 'hang', path: '/api/webhooks/' })
    const buyer = createVisitor(processes.origin)
    const orderId = await openOrder(buyer, checkoutBody({ steamId: newSteamId() }))
    await until(() => isBeingTold(database, orderId))
    await second.start()
    await first.kill()
    // As if the time had passed that a job may take.
    await sql`update jobs.job set started_on = started_on - interval '1 minute'
      where state = 'active'`.execute(database.db)
    await sql`update jobs.queue set monitor_on = null`.execute(database.db)
    await untilNothingWaits(database)
    const messages = await database.db
      .selectFrom('messages')
      .select(['kind', 'last_error'])
      .where('order_id', '=', orderId)
      .execute()
    expect(messages).toEqual([{ kind: 'checkout_started', last_error: null }])
  })
})

/** A page that connects again whenever its stream breaks, and says where it was. */
function followPurchases(origin: string, fromId: number) {
  const heard: number[] = []
  let lastId = fromId
  const closing = new AbortController()
  const listen = async (): Promise<void> => {
    const stream = await openEventStream(origin, lastId)
    closing.signal.addEventListener('abort', () => stream.leave())
    while (!closing.signal.aborted) {
      const { id, name } = await stream.next()
      lastId = id
      if (name === 'purchase') heard.push(id)
    }
  }
  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) await listen().catch(() => sleep(20))
  }
  void follow()
  return {
    heard,
    close: () => closing.abort(),
  }
}

async function newestEventId({ db }: Database): Promise<number> {
  const { id } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/**
 * A process tells of purchases after their answers, in their order: once it has told of one more, it
 * has told of all. The one that ended has nothing left to tell.
 */
async function untilAllIsTold({ db }: Database, ground: TrafficGround): Promise<void> {
  const { market, insist, movements } = ground
  const { item } = market
  const steamId = nextSteamId()
  const credit = { steamId, amount: item.price, key: randomUUID() }
  await insist(() => creditKr(market.admin, credit))
  movements.push({ steamId, type: 'admin_add', amount: item.price })
  const wish = { steamId, item, key: randomUUID() }
  const buyer = createVisitor(market.origin)
  await insist(() => buySkin(buyer, wish))
  movements.push({ steamId, type: 'skin_purchase', amount: -item.price })
  await until(async () => {
    const told = await sql`select from events
      where audience = ${steamId} and data ->> 'balance' = '0'`.execute(db)
    return told.rows.length > 0
  })
}

/** Ids of the purchases that pages are told of. */
async function readTold({ db }: Database, afterId: number): Promise<number[]> {
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('id', '>', afterId)
    .where('name', '=', 'purchase')
    .orderBy('id')
    .execute()
  return events.map(({ id }) => id)
}

async function countSold({ db }: Database): Promise<number> {
  return (await db.selectFrom('skin_purchases').select('id').execute()).length
}

async function countTold({ db }: Database): Promise<number> {
  return (await db.selectFrom('events').select('id').where('name', '=', 'purchase').execute())
    .length
}

/** Jobs of a process that was killed earlier may still count as active. */
async function isBeingTold({ db }: Database, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from jobs.job
    join messages on messages.id::text = job.data ->> 'messageId'
    where job.state = 'active' and messages.order_id = ${orderId}`.execute(db)
  return rows.length > 0
}

async function untilNothingWaits({ db }: Database): Promise<void> {
  await until(async () => {
    const waiting = await db
      .selectFrom('messages')
      .select('id')
      .where('sent_at', 'is', null)
      .execute()
    return waiting.length === 0
  })
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50)
}
