import { expect, test } from 'vitest'
import { paypalCredentials } from '#sandbox/credentials.ts'
import { z } from 'zod'
import { startFixture } from '#sandbox/testing/product.ts'
import { connectPayPal } from '#sandbox/testing/paypal-client.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('paypal-orders.json')

async function prepare() {
  const fixture = await startFixture()
  return { fixture, paypal: await connectPayPal(fixture) }
}

test('a purchase sends the approval, then the payment', async () => {
  const { fixture, paypal } = await prepare()
  const captureId = await paypal.buy({ invoice_id: 'INV-1' })
  const approved = await fixture.product.waitFor('CHECKOUT.ORDER.APPROVED')
  const paid = await fixture.product.waitFor('PAYMENT.CAPTURE.COMPLETED')
  for (const { event } of [approved, paid]) {
    expect(contract.faultsOf('notifications.event', event)).toEqual([])
    expect(event).toMatchObject({
      id: expect.stringMatching(/^WH-/),
      event_version: '1.0',
      resource_version: '2.0',
      create_time: expect.any(String),
      summary: expect.any(String),
    })
  }
  expect(contract.faultsOf('checkout.order', approved.event.resource)).toEqual([])
  expect(approved.event.resource).toMatchObject({ status: 'APPROVED', payer: {} })
  expect(contract.faultsOf('payments.capture-2', paid.event.resource)).toEqual([])
  expect(paid.event.resource).toMatchObject({
    id: captureId,
    status: 'COMPLETED',
    custom_id: 'order-1',
    invoice_id: 'INV-1',
    supplementary_data: { related_ids: { order_id: expect.any(String) } },
  })
})

test('the log keeps what was sent, so that it can be sent again', async () => {
  const { fixture, paypal } = await prepare()
  await paypal.buy()
  const { headers, body } = await fixture.product.waitFor('PAYMENT.CAPTURE.COMPLETED')
  const log = async (): Promise<unknown> =>
    (await fetch(`${fixture.origin}/_sandbox/log?provider=paypal`)).json()
  await expect.poll(log).toContainEqual(
    expect.objectContaining({
      kind: 'webhook',
      eventType: 'PAYMENT.CAPTURE.COMPLETED',
      status: 200,
      rawBody: body,
      headers: expect.objectContaining({
        'paypal-transmission-sig': headers['paypal-transmission-sig'],
      }),
    }),
  )
})

test('all refunds send an event', async () => {
  const { fixture, paypal } = await prepare()
  const captureId = await paypal.buy()
  const answer = await fixture.control('refund', {
    provider: 'paypal',
    reference: captureId,
    amountCents: 250,
  })
  expect(await answer.json()).toMatchObject({ captureStatus: 'PARTIALLY_REFUNDED' })
  const { event } = await fixture.product.waitFor('PAYMENT.CAPTURE.REFUNDED')
  expect(contract.faultsOf('payments.refund', event.resource)).toEqual([])
  expect(event.resource).toMatchObject({
    status: 'COMPLETED',
    amount: { currency_code: 'EUR', value: '2.50' },
    custom_id: 'order-1',
    links: [
      { rel: 'self' },
      { rel: 'up', href: `${fixture.origin}/v2/payments/captures/${captureId}` },
    ],
  })
})

test('a rejected event is repeated, the same event in a new transmission', async () => {
  const { fixture, paypal } = await prepare()
  fixture.product.answerWith(500, 503, 200)
  await fixture.control('paypal/approve', { orderId: await paypal.createOrder() })
  await expect.poll(() => fixture.product.received('CHECKOUT.ORDER.APPROVED').length).toBe(3)
  const deliveries = fixture.product.received('CHECKOUT.ORDER.APPROVED')
  expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
  expect(new Set(deliveries.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(3)
  const readAttempts = async (): Promise<unknown> => {
    const log = z
      .array(z.object({ kind: z.string(), attempt: z.number().optional(), status: z.number() }))
      .parse(await (await fetch(`${fixture.origin}/_sandbox/log?provider=paypal`)).json())
    const attempts = log.filter(({ kind }) => kind === 'webhook')
    return attempts.map(({ attempt, status }) => [attempt, status])
  }
  // An attempt is logged once its answer has arrived.
  await expect.poll(readAttempts).toEqual([
    [1, 500],
    [2, 503],
    [3, 200],
  ])
})

test('the shop’s webhook can be read, and be wrong', async () => {
  const { fixture, paypal } = await prepare()
  const path = `/v1/notifications/webhooks/${paypalCredentials.webhookId}`
  const read = async () => (await paypal.call('GET', path)).json()
  const webhook: unknown = await read()
  expect(contract.faultsOf('notifications.webhook', webhook)).toEqual([])
  expect(webhook).toMatchObject({ url: `${fixture.product.origin}/webhooks/paypal` })
  await fixture.control('faults', { provider: 'paypal', kind: 'webhook-elsewhere' })
  expect(await read()).toMatchObject({ url: 'https://old.example/webhooks/paypal' })
  await fixture.control('faults', { provider: 'paypal', kind: 'webhook-partial' })
  expect(await read()).toMatchObject({ event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }] })
  await fixture.control('faults', { provider: 'paypal', kind: 'webhook-missing' })
  expect((await paypal.call('GET', path)).status).toBe(404)
  expect((await fetch(`${fixture.origin}${path}`)).status).toBe(401)
})
