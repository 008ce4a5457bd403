import { expect, test } from 'vitest'
import { z } from 'zod'
import { startFixture } from '#sandbox/testing/product.ts'
import { connectPayPal } from '#sandbox/testing/paypal-client.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const disputes = loadContract('paypal-disputes.json')
const orders = loadContract('paypal-orders.json')

async function prepare() {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const captureId = await paypal.buy({ invoice_id: 'INV-1' })
  const control = async (body: object) =>
    fixture.control('dispute', { provider: 'paypal', reference: captureId, ...body })
  const dispute = async (body: object) =>
    z.object({ disputeId: z.string() }).parse(await (await control(body)).json()).disputeId
  const show = async (id: string): Promise<unknown> => {
    const answer = await paypal.call('GET', `/v1/customer/disputes/${id}`)
    expect(answer.status).toBe(200)
    const body: unknown = await answer.json()
    expect(disputes.faultsOf('dispute', body)).toEqual([])
    return body
  }
  const readAudit = async (): Promise<unknown> =>
    (await fetch(`${fixture.origin}/_sandbox/paypal/payments`)).json()
  return { fixture, paypal, captureId, control, dispute, show, readAudit }
}

test('an open dispute names its payment, amount and deadline', async () => {
  const { fixture, captureId, dispute, show } = await prepare()
  const id = await dispute({ outcome: 'open', amountCents: 400 })
  const shown = await show(id)
  expect(shown).toMatchObject({
    dispute_id: id,
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_state: 'REQUIRED_ACTION',
    dispute_amount: { currency_code: 'EUR', value: '4.00' },
    disputed_transactions: [
      { seller_transaction_id: captureId, custom: 'order-1', invoice_number: 'INV-1' },
    ],
    seller_response_due_date: expect.any(String),
  })
  const { event } = await fixture.product.waitFor('CUSTOMER.DISPUTE.CREATED')
  expect(event.resource).toEqual(shown)
})

test('a dispute that the shop wins takes nothing', async () => {
  const { fixture, dispute, show, readAudit } = await prepare()
  const id = await dispute({ outcome: 'open' })
  expect(await dispute({ outcome: 'won' })).toBe(id)
  expect(await show(id)).toMatchObject({
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
  })
  expect(await readAudit()).toMatchObject([{ status: 'COMPLETED', backCents: 0, openDisputes: 0 }])
  const { event } = await fixture.product.waitFor('CUSTOMER.DISPUTE.RESOLVED')
  expect(event.resource).toMatchObject({ dispute_id: id })
})

test('a lost dispute takes the money back, and sends a reversal as well', async () => {
  const { fixture, paypal, captureId, dispute, show, readAudit } = await prepare()
  const id = await dispute({ outcome: 'lost', amountCents: 400 })
  expect(await show(id)).toMatchObject({
    status: 'RESOLVED',
    dispute_outcome: {
      outcome_code: 'RESOLVED_BUYER_FAVOUR',
      amount_refunded: { currency_code: 'EUR', value: '4.00' },
    },
    money_movements: expect.arrayContaining([
      expect.objectContaining({
        affected_party: 'SELLER',
        type: 'DEBIT',
        reason: 'DISPUTE_SETTLEMENT',
        amount: { currency_code: 'EUR', value: '4.00' },
      }),
    ]),
  })
  const reversed = await fixture.product.waitFor('PAYMENT.CAPTURE.REVERSED')
  expect(orders.faultsOf('payments.refund', reversed.event.resource)).toEqual([])
  const capture = await paypal.call('GET', `/v2/payments/captures/${captureId}`)
  expect(await capture.json()).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
  expect(await readAudit()).toMatchObject([{ backCents: 400 }])
})

test('what a lost dispute takes can be kept out of the refunds', async () => {
  const { paypal, captureId, dispute, readAudit, control } = await prepare()
  await dispute({ outcome: 'lost', amountCents: 400, takenAsRefund: false })
  const capture = await paypal.call('GET', `/v2/payments/captures/${captureId}`)
  expect(await capture.json()).toMatchObject({ status: 'COMPLETED' })
  expect(await readAudit()).toMatchObject([{ amountCents: 1000, backCents: 400 }])
  expect((await control({ outcome: 'open', amountCents: 601 })).status).toBe(422)
})

test('several disputes of one payment share its remaining amount', async () => {
  const { dispute, control, readAudit } = await prepare()
  const first = await dispute({ outcome: 'open', amountCents: 600 })
  const second = await dispute({ outcome: 'open' })
  expect(second).not.toBe(first)
  expect((await control({ outcome: 'open' })).status).toBe(422)
  expect(await dispute({ reference: second, outcome: 'lost' })).toBe(second)
  expect(await readAudit()).toMatchObject([{ backCents: 400, openDisputes: 1 }])
})

test('a decided dispute is not decided again', async () => {
  const { dispute, control } = await prepare()
  const id = await dispute({ outcome: 'lost' })
  expect((await control({ reference: id, outcome: 'won' })).status).toBe(422)
})

test('the list shows each dispute briefly, in pages, the newest first', async () => {
  const { paypal, dispute } = await prepare()
  const ids = [
    await dispute({ outcome: 'open', amountCents: 100 }),
    await dispute({ outcome: 'open', amountCents: 200 }),
    await dispute({ outcome: 'open', amountCents: 300 }),
  ]
  const list = async (path: string) => {
    const answer = await paypal.call('GET', path)
    const body: unknown = await answer.json()
    expect(disputes.faultsOf(answer.ok ? 'list' : 'error', body)).toEqual([])
    return { status: answer.status, ...disputePage.parse(body) }
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
  const first = await list(`/v1/customer/disputes?start_time=${daysAgo(1)}&page_size=2`)
  const next = new URL(first.links.find(({ rel }) => rel === 'next')?.href ?? '')
  const second = await list(next.pathname + next.search)
  expect(second.links.map(({ rel }) => rel)).toEqual(['self'])
  const shown = [...first.items, ...second.items].map((item) => item.dispute_id)
  expect(shown).toEqual(ids.toReversed())
  const tooEarly = await list(`/v1/customer/disputes?start_time=${daysAgo(181)}`)
  expect(tooEarly.status).toBe(400)
})

const disputePage = z.object({
  items: z.array(z.object({ dispute_id: z.string() })).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
})

test('an app without the permission reads no disputes', async () => {
  const { fixture, paypal, dispute } = await prepare()
  const id = await dispute({ outcome: 'open' })
  await fixture.control('faults', { provider: 'paypal', kind: 'disputes-forbidden', times: 2 })
  for (const path of ['/v1/customer/disputes', `/v1/customer/disputes/${id}`]) {
    const answer = await paypal.call('GET', path)
    expect([answer.status, disputes.faultsOf('error', await answer.json())]).toEqual([403, []])
  }
})

test('an unknown dispute is a 404, and reading one needs a token', async () => {
  const { fixture, paypal, dispute } = await prepare()
  const id = await dispute({ outcome: 'open' })
  const unknown = await paypal.call('GET', '/v1/customer/disputes/PP-000-000-000-000')
  expect(unknown.status).toBe(404)
  expect(disputes.faultsOf('error', await unknown.json())).toEqual([])
  const stranger = await fetch(`${fixture.origin}/v1/customer/disputes/${id}`)
  expect(stranger.status).toBe(401)
})

test('the shop cannot read the order of a hosted button, but its payment', async () => {
  const { fixture, paypal } = await prepare()
  const button = { hostedButtonId: 'BUTTON1', name: 'Priority Queue', valueEuros: '10.00' }
  await fixture.control('hosted-buttons', { buttons: [button] })
  const paid = await fixture.control('paypal/pay-hosted-button', { hostedButtonId: 'BUTTON1' })
  const { transactionId } = z.object({ transactionId: z.string() }).parse(await paid.json())
  const capture = await paypal.call('GET', `/v2/payments/captures/${transactionId}`)
  expect(capture.status).toBe(200)
  const orderId = z
    .object({ supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }) })
    .parse(await capture.json()).supplementary_data.related_ids.order_id
  const order = await paypal.call('GET', `/v2/checkout/orders/${orderId}`)
  expect(order.status).toBe(404)
})
