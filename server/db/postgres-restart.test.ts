import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../test/cleanups.ts'
import { openEventStream } from '../../test/event-stream.ts'
import { checkoutBody } from '../../test/factories/checkout.ts'
import { insertPurchase } from '../../test/factories/purchase.ts'
import { createPostgresDatabase } from '../../test/postgres-databases.ts'
import { startPostgres, type PostgresServer } from '../../test/postgres.ts'
import { openShop, type TestShop } from '../../test/shop.ts'
import { signIn } from '../../test/sign-in.ts'
import type { Answer } from '../../test/visitor.ts'
import { openDatabase, type DatabaseLocation } from './database.ts'

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
    shop = await openShop(location)
  })

  it('is answered for with 503 until it is back, and the product lives on', async () => {
    const visitor = shop.visitor()
    await signIn(visitor, 'hunter')
    await postgres.crash()
    for (const answer of [
      await visitor.get('/api/session'),
      await visitor.get('/readyz'),
      await visitor.post(opening, checkoutBody()),
    ]) {
      expectUnavailable(answer)
    }
    expect((await visitor.get('/healthz')).status).toBe(200)
    const comingBack = await visitor.get('/api/auth/callback/discord?code=x&state=x')
    expect(comingBack.headers.get('location')).toBe('/login?error=internal_server_error')
    expect(comingBack.headers.get('content-security-policy')).not.toBeNull()
    await postgres.start()
    await untilReady(shop)
    expect((await visitor.post(opening, checkoutBody())).status).toBe(200)
  })

  it('costs nobody an acknowledged order, under load', async () => {
    const answers: Answer[] = []
    const closing = new AbortController()
    const buyers = Array.from({ length: 8 }, async () => {
      const visitor = shop.visitor()
      while (!closing.signal.aborted) {
        answers.push(await visitor.post(opening, checkoutBody()))
        await sleep(5)
      }
    })
    for (let crash = 0; crash < 3; crash += 1) {
      await untilOneMore(answers, 200)
      await postgres.crash()
      await untilOneMore(answers, 503)
      await postgres.start()
    }
    await untilOneMore(answers, 200)
    closing.abort()
    await Promise.all(buyers)

    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([])
    answers.filter(({ status }) => status === 503).forEach(expectUnavailable)
    const acknowledged = answers.flatMap(({ status, body }) =>
      status === 200 ? [body.orderId] : [],
    )
    const orders = await shop.services.database.db.selectFrom('orders').select('id').execute()
    expect(orders.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  })

  it('lets pages hear of what happened meanwhile', async () => {
    const page = await openEventStream(shop.origin)
    await postgres.crash()
    await postgres.start()
    // Another process is quicker than our listener, which tries again once a second.
    const other = await openDatabase(location, () => {})
    await insertPurchase(other)
    await other.close()
    expect(await page.next()).toMatchObject({ name: 'purchase' })
    await insertPurchase(shop.services.database)
    expect(await page.next()).toMatchObject({ name: 'purchase' })
  })

  it('stops no job: messages are sent afterwards', async () => {
    const { db } = shop.services.database
    await postgres.crash()
    await postgres.start()
    await untilReady(shop)
    await db.deleteFrom('messages').execute()
    await db.deleteFrom('rate_limits').execute()
    expect((await shop.visitor().post(opening, checkoutBody())).status).toBe(200)
    for (;;) {
      const [message] = await db.selectFrom('messages').select('sent_at').execute()
      if (message?.sent_at) break
      await sleep(100)
    }
  })
})

function expectUnavailable(answer: Answer): void {
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.body).toMatchObject({ code: 'database_unavailable' })
}

async function untilReady(shop: TestShop): Promise<void> {
  while ((await shop.visitor().get('/readyz')).status !== 200) await sleep(50)
}

/** Resolves when an answer of that status came that was not there yet. */
async function untilOneMore(answers: readonly Answer[], status: number): Promise<void> {
  const before = answers.length
  while (!answers.slice(before).some((answer) => answer.status === status)) await sleep(10)
}
