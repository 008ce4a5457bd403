import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { cleanUp } from '#test/cleanups.ts'
import { openEventStream } from '#test/event-stream.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startPostgres, type PostgresServer } from '#test/postgres.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { traceStorage } from '#server/app/logging.ts'
import { openDatabase, type Database, type DatabaseLocation } from './database.ts'

const opening = '/functions/v1/discord-purchase-notification'

const started = await startPostgres(process.env)
const skipped = started.available ? '' : ` [skipped: ${started.reason}]`

describe.skipIf(!started.available)(`a Postgres that crashes${skipped}`, () => {
  let postgres: PostgresServer
  let location: DatabaseLocation
  let shop: TestShop
  afterAll(async () => {
    await cleanUp()
    await postgres.remove()
  })
  beforeAll(async () => {
    if (!started.available) throw new Error(started.reason)
    postgres = started.server
    location = { kind: 'postgres', url: (await createPostgresDatabase(postgres.url)).url }
    shop = await openShop(location, { TRUSTED_PROXIES: '127.0.0.1' })
  })

  // A test that fails must not leave the others without a database, which they would wait for.
  afterEach(() => postgres.start())

  it('writes what it acknowledges to the disk, as in production', async () => {
    const { rows } = await sql`show fsync`.execute(shop.services.database.db)
    expect(rows).toEqual([{ fsync: 'on' }])
  })

  it('makes the product answer 503 until it is back, and the product survives', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    await postgres.crash()
    for (const answer of [
      await visitor.get('/api/session'),
      await visitor.get('/readyz'),
      await openOrder(visitor),
    ]) {
      expectUnavailable(answer)
    }
    expect((await visitor.get('/healthz')).status).toBe(200)
    const comingBack = await visitor.get('/api/auth/callback/discord?code=x&state=x')
    expect(comingBack.headers.get('location')).toBe('/login?error=internal_server_error')
    expect(comingBack.headers.get('content-security-policy')).not.toBeNull()
    await postgres.start()
    await untilReady(shop)
    expect((await openOrder(visitor)).status).toBe(200)
  })

  it('loses no acknowledged order, under load', async () => {
    const answers: Answer[] = []
    const closing = new AbortController()
    onTestFinished(() => closing.abort())
    const buyers = Array.from({ length: 4 }, async () => {
      const visitor = shop.visitor()
      while (!closing.signal.aborted) {
        answers.push(await openOrder(visitor))
        await sleep(5)
      }
    })
    for (let crash = 0; crash < 2; crash += 1) {
      await untilOneMore(answers, 200)
      await postgres.crash()
      await untilOneMore(answers, 503)
      await postgres.start()
    }
    await untilOneMore(answers, 200)
    closing.abort()
    await Promise.all(buyers)

    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
    answers.filter(({ status }) => status === 503).forEach(expectUnavailable)
    const acknowledged = answers.flatMap(({ status, body }) =>
      status === 200 ? [body.orderId] : [],
    )
    const orders = await shop.services.database.db.selectFrom('orders').select('id').execute()
    expect(orders.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  })

  it('does not keep pages from receiving the events of that time', async () => {
    const page = await openEventStream(shop.origin)
    await postgres.crash()
    await postgres.start()
    // Another process reconnects before our listener, which retries once a second.
    const other = await openDatabase(location, () => {})
    await insertPurchase(other)
    await other.close()
    expect(await page.next()).toMatchObject({ name: 'purchase' })
    await insertPurchase(shop.services.database)
    expect(await page.next()).toMatchObject({ name: 'purchase' })
  })

  it('loses no job: messages are sent afterwards', async () => {
    const { db } = shop.services.database
    await postgres.crash()
    await postgres.start()
    await untilReady(shop)
    await db.deleteFrom('messages').execute()
    // A few are sent each second, and the number of orders opened under load varies.
    await sql`delete from jobs.job where name = 'send-message'`.execute(db)
    expect((await openOrder(shop.visitor())).status).toBe(200)
    for (;;) {
      const [message] = await db.selectFrom('messages').select('sent_at').execute()
      if (message?.sent_at) break
      await sleep(100)
    }
  })

  it('is reported outside any request: the one that opened the connection has ended', async () => {
    const traces: unknown[] = []
    const other = await openDatabase(location, () => void traces.push(traceStorage.getStore()))
    await traceStorage.run({ requestId: 'answered' }, () => sql`select 1`.execute(other.db))
    await postgres.crash()
    await expect.poll(() => traces.length).toBe(1)
    expect(traces).toEqual([undefined])
    await other.close()
  })

  it('does not end the process, whichever query is running', async () => {
    const { db, withoutStatementTimeout } = shop.services.database
    const queries = [db, withoutStatementTimeout].map((connection) =>
      connection.transaction().execute((trx) => sql`select pg_sleep(60)`.execute(trx)),
    )
    const rejections = Promise.all(queries.map((query) => expect(query).rejects.toThrow()))
    await expect.poll(() => countSleepers(db)).toBe(2)
    const uncaught: unknown[] = []
    const onRejection = (error: unknown): void => void uncaught.push(error)
    process.on('uncaughtExceptionMonitor', onRejection)
    await postgres.crash()
    await rejections
    await postgres.start()
    await untilReady(shop)
    process.off('uncaughtExceptionMonitor', onRejection)
    expect(uncaught).toEqual([])
  })

  it('does not keep the product from stopping while it is down', async () => {
    const other = await openShop(location)
    const page = await openEventStream(other.origin)
    await postgres.crash()
    await other.stop()
    await page.ended
  })
})

/** From a new network each time, so that no limit applies. */
function openOrder(visitor: Visitor): Promise<Answer> {
  const network = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return visitor.post(opening, checkoutBody(), { 'x-forwarded-for': network })
}

function expectUnavailable(answer: Answer): void {
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const requestId = answer.headers.get('x-request-id')
  expect(answer.body).toMatchObject({ code: 'database_unavailable', requestId })
}

async function untilReady(shop: TestShop): Promise<void> {
  while ((await shop.visitor().get('/readyz')).status !== 200) await sleep(50)
}

async function countSleepers(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::int as number from pg_stat_activity
    where query like 'select pg_sleep%' and wait_event = 'PgSleep'`.execute(db)
  return rows[0]?.number ?? 0
}

/** Resolves when one more answer has that status. */
async function untilOneMore(answers: readonly Answer[], status: number): Promise<void> {
  const before = answers.length
  while (!answers.slice(before).some((answer) => answer.status === status)) await sleep(10)
}
