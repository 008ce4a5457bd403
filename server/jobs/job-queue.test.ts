import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { insertMessage } from '#test/factories/message.ts'
import { sendJobs } from '#test/send-jobs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { createMetrics } from '#server/app/metrics.ts'

describeOnEachDatabase('a job', (_, createTestDatabase) => {
  let shop: TestShop
  let schedules: readonly { name: string; cron: string }[]
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // At some minutes of the hour the schedule would run jobs before the tests do.
    const { rows } = await sql<{ name: string; cron: string }>`
      delete from jobs.schedule returning name, cron`.execute(shop.services.database.db)
    schedules = rows
  })
  beforeEach(() => shop.sandbox.reset())

  it('of a rolled-back transaction never runs', async () => {
    const { database, jobs } = shop.services
    const before = await jobCount(shop)
    const undone = database.transaction(async (trx) => {
      const { id } = await insertMessage({ db: trx })
      await jobs.sendMessage(trx, id)
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    expect(await jobCount(shop)).toBe(before)
  })

  it('runs after the commit, despite an outage of Discord, without delaying the buyer', async () => {
    await shop.sandbox.fail({ provider: 'discord', kind: '500', path: '/api/webhooks/' })
    const orderId = await openOrder(shop.visitor(), checkoutBody())
    const { id } = await shop.services.database.db
      .selectFrom('messages')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(await untilSent(shop, id)).toMatchObject({ attempts: 2, last_error: null })
  })

  it('waits when Discord limits the rate, and runs then', async () => {
    await shop.sandbox.fail({ provider: 'discord', kind: '429', path: '/api/webhooks/' })
    const { database, jobs } = shop.services
    const { id } = await insertMessage(database)
    await database.transaction((trx) => jobs.sendMessage(trx, id))
    expect(await untilSent(shop, id)).toMatchObject({ attempts: 2 })
  })

  it('that gave up runs again within the hour, and a waiting one does not run twice', async () => {
    const { database } = shop.services
    const lost = await insertMessage(database, { attempts: 51, lastError: 'Discord answered 404' })
    const waiting = await insertMessage(database)
    await database.transaction((trx) => shop.services.jobs.sendMessage(trx, waiting.id))
    await sendJobs(shop.services.database, 'resend-messages')
    expect(await untilSent(shop, lost.id)).toMatchObject({ attempts: 52, last_error: null })
    expect(await untilSent(shop, waiting.id)).toMatchObject({ attempts: 1 })
  })

  it('checks the ledger, and the metrics of any process show the result', async () => {
    const { database } = shop.services
    expect(await createMetrics(database, 'test').print()).not.toMatch(/^kryptonique_ledger_/m)
    await sendJobs(shop.services.database, 'verify-ledger')
    await expect
      .poll(() => createMetrics(database, 'test').print())
      .toMatch(/^kryptonique_ledger_differences 0$/m)
  })

  it('of a killed process runs in another one', async () => {
    const { database, jobs } = shop.services
    const { id } = await insertMessage(database)
    // As if a process had been killed just after it began the job, which looks active to the
    // others.
    await database.transaction(async (trx) => {
      await jobs.sendMessage(trx, id)
      await sql`update jobs.job set state = 'active', started_on = now() - interval '30 seconds',
        retry_delay = 0 where data ->> 'messageId' = ${id}`.execute(trx)
    })
    expect(await untilSent(shop, id)).toMatchObject({ attempts: 1 })
  })

  it('is scheduled for reconciling, resending, deleting and checking', () => {
    expect(schedules.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'announce-answers', cron: '* * * * *' },
      { name: 'announce-skins', cron: '* * * * *' },
      { name: 'check-connections', cron: '23 */6 * * *' },
      { name: 'forget-old-records', cron: '17 3 * * *' },
      { name: 'lift-bans', cron: '* * * * *' },
      { name: 'post-to-discord', cron: '* * * * *' },
      { name: 'reconcile-disputes', cron: '*/10 * * * *' },
      { name: 'reconcile-orders', cron: '* * * * *' },
      { name: 'reconcile-packs', cron: '* * * * *' },
      { name: 'remind-of-approval', cron: '52 * * * *' },
      { name: 'remind-of-perks', cron: '* * * * *' },
      { name: 'resend-messages', cron: '7 * * * *' },
      { name: 'retest-connections', cron: '*/10 * * * *' },
      { name: 'verify-ledger', cron: '37 * * * *' },
    ])
  })
})

async function untilSent({ services }: TestShop, id: string) {
  const readMessage = () =>
    services.database.db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await readMessage()).sent_at).not.toBeNull()
  return readMessage()
}

async function jobCount({ services }: TestShop): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from jobs.job where name = 'send-message'`.execute(
    services.database.db,
  )
  return rows[0]?.count ?? 0
}
