import { expect, test } from 'vitest'
import { type Fixture, startFixture } from './testing/product.ts'
import { connectPayPal, type PayPalClient } from './testing/paypal-client.ts'
import { loadContract } from './testing/schemas.ts'

const contract = loadContract('paypal-orders.json')
const capturing = '/v2/checkout/orders/*/capture'

interface Prepared {
  readonly fixture: Fixture
  readonly paypal: PayPalClient
  readonly capture: (signal?: AbortSignal) => Promise<Response>
  readonly orderStatus: () => Promise<unknown>
}

/** An approved order whose next capture has the fault. */
async function prepare(kind: string, more: object = {}): Promise<Prepared> {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const orderId = await paypal.createOrder()
  await fixture.control('paypal/approve', { orderId })
  const answer = await fixture.control('faults', { provider: 'paypal', kind, times: 1, ...more })
  expect(answer.status).toBe(200)
  return {
    fixture,
    paypal,
    capture: (signal) =>
      paypal.call('POST', `/v2/checkout/orders/${orderId}/capture`, {
        requestId: 'pc:1',
        ...(signal && { signal }),
      }),
    orderStatus: async () => {
      const order = await paypal.call('GET', `/v2/checkout/orders/${orderId}`)
      return (await order.json()).status
    },
  }
}

test.each([
  ['500', 500, 'INTERNAL_SERVER_ERROR'],
  ['429', 429, 'RATE_LIMIT_REACHED'],
])('%s comes before any effect, and once', async (kind, status, name) => {
  const { capture, orderStatus } = await prepare(kind, { path: capturing })
  const refusal = await capture()
  const body: unknown = await refusal.json()
  expect(refusal.status).toBe(status)
  expect(body).toMatchObject({ name, debug_id: expect.any(String) })
  expect(await orderStatus()).toBe('APPROVED')
  expect((await capture()).status).toBe(201)
})

test('a broken PayPal answers as documented', async () => {
  const { capture } = await prepare('500', { path: capturing })
  const body: unknown = await (await capture()).json()
  expect(contract.faultsOf('checkout.error_500', body)).toEqual([])
})

test('hang captures and never answers', async () => {
  const { capture, orderStatus } = await prepare('hang', { path: capturing })
  const leaving = new AbortController()
  const answer = capture(leaving.signal)
  await expect.poll(orderStatus).toBe('COMPLETED')
  // An answer, if there were one, would have come before that of this later request.
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  expect((await capture()).status).toBe(200)
})

test('reset captures and drops the connection', async () => {
  const { capture, orderStatus } = await prepare('reset', { path: capturing })
  await expect(capture()).rejects.toThrow('fetch failed')
  expect(await orderStatus()).toBe('COMPLETED')
})

test('truncated captures and cuts the answer in the middle', async () => {
  const { capture, orderStatus } = await prepare('truncated', { path: capturing })
  const answer = await capture()
  expect(answer.status).toBe(201)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(await orderStatus()).toBe('COMPLETED')
})

test('slow captures at once and answers late', async () => {
  // So late that the checks below come first, however busy the machine is.
  const tooLate = await prepare('slow', { path: capturing, delayMs: 60_000 })
  const leaving = new AbortController()
  const unanswered = tooLate.capture(leaving.signal)
  await expect.poll(tooLate.orderStatus).toBe('COMPLETED')
  leaving.abort()
  await expect(unanswered).rejects.toThrow('aborted')

  const { capture } = await prepare('slow', { path: capturing, delayMs: 400 })
  const askedAt = performance.now()
  expect((await capture()).status).toBe(201)
  expect(performance.now() - askedAt).toBeGreaterThan(390)
})

test('a lost webhook is never sent, and the log says so', async () => {
  const { fixture, capture } = await prepare('webhook-lost')
  await capture()
  await fixture.product.waitFor('CHECKOUT.ORDER.APPROVED')
  const log: unknown = await (await fetch(`${fixture.origin}/_sandbox/log`)).json()
  expect(log).toContainEqual(
    expect.objectContaining({ eventType: 'PAYMENT.CAPTURE.COMPLETED', lost: true }),
  )
  expect(fixture.product.received('PAYMENT.CAPTURE.COMPLETED')).toEqual([])
})

test('a webhook sent twice is the same event both times', async () => {
  const { fixture, capture } = await prepare('webhook-twice')
  await capture()
  await expect.poll(() => fixture.product.received('PAYMENT.CAPTURE.COMPLETED').length).toBe(2)
  const [first, second] = fixture.product.received('PAYMENT.CAPTURE.COMPLETED')
  expect(second?.event.id).toBe(first?.event.id)
})

test('webhook-first is received before the capture is answered', async () => {
  const { fixture, capture } = await prepare('webhook-first')
  await capture()
  expect(fixture.product.received('PAYMENT.CAPTURE.COMPLETED')).toHaveLength(1)
})

test('a fault without a path does not affect pages, script and pictures', async () => {
  const { fixture, capture } = await prepare('500', { times: 2 })
  const script = await fetch(`${fixture.origin}/sdk/js?client-id=sandbox-paypal-client`)
  expect(script.status).toBe(200)
  expect((await capture()).status).toBe(500)
  expect((await capture()).status).toBe(500)
  expect((await capture()).status).toBe(201)
})

test('faults can be cancelled', async () => {
  const { fixture, capture } = await prepare('500', { times: 9 })
  expect(await (await fetch(`${fixture.origin}/_sandbox/faults`)).json()).toMatchObject([
    { kind: '500', times: 9 },
  ])
  await fixture.control('faults/clear', {})
  expect((await capture()).status).toBe(201)
})

test('a fault of one provider does not affect another', async () => {
  const { fixture, capture } = await prepare('500', { provider: 'discord' })
  expect((await capture()).status).toBe(201)
  const refusal = await fetch(`${fixture.origin}/api/v10/users/@me`)
  expect(refusal.status).toBe(500)
  expect(await refusal.json()).toEqual({ message: '500: Internal Server Error', code: 0 })
})

test.each([
  { provider: 'paypal', kind: 'fire' },
  { provider: 'acme', kind: '500' },
  { provider: 'paypal', kind: '500', times: 0 },
  { provider: 'paypal', kind: '500', colour: 'red' },
])('the request %j is refused with its fields', async (wish) => {
  const { fixture } = await prepare('500')
  const answer = await fixture.control('faults', wish)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: [{ message: expect.any(String) }] })
})
