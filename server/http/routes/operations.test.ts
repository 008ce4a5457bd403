import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { findFreePort } from '#test/free-port.ts'
import { readConfig } from '#server/app/config.ts'
import { createMetrics } from '#server/app/metrics.ts'
import { openDatabase } from '#server/db/database.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { listen } from '#server/http/server.ts'
import { recordUnreadable } from '#server/services/payments/unreadable-answers.ts'
import { siteConfig } from '#site/community.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { approvedOrder } from '#test/factories/checkout.ts'
import { giveKr, insertShopItem } from '#test/factories/ledger.ts'
import { insertMessage, insertPaymentMessage } from '#test/factories/message.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { unchangedSite } from '#test/factories/site.ts'
import { metricsPort, metricsRoutes, securityTxtRoutes } from './operations.ts'

const token = 'a token of 27 characters ok'.replaceAll(' ', '-')

/** By node:http, because `fetch` cannot set the Host header. */
async function askFor(url: string, headers: Readonly<Record<string, string>>) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  request(url, { headers }, (answer) => {
    text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

describeOnDatabase('the metrics', (openTestDatabase, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    askFor(`${shop.origin}/metrics`, headers)

  const countStreams = async (): Promise<string | undefined> =>
    /^kryptonique_event_streams (\d+)$/m.exec((await ask()).body)?.[1]

  it('are shown to a program on this machine, but not through a proxy', async () => {
    const own = await ask()
    expect(own.status).toBe(200)
    expect(own.body).toContain('kryptonique_build_info{version="')
    const strangers: readonly Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { 'x-real-ip': '127.0.0.1' },
      { via: '1.1 proxy' },
      { host: 'shop.example' },
      { host: '127.0.0.1.evil.example' },
    ]
    for (const headers of strangers) {
      expect(await ask(headers)).toMatchObject({ status: 404 })
    }
  })

  it('are on their own port as well when one is set', async () => {
    const port = await findFreePort()
    const other = await openShop(await createTestDatabase(), { METRICS_PORT: String(port) })
    const { body } = await askFor(`http://127.0.0.1:${port}/metrics`, {})
    expect(body).toContain('kryptonique_build_info{version="')
    expect((await askFor(`http://127.0.0.1:${port}/api/session`, {})).status).toBe(404)
    await other.stop()
    await expect(askFor(`http://127.0.0.1:${port}/metrics`, {})).rejects.toThrow()
  })

  it('name requests by their pattern and status, and everything unknown by one name', async () => {
    const { orderId } = await approvedOrder(shop, shop.visitor())
    await shop.visitor().get(`/api/orders/${orderId}`)
    for (const path of ['/nowhere/1', '/nowhere/2', '/api/nowhere', '/%c3%28']) {
      await shop.visitor().get(path)
    }
    const { body } = await ask()
    expect(body).toMatch(
      /http_requests_total\{method="POST",route="\/api\/orders\/:id\/paypal-order",status="200"\} 1/,
    )
    expect(body).toMatch(/http_requests_total\{method="GET",route="none",status="404"\} \d+/)
    expect(body).not.toContain(orderId)
    expect(body).not.toContain('nowhere')
  })

  it('count sales and provider calls', async () => {
    const visitor = shop.visitor()
    const { orderId } = await approvedOrder(shop, visitor)
    await visitor.post(`/api/orders/${orderId}/capture`, {})
    const steamId = await giveKr(shop.services.database, 1000)
    const { id, name, price } = await insertShopItem(shop.services.database)
    const skin = { steamId, itemId: id, itemName: name, itemPrice: price }
    await visitor.post('/functions/v1/process-krypto-skin-purchase', skin)
    const calls = (await ask()).body
    expect(calls).toMatch(
      /provider_calls_total\{provider="paypal",operation="capture",outcome="ok"\} [1-9]/,
    )
    const body = await readFigures()
    expect(body).toMatch(/payments\{status="completed"\} [1-9]/)
    expect(body).toMatch(/payments_cents_total\{direction="in"\} (2500|5000)\n/)
    expect(body).toContain('kryptonique_kr_moved_total{type="admin_add"} 1000\n')
    expect(body).toContain(`kryptonique_kr_moved_total{type="skin_purchase"} ${price}\n`)
    expect(body).not.toContain(steamId)
  })

  it('show what waits for a person', async () => {
    const before = await readFigures()
    expect(before).toContain('kryptonique_payments_unmatched 0\n')
    expect(before).toContain('kryptonique_disputes_open{provider="stripe"} 0\n')
    expect(before).toContain('kryptonique_unreadable_answers 0\n')
    await insertPaymentMessage(shop.services.database, 'no order')
    const unreadable = { detail: 'amount', answer: '{}', paymentReference: null, orderId: null }
    const asked = { provider: 'paypal', reference: 'UNREAD' } as const
    await recordUnreadable(shop.services, asked, { outcome: 'unreadable', ...unreadable })
    await insertPackOrder(shop.services.database, { status: 'disputed', paid_at: new Date() })
    const figures = await readFigures()
    expect(figures).toContain('kryptonique_payments_unmatched 1\n')
    expect(figures).toContain('kryptonique_unreadable_answers 1\n')
    expect(figures).toContain('kryptonique_disputes_open{provider="paypal"} 0\n')
    expect(figures).toContain('kryptonique_disputes_open{provider="stripe"} 1\n')
    expect(figures).toContain('# TYPE kryptonique_pack_orders gauge\n')
    expect(figures).toContain('kryptonique_pack_orders{status="disputed"} 1\n')
    expect(figures).toMatch(/kryptonique_messages_unsent [1-9]/)
  })

  it('show that the database is unreachable, without its figures', async () => {
    const database = await openDatabase(await createTestDatabase(), () => undefined)
    // An unused pool has nothing to close, and would open a connection for the first query.
    await sql`select 1`.execute(database.db)
    await database.close()
    const figures = await createMetrics(database, 'test').print()
    expect(figures).toContain('kryptonique_database_up 0\n')
    expect(figures).toContain('process_resident_memory_bytes')
    expect(figures).not.toMatch(/^kryptonique_(messages_unsent|orders_held)/m)
  })

  it('do not count messages of old checkouts, which are no longer sent', async () => {
    // Without a shop, which writes and sends messages itself.
    const database = await openTestDatabase()
    await insertMessage(database, { kind: 'checkout_started', createdAt: new Date(0) })
    await insertMessage(database, { kind: 'checkout_started' })
    await insertMessage(database, { createdAt: new Date(0) })
    expect(await readFigures(database)).toMatch(/^kryptonique_messages_unsent 2$/m)
  })

  it('show how many event streams are open', async () => {
    const page = await openEventStream(shop.origin)
    expect(await countStreams()).toBe('1')
    page.leave()
    await expect.poll(countStreams).toBe('0')
  })

  /** The current figures of the database; a shop's own metrics are cached for a while. */
  function readFigures(database = shop.services.database): Promise<string> {
    return createMetrics(database, 'test').print()
  }
})

describe('in production', () => {
  const print = () => Promise.resolve('all')
  const own = { host: '127.0.0.1', port: 0, trustedProxies: [], production: true }

  async function askAt(app: Hono<HttpEnvironment>, headers: Readonly<Record<string, string>> = {}) {
    const server = await listen(app, own)
    onTestFinished(() => void server.close())
    const address = z.object({ port: z.number() }).parse(server.address())
    return askFor(`http://127.0.0.1:${address.port}/metrics`, headers)
  }

  it('are hidden without a token: a proxy on this machine looks like a local program', async () => {
    const routes = metricsRoutes({ metricsToken: null, production: true }, { print })
    expect((await askAt(routes)).status).toBe(404)
  })

  it('are shown to programs on this machine on their own port', async () => {
    const app = metricsPort({ print })
    expect(await askAt(app)).toEqual({ status: 200, body: 'all' })
    const strangers: readonly Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { host: 'shop.example' },
    ]
    for (const headers of strangers) expect((await askAt(app, headers)).status).toBe(404)
  })
})

it.each([
  ['the right token', { authorization: `Bearer ${token}` }, 200],
  ['a wrong one', { authorization: `Bearer ${token}x` }, 404],
  ['none, not even from this machine', { host: '127.0.0.1' }, 404],
])('with a token set they are for who knows it: %s', async (_, headers, status) => {
  const routes = metricsRoutes(
    { metricsToken: token, production: true },
    { print: () => Promise.resolve('all') },
  )
  expect((await routes.request('/metrics', { headers })).status).toBe(status)
})

const address = 'https://shop.example/.well-known/security.txt'
const day = 24 * 60 * 60 * 1000

it('says whom to tell of a hole, and never that this is out of date', async () => {
  const config = { ...readConfig({}), publicOrigin: 'https://shop.example' }
  let now = new Date('2026-11-23T12:00:00Z')
  const routes = securityTxtRoutes({ config, clock: () => now, site: unchangedSite })
  for (const year of [2026, 2031]) {
    now = new Date(`${year}-11-23T12:00:00Z`)
    const answer = await routes.request('/.well-known/security.txt')
    expect(answer.headers.get('content-type')?.toLowerCase()).toBe('text/plain; charset=utf-8')
    const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
    const fields = lines.map((line) => /^([\w-]+): (.+)$/.exec(line)?.slice(1))
    const { Expires: expires, ...others } = Object.fromEntries(fields.map((field) => field ?? []))
    const daysLeft = (Date.parse(expires) - now.getTime()) / day
    expect(daysLeft).toBeGreaterThan(30)
    expect(daysLeft).toBeLessThan(365)
    expect(others).toEqual({
      Contact: siteConfig.discordInviteUrl,
      'Preferred-Languages': 'fr, en, ru, es',
      Canonical: address,
      Policy: address,
    })
  }
})
