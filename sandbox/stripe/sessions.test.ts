import { expect, test } from 'vitest'
import { stripeCredentials } from '#sandbox/credentials.ts'
import { createFaults } from '#sandbox/faults.ts'
import { createLog } from '#sandbox/log.ts'
import { price_data, startStripeFixture } from '#sandbox/testing/stripe-client.ts'
import { createFakeStripe } from './fake-stripe.ts'
import { createSession, expireDue } from './sessions.ts'

const headers = {
  authorization: `Bearer ${stripeCredentials.secretKey}`,
  'content-type': 'application/x-www-form-urlencoded',
}
const smallest = {
  mode: 'payment',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '499',
  'line_items[0][price_data][product_data][name]': '500 Kr',
  'line_items[0][quantity]': '1',
  success_url: 'https://shop.example/done',
} as const

test.each(['line_items[0]', 'line_items[]'])(
  'a form that names its list %s is understood',
  async (item) => {
    const { origin } = await startStripeFixture()
    const price = `${item}[price_data]`
    const form = `mode=payment&${price}[currency]=usd&${price}[unit_amount]=499&${price}[product_data][name]=500 Kr&${item}[quantity]=2&success_url=https://shop.example/done&metadata[a]=1&expand[]=line_items`
    const encoded = form.replaceAll('[', '%5B').replaceAll(']', '%5D')
    for (const body of [form, encoded]) {
      const answer = await fetch(`${origin}/v1/checkout/sessions`, {
        method: 'POST',
        headers,
        body,
      })
      expect(await answer.json()).toMatchObject({
        amount_total: 998,
        metadata: { a: '1' },
        line_items: { data: [{ quantity: 2 }] },
      })
    }
  },
)

test.each([
  [{ line_items: undefined }, 'parameter_missing', 'line_items'],
  [{ line_items: [] }, 'parameter_missing', 'line_items'],
  [
    { line_items: [{ price: 'price_1', quantity: 1, price_data }] },
    'parameter_unknown',
    'line_items[0][price]',
  ],
  [{ line_items: [{ price_data }] }, 'parameter_missing', 'line_items[0][quantity]'],
  [{ line_items: [{ quantity: 1 }] }, 'parameter_missing', 'line_items[0][price_data]'],
  [
    { line_items: [{ price_data, quantity: 1.5 }] },
    'parameter_invalid_integer',
    'line_items[0][quantity]',
  ],
  [{ line_items: [{ price_data, quantity: 0 }] }, undefined, 'line_items[0][quantity]'],
  [{ success_url: undefined }, 'parameter_missing', 'success_url'],
  [{ success_url: '' }, 'parameter_invalid_empty', 'success_url'],
  [{ success_url: 'javascript:alert(1)' }, 'url_invalid', 'success_url'],
  [{ client_reference_id: 'x'.repeat(201) }, undefined, 'client_reference_id'],
  [{ metadata: { name: 'x'.repeat(501) } }, undefined, 'metadata[name]'],
  [{ expires_at: 1 }, undefined, 'expires_at'],
  [{ mode: 'subscription' as const }, undefined, 'mode'],
  [{ colour: 'green' }, 'parameter_unknown', 'colour'],
])('a session of %j is refused', async (params, code, param) => {
  const { open } = await startStripeFixture()
  await expect(open(params)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code,
    param,
  })
})

test('an amount below Stripe’s minimum and two currencies are refused', async () => {
  const { open } = await startStripeFixture()
  const inline = (amount: number, currency: string) => ({
    price_data: { ...price_data, currency, unit_amount: amount },
    quantity: 1,
  })
  await expect(open({ line_items: [inline(49, 'usd')] })).rejects.toMatchObject({
    code: 'amount_too_small',
  })
  await expect(open({ line_items: [inline(99, 'usd'), inline(99, 'eur')] })).rejects.toThrow(
    'same currency',
  )
  expect(await open({ line_items: [inline(99, 'eur')] })).toMatchObject({
    amount_total: 99,
    currency: 'eur',
  })
})

test('only expandable fields are expanded, and not too deep', async () => {
  const { stripe, open } = await startStripeFixture()
  const { id } = await open()
  const expanding = (path: string) => stripe.checkout.sessions.retrieve(id, { expand: [path] })
  for (const path of [
    'metadata.colour',
    'colour',
    'payment_intent.latest_charge.refunds.data.charge',
  ]) {
    await expect(expanding(path)).rejects.toThrow(`cannot be expanded (${path})`)
  }
  expect(await expanding('payment_intent')).toMatchObject({ payment_intent: null })
  const list = await stripe.checkout.sessions.list({ expand: ['data.line_items'] })
  expect(list.data[0]?.line_items?.data).toHaveLength(1)
})

test('an unpaid session expires, by a call or in time', async () => {
  const { stripe, open, product } = await startStripeFixture()
  const { id } = await open()
  const expired = await stripe.checkout.sessions.expire(id)
  expect(expired).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null })
  expect((await product.waitFor('checkout.session.expired')).event.data).toMatchObject({
    object: { id },
  })
  await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow('status of expired')
})

test('the same key and parameters get the first answer, whatever it was', async () => {
  const { stripe, open, answers } = await startStripeFixture()
  const first = await open({}, { idempotencyKey: 'order-1' })
  const second = await open({}, { idempotencyKey: 'order-1' })
  expect(second.id).toBe(first.id)
  expect(answers.map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
  await expect(
    open({ client_reference_id: 'another' }, { idempotencyKey: 'order-1' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError', rawType: 'idempotency_error' })
  expect((await open({}, { idempotencyKey: 'order-2' })).id).not.toBe(first.id)
})

test('a key whose call was refused for its parameters can be used again', async () => {
  const { open } = await startStripeFixture()
  await expect(open({ success_url: '' }, { idempotencyKey: 'order-1' })).rejects.toThrow('empty')
  expect(await open({}, { idempotencyKey: 'order-1' })).toMatchObject({ status: 'open' })
})

test('a 500 is kept by its key, a 429 is not', async () => {
  const { open, control } = await startStripeFixture()
  await control('faults', { provider: 'stripe', kind: '500' })
  const options = { idempotencyKey: 'order-1' }
  await expect(open({}, options)).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  await expect(open({}, options)).rejects.toMatchObject({ statusCode: 500 })
  await control('faults', { provider: 'stripe', kind: '429' })
  await expect(open({}, { idempotencyKey: 'order-2' })).rejects.toMatchObject({
    type: 'StripeRateLimitError',
  })
  expect(await open({}, { idempotencyKey: 'order-2' })).toMatchObject({ status: 'open' })
})

test('a lost answer is repeated for the next call with its key', async () => {
  const { stripe, open, control } = await startStripeFixture()
  await control('faults', { provider: 'stripe', kind: 'reset', path: '/v1/checkout/sessions' })
  const options = { idempotencyKey: 'order-1' }
  // Stripe's library retries once after a cut connection.
  const session = await open({}, options).catch(() => open({}, options))
  expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([session.id])
})

test('fifty calls at once with one key make one session', async () => {
  const { stripe, origin } = await startStripeFixture()
  const calls = Array.from({ length: 50 }, () =>
    fetch(`${origin}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'order-1' },
      body: new URLSearchParams(smallest),
    }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
})

test('the key also works with Basic authorization', async () => {
  const { origin } = await startStripeFixture()
  const basic = Buffer.from(`${stripeCredentials.secretKey}:`).toString('base64')
  const answer = await fetch(`${origin}/v1/checkout/sessions`, {
    headers: { authorization: `Basic ${basic}` },
  })
  expect(answer.status).toBe(200)
})

const form =
  'mode=payment&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=499&line_items[0][price_data][product_data][name]=500 Kr&line_items[0][quantity]=1&success_url=https://shop.example'
const secondsOfADay = 24 * 60 * 60

test('a session lives a day, or as long as requested', async () => {
  const origin = 'http://127.0.0.1:9'
  const context = { origin, productOrigin: origin, log: createLog(), faults: createFaults() }
  const fake = createFakeStripe(context)
  const now = Math.floor(Date.now() / 1000)
  for (const body of [form, `${form}&expires_at=${now + 3600}`]) {
    expect(createSession(fake, body)).toMatchObject({ ok: true })
  }
  const states = () => [...fake.state.sessions.values()].map(({ status }) => status)
  await expireDue(fake, now + 3599)
  expect(states()).toEqual(['open', 'open'])
  await expireDue(fake, now + 3601)
  expect(states()).toEqual(['open', 'expired'])
  await expireDue(fake, now + secondsOfADay + 5)
  expect(states()).toEqual(['expired', 'expired'])
  fake.webhooks.reset()
})
