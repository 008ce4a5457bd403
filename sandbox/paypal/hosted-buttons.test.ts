import { expect, test } from 'vitest'
import { z } from 'zod'
import { startFixture } from '#sandbox/testing/product.ts'
import { connectPayPal } from '#sandbox/testing/paypal-client.ts'

const buttons = [{ hostedButtonId: 'KRYPTOPQ01M00', name: 'Priority Queue', valueEuros: 10 }]
const payment = z.object({ transactionId: z.string().regex(/^[A-Z0-9]{17}$/) })

test('paying captures at once, without naming the shop’s order', async () => {
  const fixture = await startFixture()
  await fixture.control('hosted-buttons', { buttons })
  const answer = await fixture.control('paypal/pay-hosted-button', {
    hostedButtonId: 'KRYPTOPQ01M00',
  })
  const { transactionId } = payment.parse(await answer.json())
  const { event } = await fixture.product.waitFor('PAYMENT.CAPTURE.COMPLETED')
  expect(event.resource).toMatchObject({
    id: transactionId,
    status: 'COMPLETED',
    amount: { currency_code: 'EUR', value: '10.00' },
  })
  expect(event.resource).not.toHaveProperty('custom_id')
  expect(event.resource).not.toHaveProperty('invoice_id')
  const paypal = await connectPayPal(fixture)
  const capture = await paypal.call('GET', `/v2/payments/captures/${transactionId}`)
  expect(await capture.json()).toMatchObject({ status: 'COMPLETED' })
})

test('the window shows name and price, and stays on a receipt', async () => {
  const fixture = await startFixture()
  await fixture.control('hosted-buttons', { buttons })
  const address = `${fixture.origin}/ncp/payment/KRYPTOPQ01M00`
  const page = await (await fetch(address)).text()
  expect(page).toContain('Priority Queue')
  expect(page).toContain('10.00 EUR')
  const receipt = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
  })
  const text = await receipt.text()
  expect(text).toMatch(/Transaction ID <code>[A-Z0-9]{17}<\/code>/)
  expect(text).not.toContain('<script')
})

test.each(['decline', 'cancel'])('“%s” pays nothing', async (outcome) => {
  const fixture = await startFixture()
  await fixture.control('hosted-buttons', { buttons })
  await fetch(`${fixture.origin}/ncp/payment/KRYPTOPQ01M00`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
  })
  expect(await (await fetch(fixture.origin)).text()).toContain('No orders yet.')
})

test('an unknown button is refused', async () => {
  const fixture = await startFixture()
  const answer = await fixture.control('paypal/pay-hosted-button', { hostedButtonId: 'NONE' })
  expect(answer.status).toBe(422)
  expect((await fetch(`${fixture.origin}/ncp/payment/NONE`)).status).toBe(404)
})
