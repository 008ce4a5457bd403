import { expect, test } from 'vitest'
import { startFixture } from '#sandbox/testing/product.ts'
import { connectPayPal, priorityQueueUnit } from '#sandbox/testing/paypal-client.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('paypal-orders.json')
const orders = '/v2/checkout/orders'
const body = { intent: 'CAPTURE', purchase_units: [priorityQueueUnit] }

test('a repeated order is answered 200 with the first answer', async () => {
  const paypal = await connectPayPal(await startFixture())
  const first = await paypal.call('POST', orders, { body, requestId: 'po:1' })
  const second = await paypal.call('POST', orders, { body, requestId: 'po:1' })
  expect([first.status, second.status]).toEqual([201, 200])
  const repeated: unknown = await second.json()
  expect(repeated).toEqual(await first.json())
  expect(contract.faults({ path: orders, method: 'post', status: '200' }, repeated)).toEqual([])
})

test('without a request id, or with another one, each call is new', async () => {
  const paypal = await connectPayPal(await startFixture())
  const ids = await Promise.all(
    [{}, {}, { requestId: 'a' }, { requestId: 'b' }].map(async (options) => {
      const answer = await paypal.call('POST', orders, { body, ...options })
      return (await answer.json()).id
    }),
  )
  expect(new Set(ids).size).toBe(4)
})

test('one request id with another body is refused', async () => {
  const paypal = await connectPayPal(await startFixture())
  await paypal.call('POST', orders, { body, requestId: 'po:1' })
  const dearer = { ...priorityQueueUnit, amount: { currency_code: 'EUR', value: '25.00' } }
  const response = await paypal.call('POST', orders, {
    body: { intent: 'CAPTURE', purchase_units: [dearer] },
    requestId: 'po:1',
  })
  const answer: unknown = await response.json()
  expect(response.status).toBe(422)
  // PayPal documents no issue for this under orders; only the shape can be checked.
  expect(contract.faultsOf('checkout.error_422', answer)).toEqual([])
  expect(answer).toMatchObject({ details: [{ issue: 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED' }] })
})

test('fifty simultaneous captures with one request id capture once', async () => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const orderId = await paypal.createOrder()
  await fixture.control('paypal/approve', { orderId })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      paypal.call('POST', `${orders}/${orderId}/capture`, { requestId: `pc:${orderId}` }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 200)).toHaveLength(49)
  const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())))
  expect(bodies.size).toBe(1)
})

test('a repeated refund is made once', async () => {
  const paypal = await connectPayPal(await startFixture())
  const address = `/v2/payments/captures/${await paypal.buy()}/refund`
  const refund = { amount: { currency_code: 'EUR', value: '6.00' } }
  const first = await paypal.call('POST', address, { body: refund, requestId: 'pr:1' })
  const second = await paypal.call('POST', address, { body: refund, requestId: 'pr:1' })
  expect(second.status).toBe(200)
  expect(await second.json()).toEqual(await first.json())
})
