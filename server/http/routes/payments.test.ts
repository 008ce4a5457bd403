import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { approvedOrder, readRecords } from '#test/factories/checkout.ts'
import { loseStripeEvents, openPack, readPack } from '#test/factories/packs.ts'
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
    ['an invalid time', () => proof({ 'paypal-transmission-time': 'now' })],
  ])('refuses an event with %s, and stores nothing', async (_name, headers) => {
    const answer = await send(event, headers())
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_signature' })
    expect(await storedEvents()).toEqual([])
  })

  it('refuses an event with a foreign signature', async () => {
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

  it('accepts a repeated genuine event, and delivers once', async () => {
    const { headers, body, orderId } = await genuineEvent()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(body, headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204))
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(1)
  })

  it('makes PayPal send again while its API is unreachable', async () => {
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

  it('treats an event with an unknown certificate as forged', async () => {
    const unknown = `${shop.sandbox.origin}/v1/notifications/certs/CERT-unknown`
    expect((await send(event, proof({ 'paypal-cert-url': unknown }))).status).toBe(400)
  })

  /** The exact event that PayPal sent for a payment, after we have answered it. */
  async function genuineEvent() {
    const { orderId } = await approvedOrder(shop, shop.visitor())
    const webhook = await vi.waitUntil(async () =>
      (await sentWebhooks()).find(({ rawBody }) => rawBody.includes(orderId)),
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

describeOnDatabase('the Stripe webhook', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await loseStripeEvents(shop)
  })

  const send = (body: string, signature: string | null) =>
    fetch(`${shop.origin}/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: { ...(signature !== null && { 'stripe-signature': signature }) },
    })

  const now = () => Math.floor(Date.now() / 1000)

  function signatureOf(
    body: string,
    { secret, time = now() }: { secret?: string; time?: number } = {},
  ) {
    const key = secret ?? shop.services.config.stripe.webhookSecret
    return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
  }

  const eventBody = (changes: Readonly<Record<string, unknown>> = {}) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: { id: 'cs_test_nobody', object: 'checkout.session' } },
      ...changes,
    })

  const storedEvents = async () =>
    shop.services.database.db
      .selectFrom('webhook_events')
      .select(['event_id', 'processed_at'])
      .where('provider', '=', 'stripe')
      .execute()

  it.each<[string, () => readonly [string, string | null]]>([
    ['no signature', () => [eventBody(), null]],
    ['an invalid signature', () => [eventBody(), 'signed']],
    ['the signature of another secret', () => signed(eventBody(), { secret: 'whsec_other' })],
    ['a time of ten minutes ago', () => signed(eventBody(), { time: now() - 600 })],
    ['a time of next week', () => signed(eventBody(), { time: now() + 604_800 })],
    [
      'the signature of another time',
      () => [eventBody(), signatureOf('{}').replace(/t=\d/, 't=2')],
    ],
    ['a body of the other mode', () => signed(eventBody({ livemode: true }))],
    ['a body that is no event', () => signed('{}')],
    ['a body that is no JSON', () => signed('evt_1')],
    ['no body', () => signed('')],
  ])('refuses an event with %s, and stores nothing', async (_name, make) => {
    const before = await storedEvents()
    const [body, signature] = make()
    const answer = await send(body, signature)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_signature' })
    expect(await storedEvents()).toEqual(before)
  })

  function signed(body: string, how = {}): readonly [string, string] {
    return [body, signatureOf(body, how)]
  }

  it('refuses a genuine event that was serialised anew', async () => {
    const { headers, body } = await genuineEvent()
    const rewritten = JSON.stringify(JSON.parse(body))
    expect(rewritten).not.toBe(body)
    expect((await send(rewritten, headers['stripe-signature'] ?? '')).status).toBe(400)
  })

  it('accepts a repeated genuine event, and credits once', async () => {
    const { headers, body, orderId } = await genuineEvent()
    const signature = headers['stripe-signature'] ?? ''
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(body, signature)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204))
    expect((await send(body, signature)).status).toBe(204)
    expect(await readPack(shop, orderId)).toMatchObject({ status: 'paid', balance: 1100 })
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(body))
    expect((await storedEvents()).filter(({ event_id }) => event_id === id)).toHaveLength(1)
  })

  it('stores the subject of an event, without the payer’s data', async () => {
    const { headers, body, sessionId, orderId } = await genuineEvent()
    await send(body, headers['stripe-signature'] ?? '')
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(body))
    const { body: kept } = await shop.services.database.db
      .selectFrom('webhook_events')
      .select('body')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept).toEqual({ subject: { kind: 'session', sessionId, orderId } })
  })

  it.each([
    ['a checkout of somebody else', {}],
    [
      'a checkout that names an order which is not there',
      {
        data: {
          object: {
            id: 'cs_test_x',
            object: 'checkout.session',
            client_reference_id: 'cart 7',
          },
        },
      },
    ],
    ['a refund of somebody else', aboutMoney('charge.refunded', 'charge')],
    ['a dispute of somebody else', aboutMoney('charge.dispute.created', 'dispute')],
    ['an unknown type', { type: 'invoice.sung', data: { object: { object: 'invoice' } } }],
  ])('takes and ignores %s', async (_name, changes) => {
    const body = eventBody(changes)
    expect((await send(body, signatureOf(body))).status).toBe(204)
  })

  it('logs a payment for a missing order, as after a restored backup', async () => {
    const orderId = randomUUID()
    const object = { object: 'checkout.session', client_reference_id: orderId }
    const told = (data: object) => eventBody({ data: { object: { ...object, ...data } } })
    const body = told({ id: 'cs_test_lost' })
    await send(body, signatureOf(body))
    const strange = told({ id: 'cs_test_other', client_reference_id: 'cart 7 of another shop' })
    await send(strange, signatureOf(strange))
    const errors = shop.readErrors().filter((line) => line.includes('paid at Stripe'))
    expect(errors).toEqual([expect.stringContaining(orderId)])
    expect(errors[0]).toContain('cs_test_lost')
  })

  function aboutMoney(type: string, object: string) {
    return { type, data: { object: { id: 'x_1', object, payment_intent: 'pi_nobody' } } }
  }

  it('credits nothing for another checkout of the account, whatever order it names', async () => {
    const ours = await openPack(shop)
    const other = await openPack(shop)
    await shop.sandbox.stripe.decide(other.sessionId, 'pay')
    for (const sessionId of [other.sessionId, 'cs_test_of_a_payment_link']) {
      const object = {
        id: sessionId,
        object: 'checkout.session',
        client_reference_id: ours.orderId,
      }
      const body = eventBody({ data: { object } })
      expect((await send(body, signatureOf(body))).status).toBe(204)
    }
    expect(await readPack(shop, ours.orderId)).toMatchObject({
      status: 'pending',
      lines: [],
      news: [],
    })
    expect((await readPack(shop, other.orderId)).balance).toBe(1100)
  })

  it('makes Stripe send again while its API is unreachable', async () => {
    const { headers, body, orderId } = await genuineEvent()
    const signature = headers['stripe-signature'] ?? ''
    // Stripe's client retries once by itself.
    await shop.sandbox.fail({ provider: 'stripe', kind: '500', times: 2, path: '/v1/checkout' })
    const refused = await send(body, signature)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect((await readPack(shop, orderId)).lines).toEqual([])
    expect((await send(body, signature)).status).toBe(204)
    expect((await readPack(shop, orderId)).balance).toBe(1100)
  })

  it('is closed to a network that floods it with forgeries, until the next window', async () => {
    shop.beginWindow(600)
    const answers = await Promise.all(Array.from({ length: 310 }, () => send('{}', 't=1,v1=0')))
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(280)
    const body = eventBody()
    const stopped = await send(body, signatureOf(body))
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    shop.advanceClock(600_000)
    expect((await send(body, signatureOf(body))).status).toBe(204)
  })

  /** The event that Stripe would have sent for a payment that we have not learned of. */
  async function genuineEvent() {
    const pack = await openPack(shop)
    await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
    const event = (await shop.sandbox.readLog('stripe'))
      .flatMap((entry) => stripeWebhookEntry.safeParse(entry).data ?? [])
      .find(({ resourceId }) => resourceId === pack.sessionId)
    if (!event) throw new Error('Stripe has nothing to tell')
    return { ...pack, headers: event.headers, body: event.rawBody }
  }
})

const stripeWebhookEntry = z.object({
  kind: z.literal('webhook'),
  eventType: z.literal('checkout.session.completed'),
  resourceId: z.string(),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
})
