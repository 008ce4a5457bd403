import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { loadContract } from '#sandbox/testing/schemas.ts'
import { startStripeFixture, type RawAnswer } from '#sandbox/testing/stripe-client.ts'

const contract = loadContract('stripe-checkout.json')
const published = [
  '/v1/checkout/sessions',
  '/v1/checkout/sessions/{id}',
  '/v1/checkout/sessions/{id}/line_items',
  '/v1/checkout/sessions/{id}/expire',
  '/v1/payment_intents/{id}',
  '/v1/charges/{id}',
  '/v1/refunds',
  '/v1/events/{id}',
]
const listed = z.object({ data: z.array(z.unknown()).min(1) })
const expandAll = ['line_items', 'payment_intent.latest_charge.refunds']

/** Checks every answer to Stripe's library against the schema when the test ends. */
async function prepare(key?: string) {
  const fixture = await startStripeFixture(key)
  onTestFinished(() => {
    expect(fixture.answers.length).toBeGreaterThan(0)
    for (const answer of fixture.answers) expect(faultsOf(answer)).toEqual([])
  })
  return fixture
}

function faultsOf({ method, path, status, body }: RawAnswer): string[] {
  if (status >= 400) return contract.faultsOf('error', body)
  const kind = /^\/v1\/(refund|dispute)s(\/\w+)?$/.exec(path)
  if (method === 'GET' && kind) {
    const objects = kind[2] ? [body] : listed.parse(body).data
    return objects.flatMap((object) => contract.faultsOf(String(kind[1]), object))
  }
  const template = published.find((known) =>
    new RegExp(`^${known.replace('{id}', '\\w+')}$`).test(path),
  )
  if (template === undefined) throw new Error(`${path} is not published`)
  const verb = method === 'POST' ? 'post' : 'get'
  return contract.faults({ path: template, method: verb, status: '200' }, body)
}

test('a session fits the schema in each state, expanded or not', async () => {
  const { stripe, open, decide, control } = await prepare()
  const session = await open({ client_reference_id: 'order-1', metadata: { orderId: 'order-1' } })
  const look = () => stripe.checkout.sessions.retrieve(session.id, { expand: expandAll })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', payment_intent: null })
  await decide(session.id, 'decline')
  expect(await look()).toMatchObject({
    status: 'open',
    payment_intent: { status: 'requires_payment_method' },
  })
  await decide(session.id, 'pay-later')
  expect(await look()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    url: null,
    payment_intent: { status: 'processing', latest_charge: { status: 'pending' } },
  })
  await control('stripe/async', { sessionId: session.id, outcome: 'succeed' })
  expect(await look()).toMatchObject({
    payment_status: 'paid',
    amount_total: 499,
    currency: 'usd',
    client_reference_id: 'order-1',
    metadata: { orderId: 'order-1' },
    line_items: {
      data: [{ quantity: 1, description: '500 Kr', price: { active: false, unit_amount: 499 } }],
    },
    payment_intent: {
      status: 'succeeded',
      amount_received: 499,
      latest_charge: { status: 'succeeded', paid: true, refunds: { data: [] } },
    },
  })
})

test('all objects of a payment can be read', async () => {
  const { stripe, buy, control } = await prepare()
  const { sessionId, paymentIntent } = await buy()
  const refund = await stripe.refunds.create({ payment_intent: paymentIntent, amount: 99 })
  await control('dispute', { provider: 'stripe', reference: sessionId, amountCents: 100 })
  const { latest_charge: chargeId } = await stripe.paymentIntents.retrieve(paymentIntent)
  if (typeof chargeId !== 'string') throw new Error('paid without a charge')
  expect(
    await stripe.charges.retrieve(chargeId, { expand: ['refunds', 'payment_intent'] }),
  ).toMatchObject({
    amount: 499,
    amount_refunded: 99,
    refunded: false,
    disputed: true,
    refunds: { data: [{ id: refund.id }] },
    payment_intent: { id: paymentIntent },
  })
  const disputes = await stripe.disputes.list({ payment_intent: paymentIntent })
  expect(disputes.data).toMatchObject([{ amount: 100, status: 'needs_response' }])
  expect(await stripe.disputes.retrieve(String(disputes.data[0]?.id))).toEqual(disputes.data[0])
  expect((await stripe.refunds.list({ charge: chargeId })).data).toMatchObject([{ amount: 99 }])
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
  expect(
    (await stripe.checkout.sessions.list({ payment_intent: paymentIntent })).data,
  ).toMatchObject([{ id: sessionId }])
  expect((await stripe.checkout.sessions.listLineItems(sessionId)).data).toMatchObject([
    { amount_total: 499, quantity: 1 },
  ])
})

test('the finished sessions of a period are listed, page by page', async () => {
  const { stripe, open, buy } = await prepare()
  const { created, id: abandoned } = await open()
  const paid = [await buy(), await buy()].map(({ sessionId }) => sessionId)
  const list = (gte: number) =>
    stripe.checkout.sessions.list({ status: 'complete', created: { gte }, limit: 1 })
  const first = await list(created)
  expect(first).toMatchObject({ has_more: true, data: [{ id: paid[1], status: 'complete' }] })
  const all: string[] = []
  for await (const { id } of list(created)) all.push(id)
  expect([all, all.includes(abandoned)]).toEqual([paid.toReversed(), false])
  expect((await list(created + 3600)).data).toEqual([])
})

test('every event fits the schema, and can be read', async () => {
  const { stripe, open, decide, control, product, answers } = await prepare()
  const paid = await open()
  await decide(paid.id, 'pay')
  const payment = { provider: 'stripe', reference: paid.id }
  await control('refund', { ...payment, amountCents: 99 })
  for (const outcome of ['won', 'lost']) {
    await control('dispute', { ...payment, amountCents: 100 })
    await control('dispute', { ...payment, outcome })
  }
  for (const outcome of ['succeed', 'fail']) {
    const later = await open()
    await decide(later.id, 'pay-later')
    await control('stripe/async', { sessionId: later.id, outcome })
  }
  await decide((await open()).id, 'expire')
  const types = [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'refund.created',
    'refund.updated',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]
  for (const type of types) {
    const { event } = await product.waitFor(type)
    expect(contract.faultsOf(`event_${type.replaceAll('.', '_')}`, event)).toEqual([])
    await stripe.events.retrieve(event.id)
    expect(answers.at(-1)?.body).toEqual(event)
  }
})

test('errors have Stripe’s shape, and its library recognises them', async () => {
  const { stripe } = await prepare()
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    param: 'session',
    message: "No such checkout.session: 'cs_test_none'",
    requestId: expect.stringMatching(/^req_\w+$/),
  })
  for (const find of [
    () => stripe.paymentIntents.retrieve('pi_none'),
    () => stripe.charges.retrieve('ch_none'),
    () => stripe.refunds.retrieve('re_none'),
    () => stripe.disputes.retrieve('du_none'),
    () => stripe.events.retrieve('evt_none'),
    () => stripe.checkout.sessions.listLineItems('cs_none'),
    () => stripe.checkout.sessions.expire('cs_none'),
    () => stripe.checkout.sessions.list({ starting_after: 'cs_none' }),
  ]) {
    await expect(find()).rejects.toMatchObject({ code: 'resource_missing' })
  }
})

test('a wrong key and none at all are refused', async () => {
  const { stripe, answers, origin } = await prepare('sk_test_of_somebody_else')
  await expect(stripe.checkout.sessions.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    message: 'Invalid API Key provided: sk_test_****else',
  })
  expect(answers[0]?.status).toBe(401)
  const anonymous = await fetch(`${origin}/v1/checkout/sessions`)
  expect(anonymous.status).toBe(401)
  expect(contract.faultsOf('error', await anonymous.json())).toEqual([])
})
