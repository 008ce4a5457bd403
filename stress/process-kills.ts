import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { note, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { connectEventStream, newestEventId } from '#test/event-stream.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { startServerProcesses, type ServerProcesses } from '#test/server-processes.ts'
import { createVisitor } from '#test/visitor.ts'
import { behindProxy, defineStress, onPostgres } from './define-stress.ts'
import { auditLedger, reportVerdict } from './kr/audit.ts'
import { createRetry } from './calls.ts'
import { buySkin, creditKr, nextSteamId } from '#test/skin-shop.ts'
import { countChangedAnswers, setUpTraffic, startTraffic, type TrafficSetup } from './kr/traffic.ts'
import { createRandom } from '#test/random.ts'

const crowd = { buyers: 3, admins: 1, payers: 1 }
const pagesAtOnce = 4
const trafficMilliseconds = 700
const fewMovements = 10
/** Only against endless waiting. */
const longestWaitMilliseconds = 180_000

interface Setup {
  readonly processes: ServerProcesses
  readonly database: Database
  readonly traffic: TrafficSetup
}

/** One of two processes on one database is killed or stopped, in turn, while Kr move (R3). */
export const processKills = defineStress({ rounds: 20, seed: 7 }, async (setting) => {
  await buildWebIfStale()
  return onPostgres(async ({ url }) => {
    const processes = await startServerProcesses(2, { DATABASE_URL: url, ...behindProxy })
    const location = { kind: 'postgres', url } as const
    const database = await openDatabase(location, () => undefined)
    try {
      const retryCall = createRetry(() => undefined)
      const traffic = await setUpTraffic(processes, createRandom(setting('seed')), retryCall)
      const setup = { processes, database, traffic }
      const counts = { pages: 0, unannounced: 0, badEnds: 0, jobs: 0 }
      for (let round = 0; round < setting('rounds'); round += 1) {
        const killed = await killOne(setup)
        const stopped = await stopOne(setup)
        counts.pages += killed + stopped.pages
        counts.unannounced += stopped.unannounced
        counts.badEnds += stopped.exitCode === 0 ? 0 : 1
        counts.jobs += (await killWithJob(setup)) ? 0 : 1
      }
      const changed = await countChangedAnswers(traffic)
      note(`seed ${setting('seed')}: ${setting('rounds')} rounds of kill -9, SIGTERM and kill -9`)
      for (const words of traffic.strange.slice(0, 10)) note(words)
      return [
        reportExactly('answers that should not have been given', traffic.strange.length),
        reportExactly('purchases answered otherwise when repeated', changed),
        reportExactly('open pages that missed an event, or got one twice', counts.pages),
        reportExactly('purchases that a stopped process did not announce', counts.unannounced),
        reportExactly('processes that did not exit with 0', counts.badEnds),
        reportExactly('jobs of a killed process that were not done', counts.jobs),
        reportVerdict(await auditLedger(location, traffic.movements)),
      ].every(Boolean)
    } finally {
      await database.close()
      await processes.stop()
    }
  })
})

function bothOf({ servers: [first, second] }: ServerProcesses) {
  if (!first || !second) throw new Error('not two')
  return { first, second }
}

/** Returns how many pages missed an event. */
async function killOne(setup: Setup): Promise<number> {
  const { first } = bothOf(setup.processes)
  const pages = await amidTraffic(setup, () => first.kill())
  await first.start()
  return pages
}

/** A stopping process finishes its requests and announces all its purchases to the pages of the other. */
async function stopOne(setup: Setup) {
  const { second } = bothOf(setup.processes)
  const before = await countUnannounced(setup.database)
  let exitCode: number | null = null
  const pages = await amidTraffic(setup, async () => {
    exitCode = (await second.stop()).exitCode
  })
  const unannounced = Math.abs((await countUnannounced(setup.database)) - before)
  await second.start()
  return { pages, unannounced, exitCode }
}

/** Whether the other process sends the message that a killed one was sending. */
async function killWithJob({ processes, database }: Setup): Promise<boolean> {
  const { first, second } = bothOf(processes)
  const sandbox = createSandboxControl(processes.sandboxOrigin)
  await second.stop()
  await untilNothingWaits(database)
  // The scheduled message about skins takes the same way, and would meet the fault instead.
  await database.db.updateTable('skin_purchases').set({ announced_at: new Date() }).execute()
  await sandbox.fail({ provider: 'discord', kind: 'hang', path: '/api/webhooks/' })
  const buyer = createVisitor(processes.origin)
  const orderId = await openOrder(buyer, checkoutBody({ steamId: newSteamId() }))
  await until(() => isBeingSent(database, orderId))
  await second.start()
  await first.kill()
  // As if the job's time limit had passed.
  await sql`update jobs.job set started_on = started_on - interval '1 minute'
    where state = 'active'`.execute(database.db)
  await sql`update jobs.queue set monitor_on = null`.execute(database.db)
  await untilNothingWaits(database)
  const messages = await database.db
    .selectFrom('messages')
    .select(['kind', 'last_error'])
    .where('order_id', '=', orderId)
    .execute()
  await first.start()
  const [message] = messages
  return (
    messages.length === 1 && message?.kind === 'checkout_started' && message.last_error === null
  )
}

/**
 * People buy, pay and credit, and pages are open, meanwhile. Returns how many pages did not get
 * each purchase exactly once.
 */
async function amidTraffic(setup: Setup, happen: () => Promise<unknown>): Promise<number> {
  const { database, processes, traffic } = setup
  const lastId = await newestEventId(database)
  const pages = Array.from({ length: pagesAtOnce }, () => followPurchases(processes.origin, lastId))
  const running = startTraffic(traffic, crowd)
  await whileKrMove(traffic)
  await happen()
  await whileKrMove(traffic)
  await running.stop()
  await untilAllIsAnnounced(database, traffic)
  const announced = await readAnnounced(database, lastId)
  await until(() => Promise.resolve(pages.every((page) => page.ids.length >= announced.length)))
  for (const page of pages) page.close()
  const wanted = announced.join()
  return pages.filter(({ ids }) => ids.toSorted((a, b) => a - b).join() !== wanted).length
}

/** On a busy machine nobody may have had an answer in that time. */
async function whileKrMove({ movements }: TrafficSetup): Promise<void> {
  const before = movements.length
  await sleep(trafficMilliseconds)
  await until(() => Promise.resolve(movements.length > before + fewMovements))
}

/** A page that reconnects whenever its stream breaks, with its last event id. */
function followPurchases(origin: string, fromId: number) {
  const ids: number[] = []
  let lastId = fromId
  const closing = new AbortController()
  const listen = async (): Promise<void> => {
    const stream = await connectEventStream(origin, closing, lastId)
    while (!closing.signal.aborted) {
      const { id, name } = await stream.next()
      lastId = id
      if (name === 'purchase') ids.push(id)
    }
  }
  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) await listen().catch(() => sleep(20))
  }
  void follow()
  return { ids, close: () => closing.abort() }
}

/**
 * A process announces purchases in order, after their answers: once it has announced one more, it
 * has announced all. The one that ended has none left to announce.
 */
async function untilAllIsAnnounced({ db }: Database, setup: TrafficSetup): Promise<void> {
  const { skinShop, retryCall, movements } = setup
  const { item } = skinShop
  const steamId = nextSteamId()
  const credit = { steamId, amount: item.price, key: randomUUID() }
  await retryCall(() => creditKr(skinShop.admin, credit))
  movements.push({ steamId, type: 'admin_add', amount: item.price })
  const purchase = { steamId, item, key: randomUUID() }
  const buyer = createVisitor(skinShop.origin)
  await retryCall(() => buySkin(buyer, purchase))
  movements.push({ steamId, type: 'skin_purchase', amount: -item.price })
  await until(async () => {
    const { rows } = await sql`select from events
      where audience = ${steamId} and data ->> 'balance' = '0'`.execute(db)
    return rows.length > 0
  })
}

/** Ids of the announced purchases. */
async function readAnnounced({ db }: Database, afterId: number): Promise<number[]> {
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('id', '>', afterId)
    .where('name', '=', 'purchase')
    .orderBy('id')
    .execute()
  return events.map(({ id }) => id)
}

/** Skins sold so far, less those announced; packs of Kr are announced as well. */
async function countUnannounced({ db }: Database): Promise<number> {
  const sold = await db.selectFrom('skin_purchases').select('id').execute()
  const { rows: announced } = await sql`select from events
    where name = 'purchase' and data ->> 'type' = 'Skin'`.execute(db)
  return sold.length - announced.length
}

/** Jobs of a process that was killed earlier may still count as active. */
async function isBeingSent({ db }: Database, orderId: string): Promise<boolean> {
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
  const end = performance.now() + longestWaitMilliseconds
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('waited for minutes in vain')
    await sleep(50)
  }
}
