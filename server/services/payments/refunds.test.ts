import { beforeAll, expect, it } from 'vitest'
import { priceList } from '#site/prices.ts'
import { describeOnDatabase } from '#test/database.ts'
import { checkoutBody, openOrder, readRecords, startPayment } from '#test/factories/checkout.ts'
import { orderWithLostCapture, paidOrder } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { syncPayment } from './order-payments.ts'
import { recordPayment } from './record-order-payment.ts'

describeOnDatabase('a refund', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  async function newPaidOrder() {
    const buyer = shop.visitor()
    return { buyer, ...(await paidOrder(shop, buyer)) }
  }

  const readState = async (orderId: string) => {
    const { order, payments, messages } = await readRecords(shop, orderId)
    return {
      status: order.status,
      backCents: payments[0]?.refunded_cents,
      messages: messages.filter(({ kind }) => kind === 'order_refunded').length,
    }
  }
  const waitFor = (orderId: string, expected: object) =>
    expect.poll(() => readState(orderId)).toEqual(expected)

  it('in parts adds up, and makes the order refunded only when it is complete', async () => {
    const { buyer, orderId, paypalOrderId } = await newPaidOrder()
    await shop.sandbox.refund(paypalOrderId, 1000)
    await waitFor(orderId, { status: 'paid', backCents: 1000, messages: 1 })
    await shop.sandbox.refund(paypalOrderId, 500)
    await waitFor(orderId, { status: 'paid', backCents: 1500, messages: 2 })
    await shop.sandbox.refund(paypalOrderId)
    await waitFor(orderId, { status: 'refunded', backCents: 2500, messages: 3 })
    const seen = await buyer.get(`/api/orders/${orderId}`)
    expect(seen.body).toMatchObject({ status: 'refunded', refundedCents: 2500 })
  })

  it('that is reported twice counts once', async () => {
    const { orderId, paypalOrderId, reference } = await newPaidOrder()
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-twice' })
    await shop.sandbox.refund(paypalOrderId, 1000)
    await waitFor(orderId, { status: 'paid', backCents: 1000, messages: 1 })
    await Promise.all([1, 2, 3].map(() => syncPayment(shop.services, reference)))
    await waitFor(orderId, { status: 'paid', backCents: 1000, messages: 1 })
  })

  it('is not reverted by an older answer', async () => {
    const { orderId, paypalOrderId, reference } = await newPaidOrder()
    const before = await shop.services.paypal.fetchPayment(reference)
    if (before.outcome !== 'payment') throw new Error(before.outcome)
    await shop.sandbox.refund(paypalOrderId, 1000)
    await waitFor(orderId, { status: 'paid', backCents: 1000, messages: 1 })
    await recordPayment(shop.services, before.payment)
    expect(await readState(orderId)).toEqual({ status: 'paid', backCents: 1000, messages: 1 })
    await shop.sandbox.refund(paypalOrderId)
    await waitFor(orderId, { status: 'refunded', backCents: 2500, messages: 2 })
    await recordPayment(shop.services, before.payment)
    expect(await readState(orderId)).toEqual({ status: 'refunded', backCents: 2500, messages: 2 })
  })

  it('of a replaced order keeps the order in its place payable', async () => {
    for (const eventType of ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', times: 2, eventType })
    }
    const body = checkoutBody()
    const { buyer, ...first } = await orderWithLostCapture(shop, body)
    const second = await openOrder(buyer, { ...body, discordUsername: 'other' })
    await shop.sandbox.refund(first.paypalOrderId)
    await waitFor(first.orderId, { status: 'refunded', backCents: 2500, messages: 1 })
    await shop.sandbox.decide(await startPayment(buyer, second), 'pay')
    const paid = await buyer.post(`/api/orders/${second}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  it('is requested again from PayPal while its amount is unknown', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path: '/v2/payments/refunds' })
    await shop.sandbox.refund(paypalOrderId, 1000)
    const answers = async () =>
      (await shop.sandbox.readLog('paypal'))
        .filter(({ eventType }) => eventType === 'PAYMENT.CAPTURE.REFUNDED')
        .slice(-2)
        .map(({ status }) => status)
    await expect.poll(answers).toEqual([503, 204])
    expect(await readState(orderId)).toEqual({ status: 'paid', backCents: 1000, messages: 1 })
  })
})

describeOnDatabase('a refund of a hosted button’s payment', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { PAYPAL_DRIVER: 'hosted' })
  })

  it('is recorded in parts, although PayPal shows no order', async () => {
    const orderId = await openOrder(shop.visitor(), checkoutBody())
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/3'].hostedButtonId,
    )
    const readState = async () => {
      const { order, payments } = await readRecords(shop, orderId)
      return [order.status, payments[0]?.refunded_cents]
    }
    await expect.poll(readState).toEqual(['paid', 0])
    await shop.sandbox.refund(reference, 1000)
    await expect.poll(readState).toEqual(['paid', 1000])
    await shop.sandbox.refund(reference, 500)
    await expect.poll(readState).toEqual(['paid', 1500])
    // The payment alone says only that it is partially refunded, so the known amount stays.
    await syncPayment(shop.services, reference)
    expect(await readState()).toEqual(['paid', 1500])
    await shop.sandbox.refund(reference)
    await expect.poll(readState).toEqual(['refunded', 2500])
  })
})
