import { beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { describeOnDatabase } from '#test/database.ts'
import { checkoutBody, openOrder, readRecords, startPayment } from '#test/factories/checkout.ts'
import {
  orderWithLostCapture,
  paidOrder,
  untilWebhookProcessed,
} from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { PayPalDispute } from '#server/providers/paypal/dispute-answer.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'
import { syncPayment } from './order-payments.ts'
import { recordDispute } from './record-order-payment.ts'

const hour = 60 * 60 * 1000

describeOnDatabase('a dispute', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // The tests run the jobs themselves: a scheduled run would take their disputes.
    await shop.stopJobs()
  })

  const readState = async (orderId: string) => {
    const { order, payments, purchases, messages } = await readRecords(shop, orderId)
    return {
      status: order.status,
      payment: payments[0]?.status,
      backCents: payments[0]?.refunded_cents,
      purchases: purchases.length,
      messages: messages.map(({ kind }) => kind).filter((kind) => !kind.startsWith('checkout')),
    }
  }
  const waitFor = (orderId: string, expected: object) =>
    expect.poll(() => readState(orderId)).toMatchObject(expected)

  async function newPaidOrder(body = checkoutBody()) {
    const buyer = shop.visitor()
    return { buyer, ...(await paidOrder(shop, buyer, body)) }
  }

  /** PayPal's answer about a payment's dispute, changed `changedAfter` seconds after its opening. */
  function disputeOf(
    paymentReference: string,
    changes: Partial<PayPalDispute> & { changedAfter: number },
  ) {
    const { changedAfter, ...rest } = changes
    const openedAt = new Date('2026-11-21T12:00:00Z')
    return recordDispute(shop.services, {
      reference: `PP-${paymentReference}`,
      paymentReference,
      status: 'open',
      amountCents: cents(2500),
      currency: 'EUR',
      openedAt,
      reason: null,
      awaitsAnswer: true,
      answerBy: null,
      feeCents: cents(0),
      changedAt: new Date(openedAt.getTime() + changedAfter * 1000),
      ...rest,
    })
  }

  it('makes the order disputed, and paid again when it is won', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed', backCents: 0, messages: ['dispute_opened'] })
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await waitFor(orderId, {
      status: 'paid',
      backCents: 0,
      purchases: 1,
      messages: ['dispute_opened', 'dispute_won'],
    })
  })

  it.each([true, false])(
    'refunds the order when it is lost, and counts the money once (reported as a refund: %s)',
    async (takenAsRefund) => {
      const { orderId, paypalOrderId } = await newPaidOrder()
      await shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund })
      for (const event of endingEvents(takenAsRefund)) await untilProcessed(event, paypalOrderId)
      expect(await readState(orderId)).toMatchObject({
        status: 'refunded',
        payment: 'refunded',
        backCents: 2500,
        purchases: 1,
      })
      expect(await book(paypalOrderId)).toMatchObject({ backCents: 2500 })
    },
  )

  it.each([true, false])(
    'leaves the order paid for the rest when a part is lost (reported as a refund: %s)',
    async (takenAsRefund) => {
      const { orderId, paypalOrderId } = await newPaidOrder()
      await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 700 })
      await waitFor(orderId, { status: 'disputed' })
      await shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund })
      for (const event of endingEvents(takenAsRefund)) await untilProcessed(event, paypalOrderId)
      expect(await readState(orderId)).toMatchObject({
        status: 'paid',
        payment: 'completed',
        backCents: 700,
        messages: ['dispute_opened', 'dispute_lost'],
      })
    },
  )

  it('lasts while one of several is open, and sums the lost ones', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const first = await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1500 })
    const second = await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1000 })
    await shop.sandbox.dispute(first, 'lost', { takenAsRefund: false })
    await waitFor(orderId, { status: 'disputed', backCents: 1500 })
    await shop.sandbox.dispute(second, 'lost', { takenAsRefund: false })
    await waitFor(orderId, { status: 'refunded', backCents: 2500 })
  })

  it('does not override a refund that ends it', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed' })
    await shop.sandbox.refund(paypalOrderId)
    await waitFor(orderId, { status: 'refunded', backCents: 2500 })
  })

  it('is read from PayPal’s API, not from the event', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const path = '/v1/customer/disputes'
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path, times: 1000 })
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await expect
      .poll(async () => (await readDisputeAnswers()).map(({ status }) => status))
      .toContain(503)
    expect((await readState(orderId)).status).toBe('paid')
    await shop.sandbox.clearFaults()
    await waitFor(orderId, { status: 'disputed' })
  })

  it('that is too old for PayPal’s list is fetched again until its end', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const dispute = await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed' })
    await loseWebhooks('CUSTOMER.DISPUTE.RESOLVED')
    await shop.sandbox.dispute(dispute, 'won')
    const { paypal } = shop.services
    const listDisputes: typeof paypal.listDisputes = () =>
      Promise.resolve({ outcome: 'complete', disputes: [], detail: null })
    const services = { ...shop.services, paypal: { ...paypal, listDisputes } }
    await reconcileDisputes(services)
    expect((await readState(orderId)).status).toBe('disputed')
    await reconcileLater(services)
    expect((await readState(orderId)).status).toBe('paid')
    const callsBefore = await countCalls(dispute)
    await reconcileLater(services)
    expect(await countCalls(dispute)).toBe(callsBefore)
  })

  it('is fetched again after PayPal was down', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const dispute = await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed' })
    await loseWebhooks('CUSTOMER.DISPUTE.RESOLVED')
    await shop.sandbox.dispute(dispute, 'won')
    const path = `/v1/customer/disputes/${dispute}`
    await shop.sandbox.fail({ provider: 'paypal', kind: 'reset', path, times: 2 })
    await reconcileLater()
    expect((await readState(orderId)).status).toBe('disputed')
    await reconcileLater()
    expect((await readState(orderId)).status).toBe('paid')
  })

  it('that arrives before its payment waits for it', async () => {
    await loseWebhooks('CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED')
    const { buyer, orderId, paypalOrderId } = await orderWithLostCapture(shop)
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await untilProcessed('CUSTOMER.DISPUTE.CREATED', paypalOrderId)
    expect(await readState(orderId)).toMatchObject({ status: 'pending', purchases: 0 })
    const answer = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(answer.body['status']).toBe('disputed')
    expect(await readState(orderId)).toMatchObject({ purchases: 1, messages: ['dispute_opened'] })
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await waitFor(orderId, { status: 'paid', purchases: 1 })
  })

  it('that is lost before its payment arrives prevents the delivery', async () => {
    await loseWebhooks('CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED')
    const { buyer, orderId, paypalOrderId } = await orderWithLostCapture(shop)
    await shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund: false })
    await untilProcessed('CUSTOMER.DISPUTE.RESOLVED', paypalOrderId)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(await readState(orderId)).toMatchObject({ status: 'refunded', purchases: 0 })
  })

  it('of a payment without an order notifies the staff, and changes no order', async () => {
    const { orderId, paypalOrderId, reference } = await newPaidOrder()
    const { db } = shop.services.database
    await db
      .updateTable('payments')
      .set({ order_id: null, unmatched_reason: 'order_unknown' })
      .where('reference', '=', reference)
      .execute()
    await db.updateTable('orders').set({ price_cents: 9000 }).where('id', '=', orderId).execute()
    await shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund: false })
    await expect
      .poll(() =>
        db
          .selectFrom('payments')
          .innerJoin('messages', 'messages.payment_id', 'payments.id')
          .select(['messages.kind', 'payments.refunded_cents'])
          .where('payments.reference', '=', reference)
          .where('messages.kind', '=', 'dispute_lost')
          .execute(),
      )
      .toEqual([{ kind: 'dispute_lost', refunded_cents: 2500 }])
    expect((await readState(orderId)).status).toBe('paid')
  })

  it('about an unknown payment is accepted and ignored', async () => {
    expect(await disputeOf('SOMEBODYELSES0001', { changedAfter: 0 })).toBe(false)
  })

  it('has PayPal’s latest state, in whatever order its answers arrive', async () => {
    const { orderId, reference } = await newPaidOrder()
    await disputeOf(reference, { status: 'won', changedAfter: 20 })
    await disputeOf(reference, { status: 'open', changedAfter: 10 })
    expect(await readState(orderId)).toMatchObject({ status: 'paid', messages: ['dispute_won'] })
    await disputeOf(reference, { status: 'open', changedAfter: 30 })
    expect((await readState(orderId)).status).toBe('disputed')
    await disputeOf(reference, { status: 'lost', amountCents: cents(2500), changedAfter: 40 })
    await disputeOf(reference, { status: 'open', changedAfter: 40 })
    expect(await readState(orderId)).toMatchObject({ status: 'refunded', backCents: 2500 })
  })

  it('that was lost in another currency does not change our amount', async () => {
    const { orderId, reference } = await newPaidOrder()
    await disputeOf(reference, { status: 'lost', currency: 'USD', changedAfter: 0 })
    expect(await readState(orderId)).toMatchObject({ status: 'paid', backCents: 0 })
  })

  it('is stored as PayPal shows it now, after a wrong currency in its first answer', async () => {
    const { orderId, reference } = await newPaidOrder()
    await disputeOf(reference, { status: 'lost', currency: 'USD', changedAfter: 0 })
    await disputeOf(reference, { status: 'lost', changedAfter: 0 })
    expect(await readState(orderId)).toMatchObject({ status: 'refunded', backCents: 2500 })
  })

  it('never takes back more than was paid', async () => {
    const { orderId, reference } = await newPaidOrder()
    await disputeOf(reference, { status: 'lost', amountCents: cents(9900), changedAfter: 0 })
    expect(await readState(orderId)).toMatchObject({ status: 'refunded', backCents: 2500 })
  })

  it('keeps the lost amount when an older answer about the payment arrives late', async () => {
    const { orderId, reference } = await newPaidOrder()
    await disputeOf(reference, { status: 'lost', changedAfter: 0 })
    await syncPayment(shop.services, reference)
    expect(await readState(orderId)).toMatchObject({ status: 'refunded', payment: 'refunded' })
  })

  it('prevents a second sale of the cart item, until the money is returned', async () => {
    const body = checkoutBody()
    const { buyer, orderId, paypalOrderId } = await newPaidOrder(body)
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed' })
    expect(await openOrder(buyer, body)).toBe(orderId)
    const refused = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    expect(refused.body['code']).toBe('order_not_payable')
    await shop.sandbox.dispute(paypalOrderId, 'lost')
    await waitFor(orderId, { status: 'refunded' })
    const second = await openOrder(buyer, body)
    expect(second).not.toBe(orderId)
    await shop.sandbox.decide(await startPayment(buyer, second), 'pay')
    const paid = await buyer.post(`/api/orders/${second}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  const endingEvents = (takenAsRefund: boolean) => [
    'CUSTOMER.DISPUTE.RESOLVED',
    ...(takenAsRefund ? ['PAYMENT.CAPTURE.REVERSED'] : []),
  ]

  /** Waits until we have processed an event of a payment. */
  async function untilProcessed(eventType: string, paypalOrderId: string): Promise<void> {
    const { captureId } = await book(paypalOrderId)
    await untilWebhookProcessed(shop, eventType, captureId)
  }

  async function book(paypalOrderId: string) {
    const payments = await shop.sandbox.readPayments()
    const found = payments.find(({ orderId }) => orderId === paypalOrderId)
    if (!found) throw new Error(`PayPal took no money for ${paypalOrderId}`)
    return found
  }

  async function loseWebhooks(...eventTypes: string[]): Promise<void> {
    for (const eventType of eventTypes) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType })
    }
  }

  async function readDisputeAnswers() {
    const log = await shop.sandbox.readLog('paypal')
    return log.filter(
      ({ kind, eventType }) => kind === 'webhook' && eventType === 'CUSTOMER.DISPUTE.CREATED',
    )
  }

  async function reconcileLater(services = shop.services): Promise<void> {
    shop.advanceClock(7 * hour)
    await reconcileDisputes(services)
  }

  async function countCalls(dispute: string): Promise<number> {
    const log = await shop.sandbox.readLog('paypal')
    return log.filter(
      ({ kind, path }) => kind === 'request' && path === `/v1/customer/disputes/${dispute}`,
    ).length
  }
})
