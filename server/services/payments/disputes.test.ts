import { beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { describeOnDatabase } from '#test/database.ts'
import {
  approvedOrder,
  checkoutBody,
  openOrder,
  readRecords,
  startPayment,
} from '#test/factories/checkout.ts'
import { paidOrder, untilWebhookProcessed } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Dispute } from '#server/providers/payment-provider.ts'
import { reconcileDisputes, recordDispute } from './disputes.ts'
import { syncPayment } from './order-payments.ts'

const hour = 60 * 60 * 1000

describeOnDatabase('a dispute', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // The tests run the jobs: one that the clock begins meanwhile would take their disputes.
    await shop.endSchedule()
  })

  const look = async (orderId: string) => {
    const { order, payments, purchases, messages } = await readRecords(shop, orderId)
    return {
      status: order.status,
      payment: payments[0]?.status,
      backCents: payments[0]?.refunded_cents,
      purchases: purchases.length,
      told: messages.map(({ kind }) => kind).filter((kind) => !kind.startsWith('checkout')),
    }
  }
  const waitFor = (orderId: string, expected: object) =>
    expect.poll(() => look(orderId)).toMatchObject(expected)

  async function newPaidOrder(body = checkoutBody()) {
    const buyer = shop.visitor()
    return { buyer, ...(await paidOrder(shop, buyer, body)) }
  }

  /** A dispute as PayPal would tell it of a payment, changed so many seconds after it was opened. */
  function told(paymentReference: string, changes: Partial<Dispute> & { changedAfter: number }) {
    const { changedAfter, ...rest } = changes
    const openedAt = new Date('2026-11-21T12:00:00Z')
    return recordDispute(shop.services, {
      reference: `PP-${paymentReference}`,
      paymentReference,
      status: 'open',
      amountCents: cents(2500),
      currency: 'EUR',
      openedAt,
      changedAt: new Date(openedAt.getTime() + changedAfter * 1000),
      ...rest,
    })
  }

  it('takes the order out of the sold ones, and gives it back when it is won', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed', backCents: 0, told: ['dispute_opened'] })
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await waitFor(orderId, {
      status: 'settled',
      backCents: 0,
      purchases: 1,
      told: ['dispute_opened', 'dispute_won'],
    })
  })

  it.each([true, false])(
    'refunds the order when it is lost, and counts the money once (told as a refund: %s)',
    async (takenAsRefund) => {
      const { orderId, paypalOrderId } = await newPaidOrder()
      await shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund })
      for (const event of endingEvents(takenAsRefund)) await heard(event, paypalOrderId)
      expect(await look(orderId)).toMatchObject({
        status: 'refunded',
        payment: 'refunded',
        backCents: 2500,
        purchases: 1,
      })
      expect(await book(paypalOrderId)).toMatchObject({ backCents: 2500 })
    },
  )

  it.each([true, false])(
    'leaves an order that is paid for the rest when a part is lost (told as a refund: %s)',
    async (takenAsRefund) => {
      const { orderId, paypalOrderId } = await newPaidOrder()
      await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 700 })
      await waitFor(orderId, { status: 'disputed' })
      await shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund })
      for (const event of endingEvents(takenAsRefund)) await heard(event, paypalOrderId)
      expect(await look(orderId)).toMatchObject({
        status: 'settled',
        payment: 'completed',
        backCents: 700,
        told: ['dispute_opened', 'dispute_lost'],
      })
    },
  )

  it('stands as long as one of several is open, and adds up those that are lost', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const first = await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1500 })
    const second = await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1000 })
    await shop.sandbox.dispute(first, 'lost', { takenAsRefund: false })
    await waitFor(orderId, { status: 'disputed', backCents: 1500 })
    await shop.sandbox.dispute(second, 'lost', { takenAsRefund: false })
    await waitFor(orderId, { status: 'refunded', backCents: 2500 })
  })

  it('does not hide a refund that ends it', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed' })
    await shop.sandbox.refund(paypalOrderId)
    await waitFor(orderId, { status: 'refunded', backCents: 2500 })
  })

  it('believes PayPal’s own interface, not what an event says', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const path = '/v1/customer/disputes'
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path, times: 1000 })
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await expect
      .poll(async () => (await readDisputeAnswers()).map(({ status }) => status))
      .toContain(503)
    expect((await look(orderId)).status).toBe('settled')
    await shop.sandbox.clearFaults()
    await waitFor(orderId, { status: 'disputed' })
  })

  it('is looked at again when nobody tells how it ended, and not after that', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const dispute = await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed' })
    await loseWebhooks('CUSTOMER.DISPUTE.RESOLVED')
    await shop.sandbox.dispute(dispute, 'won')
    await reconcileDisputes(shop.services)
    expect((await look(orderId)).status).toBe('disputed')
    await reconcileLater()
    expect((await look(orderId)).status).toBe('settled')
    const asked = await countCalls(dispute)
    await reconcileLater()
    expect(await countCalls(dispute)).toBe(asked)
  })

  it('is asked for again after PayPal was down', async () => {
    const { orderId, paypalOrderId } = await newPaidOrder()
    const dispute = await shop.sandbox.dispute(paypalOrderId, 'open')
    await waitFor(orderId, { status: 'disputed' })
    await loseWebhooks('CUSTOMER.DISPUTE.RESOLVED')
    await shop.sandbox.dispute(dispute, 'won')
    const path = `/v1/customer/disputes/${dispute}`
    await shop.sandbox.fail({ provider: 'paypal', kind: 'reset', path })
    await reconcileLater()
    expect((await look(orderId)).status).toBe('disputed')
    await reconcileLater()
    expect((await look(orderId)).status).toBe('settled')
  })

  it('that is known before its payment waits for it', async () => {
    await loseWebhooks('CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED')
    const buyer = shop.visitor()
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
    const path = '/v2/checkout/orders/*/capture'
    await shop.sandbox.fail({ provider: 'paypal', kind: 'reset', path })
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    await shop.sandbox.dispute(paypalOrderId, 'open')
    await heard('CUSTOMER.DISPUTE.CREATED', paypalOrderId)
    expect(await look(orderId)).toMatchObject({ status: 'pending', purchases: 0 })
    const answer = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(answer.body['status']).toBe('disputed')
    expect(await look(orderId)).toMatchObject({ purchases: 1, told: ['dispute_opened'] })
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await waitFor(orderId, { status: 'settled', purchases: 1 })
  })

  it('lost before we heard of the payment leaves nothing to deliver', async () => {
    await loseWebhooks('CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED')
    const buyer = shop.visitor()
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
    const path = '/v2/checkout/orders/*/capture'
    await shop.sandbox.fail({ provider: 'paypal', kind: 'reset', path })
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    await shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund: false })
    await heard('CUSTOMER.DISPUTE.RESOLVED', paypalOrderId)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(await look(orderId)).toMatchObject({ status: 'refunded', purchases: 0 })
  })

  it('of a payment without an order is told to the staff, and moves nothing', async () => {
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
    expect((await look(orderId)).status).toBe('settled')
  })

  it('about a payment that is none of ours is taken, and troubles nobody', async () => {
    expect(await told('SOMEBODYELSES0001', { changedAfter: 0 })).toBe(false)
  })

  it('counts as PayPal changed it last, in whatever order its answers come', async () => {
    const { orderId, reference } = await newPaidOrder()
    await told(reference, { status: 'won', changedAfter: 20 })
    await told(reference, { status: 'open', changedAfter: 10 })
    expect(await look(orderId)).toMatchObject({ status: 'settled', told: ['dispute_won'] })
    await told(reference, { status: 'open', changedAfter: 30 })
    expect((await look(orderId)).status).toBe('disputed')
    await told(reference, { status: 'lost', amountCents: cents(2500), changedAfter: 40 })
    await told(reference, { status: 'open', changedAfter: 40 })
    expect(await look(orderId)).toMatchObject({ status: 'refunded', backCents: 2500 })
  })

  it('that was lost in another currency says nothing about our amount', async () => {
    const { orderId, reference } = await newPaidOrder()
    await told(reference, { status: 'lost', currency: 'USD', changedAfter: 0 })
    expect(await look(orderId)).toMatchObject({ status: 'settled', backCents: 0 })
  })

  it('never takes back more than was paid', async () => {
    const { orderId, reference } = await newPaidOrder()
    await told(reference, { status: 'lost', amountCents: cents(9900), changedAfter: 0 })
    expect(await look(orderId)).toMatchObject({ status: 'refunded', backCents: 2500 })
  })

  it('keeps what it lost when an older answer about the payment comes late', async () => {
    const { orderId, reference } = await newPaidOrder()
    await told(reference, { status: 'lost', changedAfter: 0 })
    await syncPayment(shop.services, reference)
    expect(await look(orderId)).toMatchObject({ status: 'refunded', payment: 'refunded' })
  })

  it('keeps its cart item from being sold twice, until the money is gone', async () => {
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
    expect(paid.body['status']).toBe('settled')
  })

  const endingEvents = (takenAsRefund: boolean) => [
    'CUSTOMER.DISPUTE.RESOLVED',
    ...(takenAsRefund ? ['PAYMENT.CAPTURE.REVERSED'] : []),
  ]

  /** Waits until we have taken what PayPal tells of a payment. */
  async function heard(eventType: string, paypalOrderId: string): Promise<void> {
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

  async function reconcileLater(): Promise<void> {
    shop.advanceClock(7 * hour)
    await reconcileDisputes(shop.services)
  }

  async function countCalls(dispute: string): Promise<number> {
    const log = await shop.sandbox.readLog('paypal')
    return log.filter(
      ({ kind, path }) => kind === 'request' && path === `/v1/customer/disputes/${dispute}`,
    ).length
  }
})
