import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { discordCredentials, paypalCredentials, stripeCredentials } from '#sandbox/credentials.ts'
import {
  connectionNames,
  type ConnectionName,
  type Finding,
  type LastingFaultCode,
} from '#domain/connection-faults.ts'
import { checkDisk } from '#server/db/check-database.ts'
import { checkDiscord } from '#server/providers/discord/check-discord.ts'
import { startAnsweringServer } from '#test/answering-server.ts'
import { describeOnDatabase } from '#test/database.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { loseStripeEvents, openPack } from '#test/factories/packs.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import {
  listConnections,
  retestConnections,
  runCheck,
  testConnection,
  type ConnectionCheck,
} from './checks.ts'
import { createFaultRecorder, listFaults } from './connection-faults.ts'

async function test(shop: TestShop, name: ConnectionName, limit?: number) {
  await testConnection(shop.services, name, limit)
  const connections = await listConnections(shop.services)
  const tested = connections.find((connection) => connection.name === name)
  if (!tested) throw new Error(`${name} is not listed`)
  return tested
}

describeOnDatabase('a test of a connection', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), {
      PRIORITY_FILE_FORMAT: 'lines',
      GAME_SERVER_SOURCE: 'a2s',
    })
    await shop.stopJobs('send-message')
  })
  beforeEach(() => shop.sandbox.clearFaults())

  // The disk is that of the embedded database, and of the machine that runs the test.
  const absent = new Set<ConnectionName>(['cftools', 'lb-core', 'disk'])
  const right = connectionNames.filter((name) => !absent.has(name))

  it.each(right)('finds nothing wrong with %s', async (name) => {
    const { findings, ok, testedAt, lastOkAt, configured } = await test(shop, name)
    expect(configured).toBe(true)
    expect(findings[0]).toEqual({ level: 'ok', code: 'ready', detail: '' })
    expect([ok, lastOkAt]).toEqual([true, testedAt])
  })

  it.each([
    ['paypal', 'paypal', 'webhook-missing', 'webhook_missing'],
    ['paypal', 'paypal', 'webhook-elsewhere', 'webhook_elsewhere'],
    ['paypal', 'paypal', 'webhook-partial', 'webhook_partial'],
    ['stripe', 'stripe', 'webhook-missing', 'webhook_missing'],
    ['stripe', 'stripe', 'webhook-elsewhere', 'webhook_elsewhere'],
    ['stripe', 'stripe', 'webhook-partial', 'webhook_partial'],
    ['stripe', 'stripe', 'webhook-disabled', 'webhook_disabled'],
    ['discord', 'discord', 'webhook-deleted', 'webhook_gone'],
    ['discord-bot', 'discord', 'role-above', 'role_above_bot'],
    ['priority-file', 'priority-file', 'disk-full', 'disk_full'],
    ['game-server', 'a2s', 'truncated', 'not_a_game'],
  ] as const)('of %s finds that %s has a %s', async (name, provider, kind, code) => {
    await shop.sandbox.fail({ provider, kind, times: 100 })
    const wrong = await test(shop, name)
    expect(wrong).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([expect.objectContaining({ level: 'fault', code })]),
      lastFault: { code, clearedAt: null },
    })
    expect(await listFaults(shop.services)).toMatchObject([{ provider: name, code }])
    await shop.sandbox.clearFaults()
    const mended = await test(shop, name)
    expect(mended).toMatchObject({ ok: true, lastFault: { code, clearedAt: expect.any(Date) } })
    expect(await listFaults(shop.services)).toEqual([])
  })

  it('finds a fault that the next good call of its kind ends', async () => {
    await shop.sandbox.fail({ provider: 'discord', kind: 'webhook-deleted' })
    await test(shop, 'discord')
    expect(await listFaults(shop.services)).toMatchObject([{ code: 'webhook_gone' }])
    await createFaultRecorder(shop.services)('discord', 'post-message', { outcome: 'sent' })
    await expect.poll(() => listFaults(shop.services)).toEqual([])
  })

  it.each([
    ['webhook-old', 'webhook_old'],
    ['webhooks-forbidden', 'webhook_unchecked'],
  ])('of Stripe only warns of a %s', async (kind, code) => {
    await shop.sandbox.fail({ provider: 'stripe', kind })
    const warned = await test(shop, 'stripe')
    expect(warned).toMatchObject({ ok: true, findings: [{ level: 'warning', code }] })
    expect(await listFaults(shop.services)).toEqual([])
  })

  it.each([
    ['paypal', '/v1/oauth2/token', 'hang'],
    ['paypal', '/v1/oauth2/token', '500'],
    ['paypal', '/v1/notifications/webhooks', 'truncated'],
    ['stripe', '/v1/webhook_endpoints', 'hang'],
    ['stripe', '/v1/webhook_endpoints', 'reset'],
    ['discord', '/api/oauth2/token', 'hang'],
    ['discord', '/api/oauth2/token', 'reset'],
    ['discord', '/api/oauth2/token', 'truncated'],
    ['discord', '/api/webhooks/', 'truncated'],
    ['steam', '/openid/login', 'hang'],
  ] as const)('of %s finds no answer at %s: %s', async (name, path, kind) => {
    // Stripe's client tries twice.
    await shop.sandbox.fail({ provider: name, path, kind, times: 2 })
    const silent = await test(shop, name, kind === 'hang' ? 30 : undefined)
    expect(silent.ok).toBe(false)
    expect(silent.findings[0]).toMatchObject({ level: 'fault', code: 'unreachable' })
    // It may pass by itself.
    expect(await listFaults(shop.services)).toEqual([])
    await shop.sandbox.clearFaults()
    expect(await test(shop, name)).toMatchObject({ ok: true })
  })

  async function insertFault(
    provider: ConnectionName,
    code: LastingFaultCode,
    operation: string,
  ): Promise<void> {
    const at = new Date()
    const fault = { provider, code, operations: [operation], detail: '403', since: at, last_at: at }
    await shop.services.database.db.insertInto('connection_faults').values(fault).execute()
  }

  it('ends the faults of a connection that is no longer in the settings', async () => {
    await insertFault('cftools', 'key_refused', 'check')
    await insertFault('cftools', 'permission_missing', 'put')
    expect(await test(shop, 'cftools')).toMatchObject({ configured: false, testedAt: null })
    expect(await listFaults(shop.services)).toEqual([])
  })

  it('ends the key that was refused by what it replaced', async () => {
    await insertFault('game-server', 'key_refused', 'read-server')
    expect(await test(shop, 'game-server')).toMatchObject({ ok: true })
    expect(await listFaults(shop.services)).toEqual([])
  })

  it('ends what an adapter that needs its owner has no more', async () => {
    await insertFault('priority-file', 'host_key_changed', 'check')
    const { db } = shop.services.database
    const adapter = { name: 'priority-file', target: 'x', remembered: '{}' }
    const state = { state: 'needs_owner', reason_code: 'disk_full' } as const
    await db
      .insertInto('perk_adapters')
      .values({ ...adapter, ...state })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
      .execute()
    await shop.sandbox.fail({ provider: 'priority-file', kind: 'disk-full', times: 100 })
    const { findings } = await test(shop, 'priority-file')
    expect(findings).toMatchObject([{ code: 'disk_full' }])
    expect(await listFaults(shop.services)).toEqual([])
    await db.updateTable('perk_adapters').set({ state: 'ready', reason_code: null }).execute()
  })

  /** A shop whose only connection finds these, one list a test. */
  function finding(...lists: readonly (readonly Finding[])[]) {
    const left = [...lists]
    const run = () => Promise.resolve(left.shift() ?? [])
    const connectionChecks: readonly ConnectionCheck[] = [{ name: 'cftools', run }]
    return { ...shop.services, connectionChecks }
  }
  const refused = { level: 'fault', code: 'key_refused', detail: '403' } as const

  it('that our own limit stops leaves what the last one found', async () => {
    const limited = { level: 'warning', code: 'limited', detail: '' } as const
    const services = finding([refused], [limited], [limited])
    await testConnection(services, 'cftools')
    const [before] = await listConnections(services)
    await testConnection(services, 'cftools')
    await testConnection(services, 'cftools')
    expect(await listConnections(services)).toMatchObject([
      { ok: false, testedAt: before?.testedAt, lastOkAt: null, findings: [refused, limited] },
    ])
    expect(await listFaults(services)).toMatchObject([{ code: 'key_refused', detail: '403' }])
    await testConnection({ ...services, connectionChecks: [] }, 'cftools')
  })

  it('that got no answer is repeated soon, and only that', async () => {
    const silent = { level: 'fault', code: 'unreachable', detail: '' } as const
    const services = finding([silent], [refused], [])
    await testConnection(services, 'cftools')
    await retestConnections(services)
    await retestConnections(services)
    expect(await listConnections(services)).toMatchObject([{ findings: [refused] }])
    await testConnection({ ...services, connectionChecks: [] }, 'cftools')
  })

  it('says the same once', async () => {
    const silent = { level: 'fault', code: 'unreachable' } as const
    const details = ['', 'ECONNREFUSED', 'ECONNREFUSED', '403']
    const found = await runCheck(() =>
      Promise.resolve(details.map((detail) => ({ ...silent, detail }))),
    )
    expect(found).toEqual([{ ...silent, detail: 'ECONNREFUSED; 403' }])
  })

  it('names the cause of a call that failed', async () => {
    const { stop, origin } = await startAnsweringServer(() => undefined)
    await stop()
    const discord = { ...shop.services.config.discord, origin, webhookUrl: origin }
    const [found] = await checkDiscord(discord, noInstrumentation, origin)
    expect(found?.detail).toContain('ECONNREFUSED')
  })

  it('reaches the staff once', async () => {
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-missing', times: 2 })
    await test(shop, 'paypal')
    await test(shop, 'paypal')
    const title = '🔌 PayPal n’a pas de webhook pour la boutique'
    const titles = async () => (await readEmbeds(shop)).map((embed) => embed.title)
    await expect.poll(titles).toContain(title)
    expect((await titles()).filter((one) => one === title)).toHaveLength(1)
  })

  it('names a setting that is misspelt', async () => {
    vi.stubEnv('GAME_SERVER_ADRESS', '203.0.113.7:27016')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await test(shop, 'settings')).toMatchObject({
      ok: true,
      findings: [
        { level: 'warning', detail: expect.stringContaining('did you mean GAME_SERVER_ADDRESS') },
      ],
    })
  })

  it('compares the clock', async () => {
    shop.advanceClock(10 * 60_000)
    expect(await test(shop, 'clock')).toMatchObject({
      findings: [
        { level: 'fault', code: 'clock_off', detail: expect.stringMatching(/^\+60\d s$/) },
      ],
    })
    shop.advanceClock(-10 * 60_000)
    expect(await test(shop, 'clock')).toMatchObject({ ok: true })
  })
})

describeOnDatabase('a test of wrong keys', (_, createTestDatabase) => {
  it('finds each, and buyers read that the shop is not set up', async () => {
    const shop = await openShop(await createTestDatabase(), {
      PAYPAL_CLIENT_ID: paypalCredentials.clientId,
      PAYPAL_CLIENT_SECRET: 'wrong',
      PAYPAL_WEBHOOK_ID: paypalCredentials.webhookId,
      STRIPE_SECRET_KEY: 'sk_test_wrong',
      STRIPE_WEBHOOK_SECRET: stripeCredentials.webhookSecret,
      DISCORD_CLIENT_ID: discordCredentials.clientId,
      DISCORD_CLIENT_SECRET: 'wrong',
      DISCORD_WEBHOOK_URL: 'http://127.0.0.1:9/api/webhooks/1/x',
      STEAM_API_KEY: 'wrong',
    })
    const codes = async (name: ConnectionName) =>
      (await test(shop, name)).findings.map(({ code }) => code)
    expect(await codes('paypal')).toEqual(['key_refused'])
    expect(await codes('stripe')).toEqual(['key_refused'])
    expect(await codes('discord')).toContain('client_refused')
    expect(await shop.visitor().post('/api/payment-options/check', {})).toMatchObject({
      body: { isSetUp: false },
    })
    expect(await listFaults(shop.services)).toHaveLength(3)
  })
})

describeOnDatabase('webhooks that do not arrive', (_, createTestDatabase) => {
  it('are a fault an hour after a payment, until one arrives', async () => {
    const shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
    await loseStripeEvents(shop)
    await shop.sandbox.fail({
      provider: 'stripe',
      kind: 'webhook-lost',
      eventType: 'payment_intent.succeeded',
      times: 1000,
    })
    const buyer = shop.visitor()
    const { sessionId } = await openPack(shop, {}, buyer)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await buyer.post('/functions/v1/process-krypto-stripe-payment', { sessionId })
    expect(await test(shop, 'stripe')).toMatchObject({ ok: true, lastWebhookAt: null })
    shop.advanceClock(61 * 60_000)
    expect(await test(shop, 'stripe')).toMatchObject({
      ok: false,
      findings: [{ code: 'webhook_silent' }],
    })
    expect(await listFaults(shop.services)).toMatchObject([
      { provider: 'stripe', code: 'webhook_silent' },
    ])
    const noteConnection = createFaultRecorder(shop.services)
    await noteConnection('stripe', 'webhook', { outcome: 'verified' })
    await expect.poll(() => listFaults(shop.services)).toEqual([])

    // Its event came and could not be read; the order was found paid long after it.
    const { db } = shop.services.database
    const event = { provider: 'stripe', event_id: 'evt_1', type: 'unreadable', body: '{}' } as const
    const now = shop.services.clock()
    const openedAt = new Date(now.getTime() - 71 * 60_000)
    await db
      .insertInto('webhook_events')
      .values({ ...event, received_at: new Date(now.getTime() - 60 * 60_000) })
      .execute()
    await db.updateTable('krypto_orders').set({ created_at: openedAt }).execute()
    expect(await test(shop, 'stripe')).toMatchObject({ ok: true })
    await db.deleteFrom('webhook_events').execute()

    // No event announced what the demo data made up.
    await sql`insert into demo_rows (kind, id) select 'krypto_orders', id::text from krypto_orders`.execute(
      db,
    )
    expect(await test(shop, 'stripe')).toMatchObject({ ok: true })
  })
})

it('a disk is full, or nearly', async () => {
  const directory = import.meta.dirname
  const all = { neededBytes: 1e18, comfortableBytes: 1e18 }
  expect(await checkDisk(directory, all)).toMatchObject([{ level: 'fault', code: 'disk_low' }])
  const nearly = { neededBytes: 0, comfortableBytes: 1e18 }
  expect(await checkDisk(directory, nearly)).toMatchObject([{ level: 'warning' }])
  expect(await checkDisk(directory, { neededBytes: 0, comfortableBytes: 0 })).toEqual([])
})
