import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { createLbMailbox } from '#server/services/perks/lb-mailbox.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { cleanUpLater } from './cleanups.ts'
import { describeOnPostgres } from './database.ts'
import { openEventStream } from './event-stream.ts'
import { accessCode } from './factories/admin.ts'
import { checkoutBody, openOrder, startPayment } from './factories/checkout.ts'
import { giveKr, newSteamId } from './factories/ledger.ts'
import { itemBody, readShopItems } from './factories/shop-items.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-databases.ts'
import { countInOneWindow } from './rate-window.ts'
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts'
import { sendJobs } from './send-jobs.ts'
import { startServerProcesses, type ServerProcesses } from './server-processes.ts'
import { decideAtDiscord, startSignIn } from './sign-in.ts'
import { buySkin, creditKr, openSkinShop, wordsOf, type SkinShop } from './skin-shop.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const heldBackEvent = z.looseObject({
  eventType: z.string(),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
  lost: z.literal(true),
})

describeOnPostgres('three processes on one database', () => {
  let processes: ServerProcesses
  let origins: string[]
  let sandbox: SandboxControl
  let database: Database
  let skinShop: SkinShop

  beforeAll(async () => {
    await buildWebIfStale()
    const { postgres } = inject('databaseTemplates')
    if (!postgres.available) throw new Error(postgres.reason)
    const { name, url } = await createPostgresDatabase(postgres.serverUrl)
    cleanUpLater(() => dropPostgresDatabase(postgres.serverUrl, name))
    processes = await startServerProcesses(3, {
      DATABASE_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    cleanUpLater(() => processes.stop())
    origins = processes.servers.map(({ origin }) => origin)
    sandbox = createSandboxControl(processes.sandboxOrigin)
    database = await openDatabase({ kind: 'postgres', url }, () => undefined)
    cleanUpLater(() => database.close())
    skinShop = await openSkinShop(processes.origin)
  })

  /** One browser whose requests a proxy sends to the first, second and third process in turn. */
  function browserOfAll(): [Visitor, Visitor, Visitor] {
    const cookies = new Map<string, string>()
    const at = (index: number): Visitor =>
      createVisitor(origins[index] ?? '', processes.origin, cookies)
    return [at(0), at(1), at(2)]
  }
  /** A page at each process, past the purchases of earlier tests. */
  async function openStreams() {
    await untilAllIsHeard()
    return Promise.all(origins.map((origin) => openEventStream(origin)))
  }
  /** A skin is announced after its answer, and each process receives the event in its own time. */
  async function untilAllIsHeard(): Promise<void> {
    await until(async () => (await readTold()).length === (await countSold()))
    const told = await readTold()
    await Promise.all(
      origins.map(async (origin) => {
        const stream = await openEventStream(origin, 0)
        const unheard = new Set(told)
        while (unheard.size > 0) unheard.delete((await stream.next()).id)
        stream.leave()
      }),
    )
  }
  const visitorAt = (index: number): Visitor =>
    createVisitor(origins[index % origins.length] ?? '', processes.origin)

  it('that start together where nothing is make the tables once', async () => {
    const readLogs = () => processes.servers.map(({ readLog }) => readLog())
    // Log lines come a moment late, in order; this one follows those of the tables.
    await expect
      .poll(() => readLogs().filter((log) => log.includes('"msg":"ready"')))
      .toHaveLength(3)
    const logs = readLogs()
    expect(logs.filter((log) => log.includes('database migrated'))).toHaveLength(1)
    expect(logs.join('')).not.toMatch(/"level":(?:50|60)|"level":"(?:error|fatal)"/)
  })

  it('know who is signed in, until they sign out at any of them', async () => {
    const [first, second, third] = browserOfAll()
    await second.get(await decideAtDiscord(await startSignIn(first), 'plain'))
    expect((await third.get('/api/session')).body['user']).not.toBeNull()
    await first.post('/api/auth/sign-out', {})
    const { body } = await second.get('/api/session')
    expect(body['user']).toBeNull()
  })

  it('end an admin’s session everywhere, even for a kept cookie', async () => {
    const [first, second, third] = browserOfAll()
    const opened = await first.post('/api/admin/session', { code: accessCode })
    expect(opened.status).toBe(204)
    expect((await second.get('/api/admin/session')).status).toBe(200)
    const thief = createVisitor(origins[0] ?? '', processes.origin, new Map(first.cookies))
    await third.delete('/api/admin/session')
    expect((await thief.get('/api/admin/session')).status).toBe(403)
  })

  it('share the limits of a network, whatever address it claims', async () => {
    const answers = await countInOneWindow(5 * 60, (attempt) =>
      Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          visitorAt(index).post(
            '/api/beta/unlock',
            { code: '1' },
            { 'x-forwarded-for': `198.51.100.${index}, 203.0.113.${attempt}` },
          ),
        ),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('give a key the same answer, at once and later, and refuse it with another request', async () => {
    const steamId = await giveKr(database, 1000)
    const purchase = { steamId, item: skinShop.item, key: randomUUID() }
    const atOnce = await Promise.all(
      Array.from({ length: 30 }, (_, index) => buySkin(visitorAt(index), purchase)),
    )
    const later = await Promise.all([0, 1, 2].map((index) => buySkin(visitorAt(index), purchase)))
    expect(new Set([...atOnce, ...later].map(wordsOf)).size).toBe(1)
    expect(atOnce[0]).toMatchObject({ status: 200, body: { balance: 750 } })
    const other = await buySkin(visitorAt(1), {
      ...purchase,
      steamId: await giveKr(database, 1000),
    })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    const credit = { steamId, amount: 5, key: randomUUID() }
    const admins = origins.map((origin) =>
      createVisitor(origin, processes.origin, skinShop.admin.cookies),
    )
    const credits = await Promise.all(admins.map((admin) => creditKr(admin, credit)))
    expect(new Set(credits.map(wordsOf))).toEqual(new Set([`200 {"balance":755}`]))
  })

  it('sell to one account one purchase at a time', async () => {
    const steamId = await giveKr(database, 7 * skinShop.item.price)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        buySkin(visitorAt(index), { steamId, item: skinShop.item, key: randomUUID() }),
      ),
    )
    const sold = answers.filter(({ status }) => status === 200)
    const balances = sold.map(({ body }) => Number(body['balance'])).toSorted((a, b) => b - a)
    expect(balances).toEqual([6, 5, 4, 3, 2, 1, 0].map((left) => left * skinShop.item.price))
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(53)
  })

  it('apply an event once that reaches all of them at the same moment, and announce it to every page', async () => {
    const streams = await openStreams()
    for (const eventType of ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']) {
      await sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType })
    }
    const buyer = visitorAt(0)
    const steamId = newSteamId()
    const orderId = await openOrder(buyer, checkoutBody({ steamId }))
    await sandbox.decide(await startPayment(buyer, orderId), 'pay')
    const [event] = (await sandbox.readLog('paypal')).flatMap(
      (entry) => heldBackEvent.safeParse(entry).data ?? [],
    )
    if (!event) throw new Error('no event')
    expect(event.eventType).toBe('CHECKOUT.ORDER.APPROVED')
    const statuses = await Promise.all(
      [...origins, ...origins].map(async (origin) => {
        const { headers, rawBody } = event
        const url = `${origin}/webhooks/paypal`
        return (await fetch(url, { method: 'POST', headers, body: rawBody })).status
      }),
    )
    expect(statuses).toEqual(Array(6).fill(204))
    const { db } = database
    const purchases = await db
      .selectFrom('purchases')
      .select('id')
      .where('order_id', '=', orderId)
      .execute()
    const paid = await db
      .selectFrom('messages')
      .select('id')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'checkout_paid')
      .execute()
    expect([purchases.length, paid.length]).toEqual([1, 1])
    const heard = await Promise.all(streams.map((stream) => nextPurchase(stream)))
    expect(new Set(heard.map(({ id }) => id)).size).toBe(1)
    await until(async () => (await countWaitingMessages()) === 0)
    const told = (await readMessages()).filter((text) => text.includes(steamId))
    expect(told).toHaveLength(2)
  })

  it('continue a stream at one that broke at another', async () => {
    const [before, elsewhere] = await openStreams()
    if (!before || !elsewhere) throw new Error('there are no two processes')
    const steamId = await giveKr(database, 1000)
    const buy = () => buySkin(visitorAt(2), { steamId, item: skinShop.item, key: randomUUID() })
    await buy()
    const { id } = await nextPurchase(before)
    before.leave()
    // Each process receives the event in its own time: an event not yet received would be live to a
    // page there.
    await nextPurchase(elsewhere)
    await buy()
    const live = await openEventStream(origins[0] ?? '', id)
    const missed = await nextPurchase(live)
    const again = await openEventStream(origins[1] ?? '', id)
    expect(await nextPurchase(again)).toEqual(missed)
  })

  it('show the owner’s changes at another at once', async () => {
    await Promise.all(origins.map((origin) => readShopItems({ origin })))
    const admin = createVisitor(origins[0] ?? '', processes.origin, skinShop.admin.cookies)
    const streams = await openStreams()
    await admin.post('/api/admin/shop-items', await itemBody({ name: 'Crystal Axe' }))
    for (const [index, stream] of streams.entries()) {
      while ((await stream.next()).name !== 'shop-items');
      const names = (await readShopItems({ origin: origins[index] ?? '' })).map(({ name }) => name)
      expect(names).toContain('Crystal Axe')
    }
  })

  it('show what the owner saved at another, and let one of several editors win', async () => {
    const admins = origins.map((origin) =>
      createVisitor(origin, processes.origin, skinShop.admin.cookies),
    )
    const brandAt = async (index: number) =>
      z
        .object({ community: z.object({ brand: z.string() }) })
        .parse((await visitorAt(index).get('/api/site')).body).community.brand
    const saved = await Promise.all(
      admins.map((admin, index) => {
        const community = { ...siteFiles.community, brand: `BRAND ${index}` }
        return admin.put('/api/admin/site/community', { value: community, version: null })
      }),
    )
    expect(saved.filter(({ status }) => status === 409)).toHaveLength(2)
    const brand = `BRAND ${saved.findIndex(({ status }) => status === 200)}`
    for (const index of origins.keys()) await expect.poll(() => brandAt(index)).toBe(brand)
  })

  it('notify the staff once of sold skins, however often the schedule runs', async () => {
    await sendJobs(database, 'announce-skins', 3)
    const { db } = database
    const count = async (isTold: boolean): Promise<number> => {
      const skins = await db
        .selectFrom('skin_purchases')
        .select('id')
        .where('announced_at', isTold ? 'is not' : 'is', null)
        .execute()
      return skins.length
    }
    await until(async () => (await count(false)) === 0)
    const told = (await readMessages()).filter((text) => text.includes(skinShop.item.name))
    const mentions = told.join('\n').split(skinShop.item.name).length - 1
    expect(mentions).toBe(await count(true))
  })

  it('poll the game server’s status as one', async () => {
    const readSamples = () =>
      database.db.selectFrom('game_server_samples').select('sampled_at').execute()
    // At some hours a test of the connections has asked, too.
    const readTests = () =>
      database.db
        .selectFrom('connection_tests')
        .select('tested_at')
        .where('name', '=', 'game-server')
        .execute()
    const countUnwritten = async (): Promise<number> => {
      const asked = await sandbox.readLog('battlemetrics')
      return asked.length - (await readSamples()).length - (await readTests()).length
    }
    // One of them may be polling at this moment.
    await expect.poll(countUnwritten).toBe(0)
    const told = await readSamples()
    expect(told.length).toBeGreaterThan(0)
    const gaps = told
      .map(({ sampled_at: at }) => at.getTime())
      .toSorted((a, b) => a - b)
      .map((at, index, times) => at - (times[index - 1] ?? 0))
    // One asks every 30 s, and an answer may be late. Of three who ask apart, two are within 10 s.
    for (const gap of gaps) expect(gap).toBeGreaterThan(12_000)
    const statuses = await Promise.all(
      origins.map(async (origin) => (await fetch(`${origin}/api/server-status`)).json()),
    )
    for (const status of statuses) expect(status).toMatchObject({ status: 'online', stale: false })
  })

  it('hand the game server what another process wants of it, and bring back its answer', async () => {
    const { game } = createLbMailbox({ database, clock: () => new Date() })
    const answers = await Promise.all(
      ['ChatConfig', 'ClanTagColorChangePermissions', 'Unknown'].map((name) =>
        game.request(`v1/Config/LBGroup/${name}.json/get`, {}),
      ),
    )
    expect(answers).toMatchObject([
      { outcome: 'answered', code: 200, data: { version: 7 } },
      { outcome: 'answered', code: 200, data: { version: 1 } },
      { outcome: 'answered', code: 404 },
    ])
  })

  async function readMessages(): Promise<string[]> {
    return (await sandbox.readLog('discord'))
      .filter(({ kind }) => kind === 'message')
      .map((entry) => JSON.stringify(entry))
  }
  /** Ids of the announced purchases. */
  async function readTold(): Promise<number[]> {
    const { db } = database
    const events = await db
      .selectFrom('events')
      .select('id')
      .where('name', '=', 'purchase')
      .execute()
    return events.map(({ id }) => id)
  }
  async function countSold(): Promise<number> {
    const { db } = database
    const skins = await db.selectFrom('skin_purchases').select('id').execute()
    const purchases = await db.selectFrom('purchases').select('id').execute()
    return skins.length + purchases.length
  }
  async function countWaitingMessages(): Promise<number> {
    const { db } = database
    const waiting = await db
      .selectFrom('messages')
      .select('id')
      .where('sent_at', 'is', null)
      .execute()
    return waiting.length
  }
})

async function nextPurchase(stream: Awaited<ReturnType<typeof openEventStream>>) {
  for (;;) {
    const event = await stream.next()
    if (event.name === 'purchase') return event
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50)
}
