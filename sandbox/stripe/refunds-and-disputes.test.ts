import { expect, test } from 'vitest'
import { z } from 'zod'
import { startStripeFixture } from '#sandbox/testing/stripe-client.ts'

async function prepare() {
  const fixture = await startStripeFixture()
  const { sessionId, paymentIntent } = await fixture.buy()
  const payment = { provider: 'stripe', reference: paymentIntent }
  return {
    ...fixture,
    sessionId,
    paymentIntent,
    refund: (body: object = {}) => fixture.control('refund', { ...payment, ...body }),
    dispute: (body: object = {}) => fixture.control('dispute', { ...payment, ...body }),
    readAudit: async (): Promise<unknown> =>
      (await fetch(`${fixture.origin}/_sandbox/stripe/payments`)).json(),
    readCharge: async () => {
      const intent = await fixture.stripe.paymentIntents.retrieve(paymentIntent, {
        expand: ['latest_charge'],
      })
      return intent.latest_charge
    },
  }
}

test('a part and then the rest is refunded; then nothing is left', async () => {
  const { stripe, refund, readCharge, paymentIntent, product } = await prepare()
  expect((await refund({ amountCents: 99 })).status).toBe(200)
  expect(await readCharge()).toMatchObject({ amount_refunded: 99, refunded: false })
  const { event } = await product.waitFor('charge.refunded')
  expect(event.data).toMatchObject({
    object: { payment_intent: paymentIntent, amount_refunded: 99 },
    previous_attributes: { amount_refunded: 0 },
  })
  const rest = await stripe.refunds.create({ payment_intent: paymentIntent, reason: 'duplicate' })
  expect(rest).toMatchObject({ amount: 400, reason: 'duplicate' })
  expect(await readCharge()).toMatchObject({ amount_refunded: 499, refunded: true })
  await expect(stripe.refunds.create({ payment_intent: paymentIntent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await refund()).status).toBe(422)
})

test('a refund above the rest, of an unpaid charge and of an unknown one is refused', async () => {
  const { stripe, open, decide, readIntent, paymentIntent } = await prepare()
  const refusals: [Parameters<typeof stripe.refunds.create>[0], string][] = [
    [{ payment_intent: paymentIntent, amount: 500 }, 'greater than unrefunded amount'],
    [{ payment_intent: 'pi_none' }, 'No such payment_intent'],
    [{ charge: 'ch_none' }, 'No such charge'],
    [{}, 'payment_intent or charge'],
  ]
  const { id } = await open()
  await decide(id, 'decline')
  const unpaid = { payment_intent: await readIntent(id) }
  refusals.push([unpaid, 'does not have a successful charge'])
  for (const [params, message] of refusals) {
    await expect(stripe.refunds.create(params)).rejects.toThrow(message)
  }
})

test('one refund key refunds once', async () => {
  const { stripe, paymentIntent, readCharge } = await prepare()
  for (let time = 0; time < 3; time += 1) {
    await stripe.refunds.create(
      { payment_intent: paymentIntent, amount: 100 },
      { idempotencyKey: 'refund-1' },
    )
  }
  expect(await readCharge()).toMatchObject({ amount_refunded: 100 })
})

test('a dispute withdraws its money at once, and returns it when won', async () => {
  const { stripe, dispute, readAudit, readCharge, paymentIntent, product } = await prepare()
  expect(await (await dispute({ outcome: 'open' })).json()).toMatchObject({ outcome: 'open' })
  expect(await readCharge()).toMatchObject({ disputed: true, amount_refunded: 0 })
  expect(await readAudit()).toMatchObject([{ paidCents: 499, disputedCents: 499, openDisputes: 1 }])
  const find = async () =>
    (await stripe.disputes.list({ payment_intent: paymentIntent })).data.map((known) => ({
      status: known.status,
      moved: known.balance_transactions.map(({ amount }) => amount),
    }))
  expect(await find()).toEqual([{ status: 'needs_response', moved: [-459] }])
  const now = Math.floor(Date.now() / 1000)
  const listedSince = async (gte: number) => (await stripe.disputes.list({ created: { gte } })).data
  expect(await listedSince(now - 60)).toMatchObject([{ payment_intent: paymentIntent }])
  expect(await listedSince(now + 60)).toEqual([])
  await expect(stripe.refunds.create({ payment_intent: paymentIntent })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  await dispute({ outcome: 'won' })
  expect(await find()).toEqual([{ status: 'won', moved: [-459, 459] }])
  expect(await readAudit()).toMatchObject([{ disputedCents: 0, openDisputes: 0 }])
  await product.waitFor('charge.dispute.funds_reinstated')
})

test('a lost dispute keeps its money, and leaves the rest to be refunded', async () => {
  const { dispute, refund, readAudit, product } = await prepare()
  await dispute({ amountCents: 200 })
  await dispute({ outcome: 'lost' })
  const { event } = await product.waitFor('charge.dispute.closed')
  expect(event.data).toMatchObject({ object: { status: 'lost', amount: 200 } })
  expect((await refund({ amountCents: 300 })).status).toBe(422)
  expect((await refund()).status).toBe(200)
  expect(await readAudit()).toMatchObject([{ refundedCents: 299, disputedCents: 200 }])
  expect((await dispute()).status).toBe(422)
  expect(product.received('charge.dispute.funds_reinstated')).toEqual([])
})

test('disputes have ids; a decided one cannot change', async () => {
  const { control, dispute } = await prepare()
  const opened = z
    .object({ disputeId: z.string() })
    .parse(await (await dispute({ amountCents: 100 })).json())
  const named = { provider: 'stripe', reference: opened.disputeId }
  expect((await control('dispute', { ...named, outcome: 'open' })).status).toBe(422)
  expect((await control('dispute', { ...named, outcome: 'lost' })).status).toBe(200)
  expect((await control('dispute', { ...named, outcome: 'won' })).status).toBe(422)
})

test('an unpaid charge cannot be refunded or disputed', async () => {
  const { control, open, decide } = await prepare()
  const { id: reference } = await open()
  await decide(reference, 'pay-later')
  for (const call of ['refund', 'dispute']) {
    expect((await control(call, { provider: 'stripe', reference })).status).toBe(422)
    expect((await control(call, { provider: 'stripe', reference: 'cs_none' })).status).toBe(422)
    expect((await control(call, { provider: 'acme', reference })).status).toBe(422)
  }
})
