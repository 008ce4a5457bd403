import { generateKeyPairSync, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { approvedOrder, readRecords } from '#test/factories/checkout.ts'
import { openShop, type TestShop } from '#test/shop.ts'

describeOnDatabase('the PayPal webhook', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const send = (body: string, headers: Record<string, string>) =>
    fetch(`${shop.origin}/webhooks/paypal`, { method: 'POST', body, headers })

  const event = JSON.stringify({
    id: 'WH-FORGED',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: '1AB23456CD789012E' },
  })

  function proof(changes: Record<string, string> = {}): Record<string, string> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const time = new Date().toISOString()
    const webhookId = shop.services.config.paypal.webhookId
    const signed = `id|${time}|${webhookId}|${crc32(event)}`
    return {
      'paypal-transmission-id': 'id',
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(signed), privateKey).toString(
        'base64',
      ),
      'paypal-cert-url': `${shop.sandbox.origin}/v1/notifications/certs/CERT-1`,
      'paypal-auth-algo': 'SHA256withRSA',
      ...changes,
    }
  }

  const storedEvents = () =>
    shop.services.database.db
      .selectFrom('webhook_events')
      .select('event_id')
      .where('event_id', '=', 'WH-FORGED')
      .execute()

  it.each([
    ['no proof at all', () => ({})],
    ['a certificate of another host', () => proof({ 'paypal-cert-url': 'https://evil.example/c' })],
    [
      'a certificate of a host that only looks like PayPal',
      () =>
        proof({
          'paypal-cert-url': 'https://api.paypal.com.evil.example/v1/notifications/certs/c',
        }),
    ],
    ['a time of last week', () => proof({ 'paypal-transmission-time': '2020-01-01T00:00:00Z' })],
    ['a time that is none', () => proof({ 'paypal-transmission-time': 'now' })],
  ])('refuses an event with %s, and stores nothing', async (_name, headers) => {
    const answer = await send(event, headers())
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_signature' })
    expect(await storedEvents()).toEqual([])
  })

  it('refuses an event that somebody else signed', async () => {
    const certificateUrl = await learnCertificateUrl()
    const answer = await send(event, proof({ 'paypal-cert-url': certificateUrl }))
    expect(answer.status).toBe(400)
    expect(await storedEvents()).toEqual([])
  })

  it('refuses a genuine event whose body was changed by one character', async () => {
    const { headers, body } = await genuineEvent()
    const answer = await send(body.replace('COMPLETED', 'COMPLETEd'), headers)
    expect(answer.status).toBe(400)
  })

  it('takes a genuine event again and again, and delivers once', async () => {
    const { headers, body, orderId } = await genuineEvent()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(body, headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204))
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(1)
  })

  it('asks PayPal to send again while the truth cannot be had', async () => {
    const { headers, body } = await genuineEvent()
    await shop.services.database.db.deleteFrom('webhook_events').execute()
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path: '/v2/payments/captures' })
    expect((await send(body, headers)).status).toBe(503)
    expect((await send(body, headers)).status).toBe(204)
  })

  it('is closed to a network that floods it with forgeries, until the next window', async () => {
    const { headers, body } = await genuineEvent()
    shop.beginWindow(600)
    await Promise.all(Array.from({ length: 300 }, () => send('{}', {})))
    const stopped = await send(body, headers)
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    shop.advanceClock(600_000)
    expect((await send(body, headers)).status).toBe(204)
  })

  it('says of an unknown certificate that the event is forged', async () => {
    const unknown = `${shop.sandbox.origin}/v1/notifications/certs/CERT-unknown`
    expect((await send(event, proof({ 'paypal-cert-url': unknown }))).status).toBe(400)
  })

  /** What PayPal sent for a payment, as it went over the wire, after we have answered it. */
  async function genuineEvent() {
    const { orderId } = await approvedOrder(shop, shop.visitor())
    const webhook = await vi.waitUntil(
      async () => (await sentWebhooks()).find(({ rawBody }) => rawBody.includes(orderId)),
      { timeout: 20_000, interval: 50 },
    )
    return { orderId, headers: webhook.headers, body: webhook.rawBody }
  }

  async function sentWebhooks() {
    const log = await shop.sandbox.readLog('paypal')
    return log.flatMap((entry) => webhookEntry.safeParse(entry).data ?? [])
  }

  async function learnCertificateUrl(): Promise<string> {
    const { headers } = await genuineEvent()
    return headers['paypal-cert-url'] ?? ''
  }
})

const webhookEntry = z.object({
  kind: z.literal('webhook'),
  eventType: z.literal('PAYMENT.CAPTURE.COMPLETED'),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
})
