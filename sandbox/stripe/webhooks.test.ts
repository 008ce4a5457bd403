import { expect, test } from 'vitest'
import { z } from 'zod'
import { stripeCredentials } from '#sandbox/credentials.ts'
import { startStripeFixture, type StripeFixture } from '#sandbox/testing/stripe-client.ts'

const completed = 'checkout.session.completed'
const webhookLog = z.array(
  z.looseObject({ kind: z.string(), attempt: z.number().optional(), lost: z.boolean().optional() }),
)

async function readLog({ origin }: StripeFixture) {
  const answer = await fetch(`${origin}/_sandbox/log?provider=stripe`)
  return webhookLog.parse(await answer.json()).filter(({ kind }) => kind === 'webhook')
}

test('Stripe’s own library accepts the signature, and no other body or secret', async () => {
  const { stripe, buy, product } = await startStripeFixture()
  const { sessionId } = await buy()
  const { headers, body } = await product.waitFor(completed)
  const signature = String(headers['stripe-signature'])
  const { webhookSecret } = stripeCredentials
  const event = stripe.webhooks.constructEvent(body, signature, webhookSecret)
  expect(event).toMatchObject({
    type: completed,
    livemode: false,
    data: { object: { id: sessionId } },
  })
  const reserialised = JSON.stringify(JSON.parse(body))
  expect(() => stripe.webhooks.constructEvent(reserialised, signature, webhookSecret)).toThrow()
  expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow()
})

test('a rejected event is repeated unchanged', async () => {
  const fixture = await startStripeFixture()
  fixture.product.answerWith(500, 503, 200)
  const { id } = await fixture.open()
  await fixture.decide(id, 'expire')
  await expect.poll(() => fixture.product.webhooks.length).toBe(3)
  expect(new Set(fixture.product.webhooks.map(({ body }) => body)).size).toBe(1)
  await expect
    .poll(async () => (await readLog(fixture)).map(({ attempt, status }) => [attempt, status]))
    .toEqual([
      [1, 500],
      [2, 503],
      [3, 200],
    ])
})

test('a lost one never arrives, until it is resent by hand', async () => {
  const fixture = await startStripeFixture()
  const { buy, control, product, stripe } = fixture
  await control('faults', { provider: 'stripe', kind: 'webhook-lost' })
  await buy()
  await product.waitFor('payment_intent.succeeded')
  const lost = (await readLog(fixture)).find((entry) => entry.lost)
  expect(lost).toMatchObject({ eventType: completed, status: null })
  expect(product.received(completed)).toEqual([])
  const again = await control('stripe/resend', { eventId: lost?.['eventId'] })
  expect(await again.json()).toMatchObject({ status: 200 })
  const [webhook] = product.received(completed)
  expect(webhook?.body).toBe(lost?.['rawBody'])
  const signature = String(webhook?.headers['stripe-signature'])
  stripe.webhooks.constructEvent(String(webhook?.body), signature, stripeCredentials.webhookSecret)
})

test('sent twice, it is the same event twice', async () => {
  const { buy, control, product } = await startStripeFixture()
  await control('faults', { provider: 'stripe', kind: 'webhook-twice' })
  await buy()
  await expect.poll(() => product.received(completed).length).toBe(2)
  const [first, second] = product.received(completed)
  expect(first?.body).toBe(second?.body)
})

test('sent first, it arrives before the buyer returns', async () => {
  const { open, control, product } = await startStripeFixture()
  await control('faults', { provider: 'stripe', kind: 'webhook-first' })
  const { url } = await open()
  const body = new URLSearchParams({ outcome: 'pay' })
  await fetch(String(url), { method: 'POST', body, redirect: 'manual' })
  expect(product.received(completed)).toHaveLength(1)
})

test('sent late, it arrives after later events', async () => {
  const { open, decide, control, product } = await startStripeFixture()
  const late = { provider: 'stripe', kind: 'webhook-late', eventType: completed }
  // Later than any busy machine takes for a refund.
  await control('faults', { ...late, delayMs: 600_000 })
  const { id } = await open()
  await decide(id, 'pay')
  await control('refund', { provider: 'stripe', reference: id })
  await product.waitFor('charge.refunded')
  expect(product.received(completed)).toEqual([])

  await control('faults', { ...late, delayMs: 400 })
  const paidAt = performance.now()
  await decide((await open()).id, 'pay')
  await product.waitFor(completed)
  expect(performance.now() - paidAt).toBeGreaterThan(390)
})

test('a bank’s later payment or refusal sends an event', async () => {
  const { open, decide, control, product, stripe } = await startStripeFixture()
  for (const [outcome, type, paymentStatus] of [
    ['succeed', 'checkout.session.async_payment_succeeded', 'paid'],
    ['fail', 'checkout.session.async_payment_failed', 'unpaid'],
  ] as const) {
    const { id } = await open()
    await decide(id, 'pay-later')
    expect((await product.waitFor(completed)).event.data).toMatchObject({
      object: { payment_status: 'unpaid' },
    })
    await control('stripe/async', { sessionId: id, outcome })
    expect((await product.waitFor(type)).event.data).toMatchObject({ object: { id } })
    const session = await stripe.checkout.sessions.retrieve(id)
    expect(session.payment_status).toBe(paymentStatus)
    expect((await control('stripe/async', { sessionId: id, outcome })).status).toBe(422)
  }
})

test('an event caused by a program names its key, one caused by a buyer does not', async () => {
  const { buy, stripe, product } = await startStripeFixture()
  const { paymentIntent } = await buy()
  const params = { payment_intent: paymentIntent }
  await stripe.refunds.create(params, { idempotencyKey: 'refund-1' })
  const requestOf = (body: string): unknown => JSON.parse(body).request
  const refunded = await product.waitFor('charge.refunded')
  expect(requestOf(refunded.body)).toMatchObject({ idempotency_key: 'refund-1' })
  const paid = await product.waitFor(completed)
  expect(requestOf(paid.body)).toMatchObject({ idempotency_key: null })
})

test('the webhook endpoints are listed, and can be wrong', async () => {
  const { stripe, product, control } = await startStripeFixture()
  const read = async () => (await stripe.webhookEndpoints.list()).data[0]
  expect(await read()).toMatchObject({
    object: 'webhook_endpoint',
    url: `${product.origin}/webhooks/stripe`,
    status: 'enabled',
    livemode: false,
  })
  const fail = (kind: string) => control('faults', { provider: 'stripe', kind })
  await fail('webhook-elsewhere')
  expect(await read()).toMatchObject({ url: 'https://old.example/webhooks/stripe' })
  await fail('webhook-disabled')
  expect(await read()).toMatchObject({ status: 'disabled' })
  await fail('webhook-missing')
  expect(await read()).toBeUndefined()
  await fail('webhooks-forbidden')
  await expect(stripe.webhookEndpoints.list()).rejects.toMatchObject({ statusCode: 403 })
})
