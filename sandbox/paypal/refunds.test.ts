import { expect, test } from 'vitest'
import { startFixture } from '#sandbox/testing/product.ts'
import { connectPayPal, withId } from '#sandbox/testing/paypal-client.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('paypal-orders.json')
const refunding = { path: '/v2/payments/captures/{capture_id}/refund', method: 'post' } as const
const euros = (value: string) => ({ amount: { currency_code: 'EUR', value } })

async function prepare() {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const captureId = await paypal.buy()
  const refund = (body: object, prefer?: 'representation') =>
    paypal.call('POST', `/v2/payments/captures/${captureId}/refund`, {
      body,
      ...(prefer && { prefer }),
    })
  const captureStatus = async () =>
    (await paypal.call('GET', `/v2/payments/captures/${captureId}`)).json()
  return { fixture, paypal, captureId, refund, captureStatus }
}

test('a full refund has a brief answer and can be read', async () => {
  const { paypal, refund, captureId, captureStatus, fixture } = await prepare()
  const response = await refund({})
  const body: unknown = await response.json()
  expect(response.status).toBe(201)
  expect(contract.faults({ ...refunding, status: '201' }, body)).toEqual([])
  expect(body).toEqual({ id: expect.any(String), status: 'COMPLETED', links: expect.any(Array) })
  const shown: unknown = await (
    await paypal.call('GET', `/v2/payments/refunds/${withId.parse(body).id}`)
  ).json()
  const kind = { path: '/v2/payments/refunds/{refund_id}', method: 'get', status: '200' } as const
  expect(contract.faults(kind, shown)).toEqual([])
  expect(shown).toMatchObject({
    ...euros('10.00'),
    links: [
      { rel: 'self' },
      { rel: 'up', href: `${fixture.origin}/v2/payments/captures/${captureId}` },
    ],
  })
  expect(await captureStatus()).toMatchObject({ status: 'REFUNDED' })
})

test('parts add up, and more than was paid is refused', async () => {
  const { refund, captureStatus } = await prepare()
  const first: unknown = await (await refund(euros('4.00'), 'representation')).json()
  expect(contract.faults({ ...refunding, status: '201' }, first)).toEqual([])
  expect(first).toMatchObject({
    seller_payable_breakdown: { total_refunded_amount: { value: '4.00' } },
  })
  expect(await captureStatus()).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
  const tooMuch = await refund(euros('6.01'))
  const refusal: unknown = await tooMuch.json()
  expect(tooMuch.status).toBe(422)
  expect(contract.faults({ ...refunding, status: '422' }, refusal)).toEqual([])
  expect(refusal).toMatchObject({ details: [{ issue: 'REFUND_AMOUNT_EXCEEDED' }] })
  const second: unknown = await (await refund({}, 'representation')).json()
  expect(second).toMatchObject(euros('6.00'))
  expect(await captureStatus()).toMatchObject({ status: 'REFUNDED' })
})

test.each([
  [
    'another currency',
    { amount: { currency_code: 'USD', value: '1.00' } },
    'REFUND_CAPTURE_CURRENCY_MISMATCH',
  ],
  ['nothing', euros('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['parts of a cent', euros('0.001'), 'DECIMAL_PRECISION'],
])('a refund of %s is a 422', async (_name, body, issue) => {
  const { refund } = await prepare()
  const response = await refund(body)
  const answer: unknown = await response.json()
  expect(response.status).toBe(422)
  expect(contract.faults({ ...refunding, status: '422' }, answer)).toEqual([])
  expect(answer).toMatchObject({ details: [{ issue }] })
})

test('a fully refunded capture cannot be refunded again', async () => {
  const { refund } = await prepare()
  await refund({})
  const answer: unknown = await (await refund({})).json()
  expect(contract.faults({ ...refunding, status: '422' }, answer)).toEqual([])
  expect(answer).toMatchObject({ details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] })
})

test('a refund without a currency is a 400', async () => {
  const { refund } = await prepare()
  const response = await refund({ amount: { value: '1.00' } })
  const answer: unknown = await response.json()
  expect(response.status).toBe(400)
  expect(contract.faults({ ...refunding, status: '400' }, answer)).toEqual([])
})

test('unknown captures and refunds are 404', async () => {
  const { paypal } = await prepare()
  const unknown = '0AB00000000000000'
  const answers = await Promise.all([
    paypal.call('GET', `/v2/payments/captures/${unknown}`),
    paypal.call('GET', `/v2/payments/refunds/${unknown}`),
    paypal.call('POST', `/v2/payments/captures/${unknown}/refund`),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    const body: unknown = await answer.json()
    expect(contract.faults({ ...refunding, status: '404' }, body)).toEqual([])
  }
})
