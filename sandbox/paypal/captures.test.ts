import { expect, test } from 'vitest'
import { paypalCredentials } from '#sandbox/credentials.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'
import { connectPayPal, priorityQueueUnit, withId } from '#sandbox/testing/paypal-client.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('paypal-orders.json')
const orders = '/v2/checkout/orders'
const capturing = { path: `${orders}/{id}/capture`, method: 'post' } as const

async function prepare(outcome?: string, unit?: object) {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const orderId = await paypal.createOrder(unit)
  if (outcome !== undefined) await fixture.control('paypal/approve', { orderId, outcome })
  return { fixture, paypal, orderId, address: `${orders}/${orderId}/capture` }
}

test('an approved order is captured, with a brief answer', async () => {
  const { paypal, address, orderId } = await prepare('pay')
  const response = await paypal.call('POST', address)
  const body: unknown = await response.json()
  expect(response.status).toBe(201)
  expect(contract.faults({ ...capturing, status: '201' }, body)).toEqual([])
  expect(body).toMatchObject({
    id: orderId,
    status: 'COMPLETED',
    payer: { payer_id: expect.any(String), email_address: expect.any(String) },
    purchase_units: [
      {
        reference_id: 'default',
        payments: {
          captures: [
            {
              id: expect.stringMatching(/^[A-Z0-9]{17}$/),
              status: 'COMPLETED',
              custom_id: 'order-1',
              final_capture: true,
              amount: { currency_code: 'EUR', value: '10.00' },
              seller_protection: { status: 'ELIGIBLE' },
              seller_receivable_breakdown: {
                gross_amount: { value: '10.00' },
                paypal_fee: { value: '0.64' },
                net_amount: { value: '9.36' },
              },
            },
          ],
        },
      },
    ],
  })
  expect(body).not.toHaveProperty('purchase_units.0.amount')
})

test('the full representation has the items and the payee as well', async () => {
  const { paypal, address } = await prepare('pay')
  const body: unknown = await (
    await paypal.call('POST', address, { prefer: 'representation' })
  ).json()
  expect(contract.faults({ ...capturing, status: '201' }, body)).toEqual([])
  expect(body).toMatchObject({
    intent: 'CAPTURE',
    purchase_units: [
      { amount: { value: '10.00' }, payee: { merchant_id: paypalCredentials.merchantId } },
    ],
  })
})

test('a capture names its order and its payee', async () => {
  const { fixture, paypal } = await prepare()
  const captureId = await paypal.buy({ invoice_id: 'INV-7' })
  const response = await paypal.call('GET', `/v2/payments/captures/${captureId}`)
  const body: unknown = await response.json()
  const kind = { path: '/v2/payments/captures/{capture_id}', method: 'get', status: '200' } as const
  expect(contract.faults(kind, body)).toEqual([])
  expect(body).toMatchObject({
    id: captureId,
    status: 'COMPLETED',
    invoice_id: 'INV-7',
    payee: { merchant_id: paypalCredentials.merchantId },
    supplementary_data: { related_ids: { order_id: expect.any(String) } },
    links: [
      { rel: 'self', href: `${fixture.origin}/v2/payments/captures/${captureId}` },
      { rel: 'refund' },
      { rel: 'up' },
    ],
  })
})

test.each([
  ['that nobody approved', undefined, 'ORDER_NOT_APPROVED'],
  ['paid by a bad card', 'decline', 'INSTRUMENT_DECLINED'],
])('capturing an order %s is a 422', async (_name, outcome, issue) => {
  const { paypal, address } = await prepare(outcome)
  const response = await paypal.call('POST', address)
  const body: unknown = await response.json()
  expect(response.status).toBe(422)
  expect(contract.faults({ ...capturing, status: '422' }, body)).toEqual([])
  expect(body).toMatchObject({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] })
})

test('after a declined card another one can be chosen', async () => {
  const { fixture, paypal, orderId, address } = await prepare('decline')
  await paypal.call('POST', address, { requestId: 'capture-1' })
  await fixture.control('paypal/approve', { orderId, outcome: 'pay' })
  const response = await paypal.call('POST', address, { requestId: 'capture-1' })
  expect(response.status).toBe(201)
})

test('a second capture is refused, and takes no second payment', async () => {
  const { paypal, orderId, address } = await prepare('pay')
  await paypal.call('POST', address)
  const response = await paypal.call('POST', address)
  const body: unknown = await response.json()
  expect(response.status).toBe(422)
  expect(contract.faults({ ...capturing, status: '422' }, body)).toEqual([])
  expect(body).toMatchObject({ details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] })
  const order: unknown = await (await paypal.call('GET', `${orders}/${orderId}`)).json()
  expect(order).toHaveProperty('purchase_units.0.payments.captures.length', 1)
})

test('one invoice is paid once', async () => {
  const { fixture, paypal, orderId, address } = await prepare('pay', { invoice_id: 'INV-1' })
  // Webhooks arrive before the call that causes them is answered.
  await fixture.control('faults', { provider: 'paypal', kind: 'webhook-first', times: 9 })
  const paid = await paypal.buy({ invoice_id: 'INV-1' })
  const response = await paypal.call('POST', address)
  const body: unknown = await response.json()
  expect(contract.faults({ ...capturing, status: '422' }, body)).toEqual([])
  expect(body).toMatchObject({ details: [{ issue: 'DUPLICATE_INVOICE_ID' }] })
  const order: unknown = await (await paypal.call('GET', `${orders}/${orderId}`)).json()
  expect(order).toMatchObject({ status: 'APPROVED' })
  expect(order).not.toHaveProperty('purchase_units.0.payments')
  expect(completedCaptures(fixture)).toEqual([paid])
})

test.each([
  ['COMPLIANCE_VIOLATION', '422'],
  ['TRANSACTION_BLOCKED_BY_PAYEE', '422'],
  ['PERMISSION_DENIED', '403'],
])('a capture is refused because of the seller on demand: %s', async (issue, status) => {
  const { fixture, paypal, address } = await prepare('pay')
  await fixture.control('faults', { provider: 'paypal', kind: 'payment-refused', issue })
  const response = await paypal.call('POST', address)
  const body: unknown = await response.json()
  expect(String(response.status)).toBe(status)
  expect(contract.faults({ ...capturing, status }, body)).toEqual([])
  expect(body).toMatchObject({ details: [{ issue }] })
  expect((await paypal.call('POST', address)).status).toBe(201)
})

test('a payment is held for the reason that its buyer chose', async () => {
  const { fixture, paypal, orderId, address } = await prepare('pay')
  await fetch(`${fixture.origin}/checkoutnow?token=${orderId}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'ECHECK' }),
  })
  const body: unknown = await (await paypal.call('POST', address)).json()
  expect(contract.faults({ ...capturing, status: '201' }, body)).toEqual([])
  const captures = [{ status: 'PENDING', status_details: { reason: 'ECHECK' } }]
  expect(body).toMatchObject({ purchase_units: [{ payments: { captures } }] })
})

test('a held payment completes the order without being paid, until it is reviewed', async () => {
  const { fixture, paypal, address } = await prepare('hold')
  const body: unknown = await (await paypal.call('POST', address)).json()
  expect(contract.faults({ ...capturing, status: '201' }, body)).toEqual([])
  expect(body).toMatchObject({
    status: 'COMPLETED',
    purchase_units: [
      {
        payments: {
          captures: [{ status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } }],
        },
      },
    ],
  })
  const { event } = await fixture.product.waitFor('PAYMENT.CAPTURE.PENDING')
  const captureId = withId.parse(event.resource).id
  await fixture.control('paypal/review', { captureId, outcome: 'deny' })
  const denied = await fixture.product.waitFor('PAYMENT.CAPTURE.DENIED')
  expect(denied.event.resource).toMatchObject({ id: captureId, status: 'DECLINED' })
})

test.each([
  [undefined, ['COMPLETED', 'COMPLETED', 'COMPLETED']],
  ['unit-declined', ['DECLINED', 'COMPLETED', 'COMPLETED']],
  ['unit-held', ['PENDING', 'COMPLETED', 'COMPLETED']],
])('each unit has a capture of its own, and events, with %s', async (kind, statuses) => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const units = [1, 2, 3].map((number) => ({
    ...priorityQueueUnit,
    reference_id: `unit-${number}`,
    custom_id: `order-${number}`,
    invoice_id: `INV-${number}`,
  }))
  const created = await paypal.call('POST', orders, {
    body: { intent: 'CAPTURE', purchase_units: units },
  })
  const { id: orderId } = withId.parse(await created.json())
  const shown = await fetch(`${fixture.origin}/checkoutnow?token=${orderId}`)
  expect(await shown.text()).toContain('30.00 EUR')
  await fixture.control('paypal/approve', { orderId, outcome: 'pay' })
  if (kind !== undefined) await fixture.control('faults', { provider: 'paypal', kind })
  const answer = await paypal.call('POST', `${orders}/${orderId}/capture`, {
    prefer: 'representation',
  })
  const body: unknown = await answer.json()
  expect(contract.faults({ ...capturing, status: '201' }, body)).toEqual([])
  expect(body).toMatchObject({
    status: 'COMPLETED',
    purchase_units: statuses.map((status, index) => ({
      custom_id: `order-${index + 1}`,
      payments: { captures: [{ status, invoice_id: `INV-${index + 1}` }] },
    })),
  })
  const paid = statuses.filter((status) => status === 'COMPLETED').length
  await expect.poll(() => new Set(completedCaptures(fixture)).size).toBe(paid)
})

test('capturing an unknown order is a 404', async () => {
  const { paypal } = await prepare()
  const response = await paypal.call('POST', `${orders}/0AB00000000000000/capture`)
  expect(response.status).toBe(404)
  const body: unknown = await response.json()
  expect(contract.faults({ ...capturing, status: '404' }, body)).toEqual([])
})

function completedCaptures({ product }: Fixture): readonly string[] {
  return product
    .received('PAYMENT.CAPTURE.COMPLETED')
    .map(({ event }) => withId.parse(event.resource).id)
}
