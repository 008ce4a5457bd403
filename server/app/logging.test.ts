import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { players } from '#sandbox/discord/players.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { approvedOrder, checkoutBody } from '#test/factories/checkout.ts'
import { giveKr, insertShopItem, newSteamId } from '#test/factories/ledger.ts'
import { openPackCheckout, packBody, settlePackPayment } from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import { claimBalance } from '#test/steam.ts'
import type { Visitor } from '#test/visitor.ts'
import { createLog, traceStorage } from './logging.ts'

const address = '203.0.113.77'
const buyerName = 'Zoltan the Quiet'

const requestLine = z.looseObject({
  msg: z.literal('request'),
  requestId: z.string(),
  route: z.string(),
})
const callLine = z.looseObject({ msg: z.literal('provider called'), provider: z.string() })

it('names in each line the request or job that it belongs to', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info('outside')
  traceStorage.run({ requestId: 'a-request', job: 'a-job' }, () => log.info('inside'))
  const [outside, inside] = lines.map((line): unknown => JSON.parse(line))
  expect(outside).not.toHaveProperty('requestId')
  expect(inside).toMatchObject({ requestId: 'a-request', job: 'a-job', msg: 'inside' })
})

it('reports each line at level error', () => {
  let errors = 0
  const log = createLog('info', { write: () => undefined }, () => (errors += 1))
  log.warn('not of this one')
  log.error('of this')
  log.child({}).fatal('and of this')
  expect(errors).toBe(2)
})

it('keeps the message of an error that is a plain object, as the job queue throws it', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.error({ err: { message: 'connect ECONNREFUSED', queue: 'send-message', rows: [1] } }, 'x')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'connect ECONNREFUSED' } })
  expect(lines[0]).not.toContain('rows')
})

describeOnDatabase('the log of a shop', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), {
      LOG_LEVEL: 'trace',
      TRUSTED_PROXIES: '127.0.0.1',
      STEAM_API_KEY: 'steam-key-of-the-owner',
      METRICS_TOKEN: 'metrics-token-of-the-owner',
    })
  })

  const read = <Shape extends z.ZodType>(shape: Shape): z.output<Shape>[] =>
    shop.readLog().flatMap((line) => {
      const parsed = shape.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    })

  it('contains no personal data and no secrets', async () => {
    const player = shop.visitor()
    const steamIds = [newSteamId(), newSteamId()] as const
    await signIn(player, 'hunter')
    await buyEverything(player, steamIds)
    await claimBalance(shop, player, steamIds[1])
    const staff = await adminByCode(shop)
    await staff.get(`/api/admin/krypto-transactions?steamId=${steamIds[1]}`)
    await goWrong(player, steamIds[0])

    const text = shop.readLog().join('')
    expect(text).toContain('"route":"/functions/v1/process-krypto-skin-purchase"')
    const { config } = shop.services
    const secrets = {
      address,
      buyerName,
      ...Object.fromEntries(steamIds.map((id) => [id, id])),
      ...Object.fromEntries(
        players.flatMap(({ id, username }) => [
          [id, id],
          [username, username],
        ]),
      ),
      email: 'sandbox.example',
      playerName: 'Crystal Hunter',
      sessionSecret: config.sessionSecret,
      adminAccessCode: config.adminAccessCode,
      betaCode: config.betaCode,
      discordSecret: config.discord.clientSecret,
      webhookPath: new URL(config.discord.webhookUrl).pathname,
      paypalSecret: config.paypal.clientSecret,
      stripeKey: config.stripe.secretKey,
      stripeWebhookSecret: config.stripe.webhookSecret,
      steamKey: config.steam.apiKey ?? '',
      metricsToken: config.metricsToken ?? '',
      ...Object.fromEntries([...player.cookies, ...staff.cookies]),
    }
    const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
    expect(found).toEqual([])
    expect(Object.values(secrets).filter((secret) => secret === '')).toEqual([])
  })

  it('has one line for each request, and its id in every provider call', async () => {
    const visitor = shop.visitor()
    // PayPal's webhook for the approval would capture the payment too, sometimes before the page does.
    const eventType = 'CHECKOUT.ORDER.APPROVED'
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType })
    const { orderId } = await approvedOrder(shop, visitor)
    const paid = await visitor.post(`/api/orders/${orderId}/capture`, {})
    const requestId = paid.headers.get('x-request-id')
    expect(read(requestLine).filter((line) => line.requestId === requestId)).toMatchObject([
      { method: 'POST', route: '/api/orders/:id/capture', status: 200, level: 30 },
    ])
    const calls = read(callLine).filter((line) => line['requestId'] === requestId)
    expect(calls).toMatchObject([
      { provider: 'paypal', operation: 'fetch-order', outcome: 'ok' },
      { provider: 'paypal', operation: 'capture', outcome: 'ok', reference: expect.any(String) },
    ])
    const atPayPal = await shop.sandbox.readLog('paypal')
    expect(atPayPal.filter((entry) => entry['requestId'] === requestId)).toHaveLength(calls.length)
  })

  it('sends the id to Stripe, and logs the id of Stripe’s answer', async () => {
    const answer = await openPackCheckout(shop.visitor(), packBody())
    const requestId = answer.headers.get('x-request-id')
    expect(read(callLine).filter((line) => line['requestId'] === requestId)).toMatchObject([
      { provider: 'stripe', operation: 'open-session', reference: expect.stringMatching(/^req_/) },
    ])
    const atStripe = await shop.sandbox.readLog('stripe')
    expect(atStripe.filter((entry) => entry['requestId'] === requestId)).toHaveLength(1)
  })

  it('uses the id of a trusted proxy when it is well-formed', async () => {
    const ask = async (id: string): Promise<string | null> =>
      (await shop.visitor().get('/api/session', { 'x-request-id': id })).headers.get('x-request-id')
    expect(await ask('proxy-made-1234')).toBe('proxy-made-1234')
    for (const strange of ['short', `"},{"level":60`, 'x'.repeat(65), 'näme-of-somebody']) {
      expect(await ask(strange)).toMatch(/^[\da-f-]{36}$/)
    }
  })

  async function buyEverything(player: Visitor, [donor, collector]: Readonly<[string, SteamId64]>) {
    const body = checkoutBody({ steamId: donor, discordUsername: buyerName })
    const { orderId } = await approvedOrder(shop, player, body)
    await player.post(`/api/orders/${orderId}/capture`, {}, { 'x-forwarded-for': address })
    const pack = packBody({ steamId: collector, discordUsername: buyerName })
    const opened = await openPackCheckout(player, pack)
    const sessionId = await readSessionId(z.object({ url: z.string() }).parse(opened.body).url)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await settlePackPayment(player, sessionId)
    await giveKr(shop.services.database, 1000, collector)
    const { id, name, price } = await insertShopItem(shop.services.database)
    const skin = { steamId: collector, itemId: id, itemName: name, itemPrice: price }
    await player.post('/functions/v1/process-krypto-skin-purchase', skin)
    await player.get(`/api/krypto-balance/${collector}`)
    await player.get(`/api/krypto-transactions/${collector}`)
  }

  /** Requests that fail in ways that log the most. */
  async function goWrong(player: Visitor, steamId: string): Promise<void> {
    await player.post('/api/beta/unlock', { code: '1' }, { 'x-forwarded-for': address })
    await player.post('/functions/v1/discord-purchase-notification', `{"steamId":"${steamId}"`)
    await player.get(`/api/nowhere/${steamId}?name=${encodeURIComponent(buyerName)}`)
    await player.get('/metrics', { authorization: 'Bearer wrong', 'x-forwarded-for': address })
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path: '/v2/checkout/orders' })
    await approvedOrder(shop, player, checkoutBody({ steamId })).catch(() => undefined)
    await shop.sandbox.fail({ provider: 'stripe', kind: 'reset', times: 2 })
    await openPackCheckout(player, packBody({ steamId, discordUsername: buyerName }), randomUUID())
    await shop.sandbox.fail({ provider: 'discord', kind: '500' })
    await player.get('/api/auth/callback/discord?code=a-code-of-somebody&state=x')
  }

  async function readSessionId(url: string): Promise<string> {
    const { session_id: sessionId } = await shop.services.database.db
      .selectFrom('krypto_orders')
      .select('session_id')
      .where('session_url', '=', url)
      .executeTakeFirstOrThrow()
    return sessionId ?? ''
  }
})
