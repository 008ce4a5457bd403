import { expect, test } from 'vitest'
import { startStripeFixture } from '#sandbox/testing/stripe-client.ts'

test('invalid calls are refused with what is wrong', async () => {
  const { control, open } = await startStripeFixture()
  const { id: sessionId } = await open()
  const nonsense: [string, object][] = [
    ['stripe/decide', { sessionId: 'cs_none', outcome: 'pay' }],
    ['stripe/decide', { sessionId, outcome: 'steal' }],
    ['stripe/decide', { sessionId }],
    ['stripe/decide', { sessionId, outcome: 'pay', extra: 1 }],
    ['stripe/async', { sessionId, outcome: 'succeed' }],
    ['stripe/async', { sessionId: 'cs_none', outcome: 'fail' }],
    ['stripe/resend', { eventId: 'evt_none' }],
    ['refund', { provider: 'stripe', reference: sessionId }],
    ['refund', { provider: 'stripe', reference: sessionId, amountCents: -5 }],
    ['dispute', { provider: 'stripe', reference: sessionId, outcome: 'perhaps' }],
    ['faults', { provider: 'stripe', kind: 'explode' }],
  ]
  for (const [call, body] of nonsense) {
    const answer = await control(call, body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toHaveProperty('errors')
  }
})

test('a session is decided once', async () => {
  const { control, open } = await startStripeFixture()
  const { id: sessionId } = await open()
  for (const outcome of ['cancel', 'decline', 'pay']) {
    expect((await control('stripe/decide', { sessionId, outcome })).status).toBe(200)
  }
  for (const outcome of ['pay', 'expire', 'cancel']) {
    expect((await control('stripe/decide', { sessionId, outcome })).status).toBe(422)
  }
})

test('the front page shows sessions, their actions, and the webhooks', async () => {
  const { open, decide, control, origin, product } = await startStripeFixture()
  const read = async (): Promise<string> => (await fetch(origin)).text()
  const { id } = await open()
  expect(await read()).toContain(`/c/pay/${id}`)
  await decide(id, 'pay-later')
  expect(await read()).toMatch(/The bank pays[^]*The bank refuses/)
  await control('stripe/async', { sessionId: id, outcome: 'succeed' })
  expect(await read()).toMatch(/>Refund<[^]*Refund 1\.00[^]*Open dispute/)
  await control('dispute', { provider: 'stripe', reference: id, amountCents: 100 })
  expect(await read()).toMatch(/Won by the shop[^]*Lost by the shop/)
  await product.waitFor('charge.dispute.created')
  await expect.poll(read).toMatch(/charge\.dispute\.created[^]*Send again/)
})

test('reset clears sessions, keys and events', async () => {
  const { stripe, open, decide, control, origin } = await startStripeFixture()
  const { id } = await open({}, { idempotencyKey: 'order-1' })
  await decide(id, 'pay')
  await control('reset', {})
  await expect(stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({ statusCode: 404 })
  const events = await fetch(`${origin}/_sandbox/stripe/events`)
  expect(await events.json()).toEqual([])
  const again = await open({}, { idempotencyKey: 'order-1' })
  expect(again.id).not.toBe(id)
})

test('calls to Stripe are logged as Stripe’s, calls to PayPal are not', async () => {
  const { stripe, origin } = await startStripeFixture()
  await stripe.checkout.sessions.list()
  await fetch(`${origin}/v1/oauth2/token`, { method: 'POST' })
  const pathsOf = async (provider: string): Promise<unknown> =>
    (await fetch(`${origin}/_sandbox/log?provider=${provider}`)).json()
  expect(await pathsOf('stripe')).toMatchObject([{ path: '/v1/checkout/sessions', status: 200 }])
  expect(await pathsOf('paypal')).toMatchObject([{ path: '/v1/oauth2/token', status: 401 }])
})
