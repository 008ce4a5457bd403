import { discordCredentials, paypalCredentials, stripeCredentials } from '#sandbox/credentials.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import type { ConnectionProvider } from '#domain/connection-faults.ts'
import { adminByCode, readTodayOf } from '#test/factories/admin.ts'
import {
  approvedOrder,
  cartItem,
  checkoutBody,
  openOrder,
  readRecords,
  startOnePayment,
  startPayment,
} from '#test/factories/checkout.ts'
import { insertMessage, readEmbeds } from '#test/factories/message.ts'
import {
  loseStripeEvents,
  openPack,
  openPackCheckout,
  packBody,
  readPack,
} from '#test/factories/packs.ts'
import { decideAtDiscord, signIn, startSignIn } from '#test/sign-in.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { sendMessage } from '#server/services/staff/send-messages.ts'
import { createFaultRecorder, listFaults } from './connection-faults.ts'

const stripeKeys = (wrong: Readonly<Record<string, string>>) => ({
  STRIPE_SECRET_KEY: stripeCredentials.secretKey,
  STRIPE_WEBHOOK_SECRET: stripeCredentials.webhookSecret,
  ...wrong,
})

/** What `/admin` says about the connections. */
async function readFaults(shop: TestShop) {
  return (await readTodayOf(await adminByCode(shop))).connectionFaults
}

async function forgetFaults({ services }: TestShop): Promise<void> {
  await services.database.db.deleteFrom('messages').execute()
  await services.database.db.deleteFrom('connection_faults').execute()
}

const titles = async (shop: TestShop) => (await readEmbeds(shop)).map(({ title }) => title)
const aboutPayPal = '🔌 PayPal refuse les paiements à la boutique'

describeOnDatabase('payments that PayPal refuses because of the shop', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs('send-message')
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await forgetFaults(shop)
    // Only the page collects, so that each fault is taken by the call that it is for.
    const eventType = 'CHECKOUT.ORDER.APPROVED'
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType, times: 99 })
  })

  const refuse = (issue: string, times = 1, path = '/v2/checkout/orders') =>
    shop.sandbox.fail({ provider: 'paypal', kind: 'payment-refused', issue, times, path })

  const notSetUp = {
    status: 503,
    body: { code: 'payments_not_set_up' },
  }

  it.each([
    'PAYEE_ACCOUNT_RESTRICTED',
    'COMPLIANCE_VIOLATION',
    'TRANSACTION_BLOCKED_BY_PAYEE',
    'PERMISSION_DENIED',
    'DUPLICATE_INVOICE_ID',
  ])('are no decline: %s', async (issue) => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    await refuse(issue)
    const started = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    expect(started).toMatchObject(notSetUp)
    expect(started.headers.get('retry-after')).toBeNull()

    await shop.sandbox.decide(await startPayment(buyer, orderId), 'pay')
    await refuse(issue)
    const captured = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(captured).toMatchObject(notSetUp)
    expect(captured.headers.get('retry-after')).toBeNull()
    expect(await readFaults(shop)).toMatchObject([
      { provider: 'paypal', code: 'seller_refused', detail: expect.stringContaining(issue) },
    ])

    // Not before the buyer approves again: they were told that nothing was charged.
    shop.advanceClock(60 * 60_000)
    await reconcileOrders(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('pending')

    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
    expect(await readFaults(shop)).toEqual([])
  })

  it('are no decline of a payment for several either', async () => {
    const buyer = shop.visitor()
    const orderIds = [
      await openOrder(buyer),
      await openOrder(buyer, checkoutBody({ items: [cartItem()] })),
    ]
    await refuse('PAYEE_ACCOUNT_RESTRICTED')
    expect(await buyer.post('/api/paypal-orders', { orderIds })).toMatchObject(notSetUp)
    const reference = await startOnePayment(buyer, orderIds)
    await shop.sandbox.decide(reference, 'pay')
    await refuse('COMPLIANCE_VIOLATION')
    const captured = await buyer.post(`/api/paypal-orders/${reference}/capture`, {})
    expect(captured).toMatchObject(notSetUp)
  })

  it.each(['INSTRUMENT_DECLINED', 'PAYER_CANNOT_PAY', 'TRANSACTION_REFUSED'])(
    'are declined when the buyer is the reason: %s',
    async (issue) => {
      const buyer = shop.visitor()
      const orderId = await openOrder(buyer)
      const isCard = issue === 'INSTRUMENT_DECLINED'
      await shop.sandbox.decide(await startPayment(buyer, orderId), isCard ? 'decline' : 'pay')
      if (!isCard) await refuse(issue)
      const captured = await buyer.post(`/api/orders/${orderId}/capture`, {})
      expect(captured).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
      expect(await readFaults(shop)).toEqual([])
    },
  )

  it('reach the staff once', async () => {
    await refuse('PAYEE_ACCOUNT_RESTRICTED', 3)
    for (let buyer = 0; buyer < 3; buyer += 1) {
      const visitor = shop.visitor()
      await visitor.post(`/api/orders/${await openOrder(visitor)}/paypal-order`, {})
    }
    await expect.poll(() => titles(shop)).toContain(aboutPayPal)
    const first = await readEmbeds(shop)
    expect(first.filter(({ title }) => title === aboutPayPal)).toHaveLength(1)
    const values = first.flatMap(({ fields }) => fields.map(({ value }) => value)).join()
    expect(values.replaceAll('\\', '')).toContain('PAYEE_ACCOUNT_RESTRICTED')
  })
})

describeOnDatabase('settings that providers refuse', (_, createTestDatabase) => {
  it('are no outage of Stripe', async () => {
    const shop = await openShop(
      await createTestDatabase(),
      stripeKeys({ STRIPE_SECRET_KEY: 'sk_test_wrong' }),
    )
    const answer = await openPackCheckout(shop.visitor(), packBody())
    expect(answer).toMatchObject({ status: 503, body: { code: 'payments_not_set_up' } })
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(await readFaults(shop)).toMatchObject([{ provider: 'stripe', code: 'key_refused' }])
    await expect.poll(() => titles(shop)).toContain('🔌 Stripe refuse la clé de la boutique')
  })

  it('are no outage of PayPal', async () => {
    const shop = await openShop(await createTestDatabase(), {
      PAYPAL_CLIENT_ID: paypalCredentials.clientId,
      PAYPAL_CLIENT_SECRET: 'wrong',
      PAYPAL_WEBHOOK_ID: paypalCredentials.webhookId,
    })
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const answer = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    expect(answer).toMatchObject({ status: 503, body: { code: 'payments_not_set_up' } })
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(await readFaults(shop)).toMatchObject([{ provider: 'paypal', code: 'key_refused' }])
    expect(await buyer.post('/api/payment-options/check', {})).toMatchObject({
      body: { isSetUp: false },
    })
  })

  it('are no fault of somebody who signs in with Discord', async () => {
    const shop = await openShop(await createTestDatabase(), {
      DISCORD_CLIENT_ID: discordCredentials.clientId,
      DISCORD_CLIENT_SECRET: 'wrong',
      DISCORD_WEBHOOK_URL: 'http://127.0.0.1:9/api/webhooks/1/x',
    })
    const visitor = shop.visitor()
    const refused = await signIn(visitor, 'hunter')
    expect(refused.headers.get('location')).toBe('/login?error=not_set_up')
    expect(await readFaults(shop)).toMatchObject([{ provider: 'discord', code: 'client_refused' }])
    const cancelled = await visitor.get(
      await decideAtDiscord(await startSignIn(visitor), 'hunter', 'cancel'),
    )
    expect(cancelled.headers.get('location')).toMatch(/error=access_denied/)
  })
})

describeOnDatabase('a connection of the shop', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
  })
  beforeEach(async () => {
    await shop.sandbox.clearFaults()
    await forgetFaults(shop)
  })

  it('to Discord is in /admin and in the log while the webhook is gone', async () => {
    await shop.sandbox.fail({ provider: 'discord', kind: 'webhook-deleted' })
    const { id } = await insertMessage(shop.services.database)
    const send = () => sendMessage(shop.services, id, () => Promise.resolve())
    await send()
    expect(await readFaults(shop)).toMatchObject([{ provider: 'discord', code: 'webhook_gone' }])
    expect(shop.readErrors().join()).toContain('webhook_gone')
    await send()
    expect(await readFaults(shop)).toEqual([])
  })

  it('may fail and recover again and again, which is one message in six hours', async () => {
    const { db } = shop.services.database
    const noteConnection = createFaultRecorder(shop.services)
    const fail = (provider: ConnectionProvider, operation = 'capture') =>
      noteConnection(provider, operation, { outcome: 'refused', fault: 'seller_refused' })
    const readMessages = async () => {
      const messages = await db
        .selectFrom('messages')
        .innerJoin('connection_faults as fault', 'fault.id', 'messages.connection_fault_id')
        .select('provider')
        .execute()
      return messages.map(({ provider }) => provider).toSorted()
    }
    for (let time = 0; time < 12; time += 1) {
      await fail('stripe')
      await noteConnection('stripe', 'capture', { outcome: 'ok' })
      shop.advanceClock(1000)
    }
    await fail('stripe')
    await fail('paypal')
    expect(await readMessages()).toEqual(['paypal', 'stripe'])

    // It lasts.
    shop.advanceClock(6 * 60 * 60_000)
    await fail('stripe')
    shop.advanceClock(6 * 60 * 60_000)
    await fail('stripe')
    expect(await readMessages()).toEqual(['paypal', 'stripe', 'stripe'])
  })

  it('is bad for one call while another one of the same fault is good again', async () => {
    const noteConnection = createFaultRecorder(shop.services)
    for (const operation of ['capture', 'list-disputes']) {
      const refused = { outcome: 'refused', fault: 'permission_missing' } as const
      await noteConnection('paypal', operation, refused)
      await noteConnection('stripe', operation, { outcome: 'refused', fault: 'key_refused' })
    }
    expect(await listFaults(shop.services)).toHaveLength(2)
    await noteConnection('paypal', 'capture', { outcome: 'ok' })
    await noteConnection('stripe', 'fetch-session', { outcome: 'ok' })
    expect(await readFaults(shop)).toMatchObject([{ code: 'permission_missing' }])
    await noteConnection('paypal', 'list-disputes', { outcome: 'ok' })
    expect(await readFaults(shop)).toEqual([])
  })

  it('is noticed by another process that finds it mended', async () => {
    await shop.services.database.db
      .insertInto('connection_faults')
      .values({
        provider: 'paypal',
        code: 'key_refused',
        operations: ['create-order'],
        detail: 'create-order: 401',
        since: new Date(),
        last_at: new Date(),
      })
      .execute()
    const noteConnection = createFaultRecorder(shop.services)
    await noteConnection('paypal', 'fetch-order', { outcome: 'ok' })
    await expect.poll(() => listFaults(shop.services)).toEqual([])
    expect(await shop.visitor().post('/api/payment-options/check', {})).toMatchObject({
      body: { isSetUp: true },
    })
  })
})

describeOnDatabase('refused signatures', (_, createTestDatabase) => {
  it('are a wrong secret once a payment was never announced', async () => {
    const settings = stripeKeys({ STRIPE_WEBHOOK_SECRET: 'whsec_wrong' })
    const shop = await openShop(await createTestDatabase(), settings)
    await shop.stopJobs()
    const send = () =>
      fetch(`${shop.origin}/webhooks/stripe`, {
        method: 'POST',
        headers: { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
        body: '{}',
      })
    await send()
    expect(await readFaults(shop)).toEqual([])

    await loseStripeEvents(shop)
    const buyer = shop.visitor()
    const { sessionId } = await openPack(shop, {}, buyer)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await buyer.post('/functions/v1/process-krypto-stripe-payment', { sessionId })
    shop.advanceClock(2 * 60_000)
    await send()
    // Events of intents are not lost, and one of them may be what shows it.
    await expect
      .poll(() => listFaults(shop.services))
      .toMatchObject([{ provider: 'stripe', code: 'webhook_unverified' }])
  })

  it('are forgeries while genuine events arrive', async () => {
    const shop = await openShop(await createTestDatabase())
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const { db } = shop.services.database
    const countEvents = () => db.selectFrom('webhook_events').select('type').execute()
    await expect
      .poll(async () => (await countEvents()).map(({ type }) => type))
      .toContain('PAYMENT.CAPTURE.COMPLETED')
    const { sessionId, orderId: packId } = await openPack(shop, {}, buyer)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await expect.poll(async () => (await readPack(shop, packId)).status).toBe('paid')
    shop.advanceClock(2 * 60_000)
    for (const provider of ['paypal', 'stripe']) {
      await fetch(`${shop.origin}/webhooks/${provider}`, { method: 'POST', body: '{}' })
    }
    expect(await readFaults(shop)).toEqual([])
  })
})
