import { expect, test } from 'vitest'
import { paypalCredentials } from '#sandbox/credentials.ts'
import { startFixture } from '#sandbox/testing/product.ts'
import { connectPayPal, priorityQueueUnit, withId } from '#sandbox/testing/paypal-client.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('paypal-orders.json')
const orders = '/v2/checkout/orders'
const order = { intent: 'CAPTURE', purchase_units: [priorityQueueUnit] }

test('creating answers 201 with id, status and the links that a shop follows', async () => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const response = await paypal.call('POST', orders, { body: order })
  const body: unknown = await response.json()
  expect(response.status).toBe(201)
  expect(contract.faults({ path: orders, method: 'post', status: '201' }, body)).toEqual([])
  expect(body).toEqual({
    id: expect.stringMatching(/^[A-Z0-9]{17}$/),
    status: 'CREATED',
    links: [
      expect.objectContaining({ rel: 'self', method: 'GET' }),
      expect.objectContaining({
        rel: 'approve',
        href: expect.stringContaining('/checkoutnow?token='),
      }),
      expect.objectContaining({ rel: 'update', method: 'PATCH' }),
      expect.objectContaining({ rel: 'capture', method: 'POST' }),
    ],
  })
})

test('the full representation and GET have everything, with amounts in full decimals', async () => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const unit = {
    ...priorityQueueUnit,
    invoice_id: 'INV-1',
    amount: { currency_code: 'EUR', value: '10' },
  }
  const created = await paypal.call('POST', orders, {
    body: { intent: 'CAPTURE', purchase_units: [unit] },
    prefer: 'representation',
  })
  const body: unknown = await created.json()
  expect(contract.faults({ path: orders, method: 'post', status: '201' }, body)).toEqual([])
  expect(body).toMatchObject({
    intent: 'CAPTURE',
    status: 'CREATED',
    create_time: expect.any(String),
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: 'order-1',
        invoice_id: 'INV-1',
        description: priorityQueueUnit.description,
        amount: { currency_code: 'EUR', value: '10.00' },
        payee: { merchant_id: paypalCredentials.merchantId },
      },
    ],
  })
  const { id } = withId.parse(body)
  const shown: unknown = await (await paypal.call('GET', `${orders}/${id}`)).json()
  expect(contract.faults({ path: `${orders}/{id}`, method: 'get', status: '200' }, shown)).toEqual(
    [],
  )
  expect(shown).toEqual(body)
})

test.each([
  [
    'no intent',
    { purchase_units: [priorityQueueUnit] },
    400,
    'MISSING_REQUIRED_PARAMETER',
    '/intent',
  ],
  [
    'no units',
    { intent: 'CAPTURE', purchase_units: [] },
    400,
    'INVALID_ARRAY_MIN_ITEMS',
    '/purchase_units',
  ],
  ['an unknown intent', { ...order, intent: 'GIVE' }, 400, 'INVALID_PARAMETER_VALUE', '/intent'],
  ['a broken body', '{', 400, 'MALFORMED_REQUEST_JSON', undefined],
  [
    'no amount',
    { intent: 'CAPTURE', purchase_units: [{}] },
    400,
    'MISSING_REQUIRED_PARAMETER',
    '/purchase_units/0/amount',
  ],
  [
    'words as amount',
    withAmount('ten'),
    400,
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/amount/value',
  ],
  [
    'a long custom id',
    withUnit({ custom_id: 'x'.repeat(128) }),
    400,
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/custom_id',
  ],
  [
    'three decimals',
    withAmount('10.001'),
    422,
    'DECIMAL_PRECISION',
    '/purchase_units/0/amount/value',
  ],
  [
    'nothing to pay',
    withAmount('0.00'),
    422,
    'CANNOT_BE_ZERO_OR_NEGATIVE',
    '/purchase_units/0/amount/value',
  ],
  [
    'decimals of yen',
    withAmount('10.50', 'JPY'),
    422,
    'DECIMAL_PRECISION',
    '/purchase_units/0/amount/value',
  ],
  [
    'an unknown currency',
    withAmount('10.00', 'KRC'),
    422,
    'INVALID_CURRENCY_CODE',
    '/purchase_units/0/amount/value',
  ],
  [
    'one reference twice',
    { intent: 'CAPTURE', purchase_units: [priorityQueueUnit, priorityQueueUnit] },
    422,
    'DUPLICATE_REFERENCE_ID',
    undefined,
  ],
  [
    'several units without references',
    {
      intent: 'CAPTURE',
      purchase_units: [{ amount: priorityQueueUnit.amount }, priorityQueueUnit],
    },
    422,
    'REFERENCE_ID_REQUIRED',
    undefined,
  ],
  [
    'eleven units',
    {
      intent: 'CAPTURE',
      purchase_units: Array.from({ length: 11 }, (_, unit) => ({
        ...priorityQueueUnit,
        reference_id: `unit-${unit}`,
      })),
    },
    400,
    'INVALID_ARRAY_MAX_ITEMS',
    '/purchase_units',
  ],
  ['authorising only', { ...order, intent: 'AUTHORIZE' }, 422, 'UNSUPPORTED_INTENT', undefined],
] as const)(
  'an order with %s is refused in PayPal’s words',
  async (_name, body, status, issue, field) => {
    const fixture = await startFixture()
    const paypal = await connectPayPal(fixture)
    const response = await paypal.call('POST', orders, { body })
    const answer: unknown = await response.json()
    expect(response.status).toBe(status)
    expect(contract.faults({ path: orders, method: 'post', status: `${status}` }, answer)).toEqual(
      [],
    )
    expect(answer).toMatchObject({
      name: status === 400 ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY',
      message: expect.any(String),
      debug_id: response.headers.get('paypal-debug-id'),
      details: [{ issue, description: expect.any(String), ...(field !== undefined && { field }) }],
      links: [{ rel: 'information_link' }],
    })
  },
)

test('an order is refused because of the seller on demand', async () => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  await fixture.control('faults', { provider: 'paypal', kind: 'payment-refused' })
  const response = await paypal.call('POST', orders, { body: order })
  const body: unknown = await response.json()
  expect(response.status).toBe(422)
  expect(contract.faults({ path: orders, method: 'post', status: '422' }, body)).toEqual([])
  expect(body).toMatchObject({ details: [{ issue: 'PAYEE_ACCOUNT_RESTRICTED' }] })
})

test('without a valid access token nothing is answered', async () => {
  const fixture = await startFixture()
  const response = await fetch(`${fixture.origin}${orders}`, {
    method: 'POST',
    headers: { authorization: 'Bearer A21AAforged' },
  })
  const body: unknown = await response.json()
  expect(response.status).toBe(401)
  expect(contract.faults({ path: orders, method: 'post', status: '401' }, body)).toEqual([])
  expect(body).toMatchObject({ name: 'AUTHENTICATION_FAILURE', debug_id: expect.any(String) })
})

test('an unknown order is a 404', async () => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const response = await paypal.call('GET', `${orders}/0AB00000000000000`)
  const body: unknown = await response.json()
  expect(response.status).toBe(404)
  expect(contract.faults({ path: `${orders}/{id}`, method: 'get', status: '404' }, body)).toEqual(
    [],
  )
  expect(body).toMatchObject({
    name: 'RESOURCE_NOT_FOUND',
    details: [{ issue: 'INVALID_RESOURCE_ID' }],
  })
})

function withUnit(unit: object): object {
  return { intent: 'CAPTURE', purchase_units: [{ ...priorityQueueUnit, ...unit }] }
}

function withAmount(value: string, currency = 'EUR'): object {
  return withUnit({ amount: { currency_code: currency, value } })
}
