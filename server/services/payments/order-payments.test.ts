import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import {
  approvedOrder,
  cartItem,
  checkoutBody,
  openOrder,
  readRecords,
  startPayment,
} from '#test/factories/checkout.ts'
import { orderWithLostCapture, paymentOf } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { reconcileOrders } from './order-payable.ts'
import { syncPayment } from './order-payments.ts'
import { recordPayment } from './record-order-payment.ts'

const hour = 60 * 60 * 1000

/** The path of one order, so that late requests of earlier tests do not use up its fault. */
const apiPath = (paypalOrderId: string): string => `/v2/checkout/orders/${paypalOrderId}`

describeOnDatabase('the payment of an order', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // The tests run the jobs themselves: a scheduled run would take their orders.
    await shop.stopJobs()
  })
  beforeEach(() => shop.sandbox.clearFaults())

  const waitForStatus = (orderId: string, status: string) =>
    expect.poll(async () => (await readRecords(shop, orderId)).order.status).toBe(status)

  it('arrives by webhook when the page is gone', async () => {
    const { orderId } = await approvedOrder(shop, shop.visitor())
    await waitForStatus(orderId, 'paid')
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(1)
  })

  it('counts once when the webhook comes before the answer of the capture', async () => {
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-first' })
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    const answer = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(answer.body['status']).toBe('paid')
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(1)
  })

  it('counts once when the webhook comes twice', async () => {
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-twice' })
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    await waitForStatus(orderId, 'paid')
    const { payments, purchases } = await readRecords(shop, orderId)
    expect([payments.length, purchases.length]).toEqual([1, 1])
  })

  it('goes to the inbox when the money went to somebody else', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const providerOrderId = await startPayment(buyer, orderId)
    const payment = { ...paymentOf(orderId), providerOrderId, payee: 'SOMEBODYELSE1' }
    expect(await recordPayment(shop.services, payment)).toMatchObject({ reason: 'payee_mismatch' })
    const { order, purchases } = await readRecords(shop, orderId)
    expect([order.status, purchases]).toEqual(['pending', []])
  })

  it('is found by the reconcile job when no webhook comes and the page is gone', async () => {
    await loseAllWebhooks()
    const { orderId } = await approvedOrder(shop, shop.visitor())
    shop.advanceClock(5 * 60_000)
    await reconcileOrders(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('paid')
  })

  it('is checked again soon when PayPal was unreachable, however old the order is', async () => {
    await loseAllWebhooks()
    const { orderId, paypalOrderId } = await approvedOrder(shop, shop.visitor())
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path: apiPath(paypalOrderId) })
    shop.advanceClock(60 * 60_000)
    await reconcileOrders(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('pending')
    shop.advanceClock(5 * 60_000)
    await reconcileOrders(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('paid')
  })

  it('is captured again after a decline only when its buyer approves again', async () => {
    const { sandbox } = shop
    const eventType = 'CHECKOUT.ORDER.APPROVED'
    await sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType, times: 2 })
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const paypalOrderId = await startPayment(buyer, orderId)
    await sandbox.decide(paypalOrderId, 'decline')
    const declined = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(declined.body['code']).toBe('payment_declined')
    // Their bank would allow it by now, but the page has said that no money was taken.
    await sandbox.decide(paypalOrderId, 'pay')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      shop.advanceClock(5 * 60_000)
      await reconcileOrders(shop.services)
    }
    expect((await readRecords(shop, orderId)).order.status).toBe('pending')
    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  it('causes seven requests in three hours for an unpaid order', async () => {
    await loseAllWebhooks()
    const buyer = shop.visitor()
    const paypalOrderId = await startPayment(buyer, await openOrder(buyer))
    const countRequests = async () =>
      (await shop.sandbox.readLog('paypal')).filter((entry) =>
        JSON.stringify(entry).includes(paypalOrderId),
      ).length
    const before = await countRequests()
    for (let minutes = 0; minutes < 240; minutes += 1) {
      shop.advanceClock(60_000)
      await reconcileOrders(shop.services)
    }
    expect((await countRequests()) - before).toBe(7)
  })

  it.each(['reset', 'truncated', '500', '429'])(
    'is neither lost nor doubled when the capture ends in %s',
    async (kind) => {
      await loseAllWebhooks()
      const buyer = shop.visitor()
      const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
      const path = `${apiPath(paypalOrderId)}/capture`
      await shop.sandbox.fail({ provider: 'paypal', kind, path })
      const failed = await buyer.post(`/api/orders/${orderId}/capture`, {})
      expect(failed).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } })
      const again = await buyer.post(`/api/orders/${orderId}/capture`, {})
      expect(again.body['status']).toBe('paid')
      expect((await readRecords(shop, orderId)).purchases).toHaveLength(1)
    },
  )

  it('delivers nothing when it was refunded before it arrived', async () => {
    await loseAllWebhooks()
    const { orderId, paypalOrderId } = await orderWithLostCapture(shop)
    await shop.sandbox.refund(paypalOrderId)
    await waitForStatus(orderId, 'refunded')
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(0)
  })

  it.each([
    ['complete', 'paid', 1],
    ['deny', 'expired', 0],
  ] as const)('waits for a payment under review; %s ends in %s', async (outcome, status, count) => {
    const buyer = shop.visitor()
    const body = checkoutBody()
    const orderId = await openOrder(buyer, body)
    await shop.sandbox.decide(await startPayment(buyer, orderId), 'hold')
    const held = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(held.body['status']).toBe('processing')
    const { payments } = await readRecords(shop, orderId)
    await shop.sandbox.review(payments[0]?.reference ?? '', outcome)
    await waitForStatus(orderId, status)
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(count)
  })

  it('that was denied does not affect the buyer’s new attempt when it is reported again', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody()
    const { orderId, reference } = await heldOrder(buyer, body)
    const before = await shop.services.paypal.fetchPayment(reference)
    if (before.outcome !== 'payment') throw new Error(before.outcome)
    await shop.sandbox.review(reference, 'deny')
    await waitForStatus(orderId, 'expired')
    await recordPayment(shop.services, before.payment)
    expect((await readRecords(shop, orderId)).order.status).toBe('expired')
    await openOrder(buyer, body)
    await recordPayment(shop.services, before.payment)
    await syncPayment(shop.services, reference)
    expect((await readRecords(shop, orderId)).order.status).toBe('pending')
  })

  it('is accepted after an earlier one was denied', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody()
    const { orderId, reference } = await heldOrder(buyer, body)
    await shop.sandbox.review(reference, 'deny')
    await waitForStatus(orderId, 'expired')
    await openOrder(buyer, body)
    await shop.sandbox.decide(await startPayment(buyer, orderId), 'pay')
    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  it('can be refunded in full and in part', async () => {
    const buyer = shop.visitor()
    const whole = await approvedOrder(shop, buyer)
    const part = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${whole.orderId}/capture`, {})
    await buyer.post(`/api/orders/${part.orderId}/capture`, {})
    await shop.sandbox.refund(whole.paypalOrderId)
    await shop.sandbox.refund(part.paypalOrderId, 1000)
    await waitForStatus(whole.orderId, 'refunded')
    await expect
      .poll(async () => (await readRecords(shop, part.orderId)).payments[0]?.refunded_cents)
      .toBe(1000)
    expect((await readRecords(shop, part.orderId)).order.status).toBe('paid')
  })

  it('allows a new purchase of the item after a refund', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody()
    const first = await approvedOrder(shop, buyer, body)
    await buyer.post(`/api/orders/${first.orderId}/capture`, {})
    await shop.sandbox.refund(first.paypalOrderId)
    await waitForStatus(first.orderId, 'refunded')
    const second = await approvedOrder(shop, buyer, body)
    expect(second.orderId).not.toBe(first.orderId)
    const paid = await buyer.post(`/api/orders/${second.orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  it('is not captured for an order that was replaced in another tab', async () => {
    await loseAllWebhooks()
    const buyer = shop.visitor()
    const item = cartItem()
    const first = await openOrder(buyer, checkoutBody({ items: [item] }))
    const paypalOrderId = await startPayment(buyer, first)
    const second = await openOrder(buyer, checkoutBody({ items: [item], discordUsername: 'other' }))
    expect(second).not.toBe(first)
    await shop.sandbox.decide(paypalOrderId, 'pay')
    const answer = await buyer.post(`/api/orders/${first}/capture`, {})
    expect(answer).toMatchObject({ status: 409, body: { code: 'order_not_payable' } })
    expect((await readRecords(shop, first)).payments).toHaveLength(0)
  })

  it('must come in time, but the buyer can reopen an expired order', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody()
    const orderId = await openOrder(buyer, body)
    const earlier = await startPayment(buyer, orderId)
    shop.advanceClock(4 * hour)
    await reconcileOrders(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('expired')
    const refused = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    expect(refused.body['code']).toBe('order_not_payable')
    const unpaid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(unpaid).toMatchObject({ status: 200, body: { status: 'expired' } })
    expect(await openOrder(buyer, body)).toBe(orderId)
    const later = await startPayment(buyer, orderId)
    expect(later).not.toBe(earlier)
    await shop.sandbox.decide(later, 'pay')
    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  it.each(['expired', 'superseded'] as const)(
    'is found when it was being captured while its order became %s',
    async (status) => {
      await loseAllWebhooks()
      const { orderId } = await orderWithLostCapture(shop)
      await shop.services.database.db
        .updateTable('orders')
        .set({ status })
        .where('id', '=', orderId)
        .execute()
      shop.advanceClock(2 * 60_000)
      await reconcileOrders(shop.services)
      expect((await readRecords(shop, orderId)).order.status).toBe('paid')
    },
  )

  it('is still checked under review when its order had expired', async () => {
    await loseAllWebhooks()
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    await shop.sandbox.decide(await startPayment(buyer, orderId), 'hold')
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const { payments, order } = await readRecords(shop, orderId)
    expect([order.status, order.next_check_at]).toEqual(['processing', expect.any(Date)])
    await shop.sandbox.review(payments[0]?.reference ?? '', 'complete')
    shop.advanceClock(5 * hour)
    await reconcileOrders(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('paid')
  })

  it('is reconciled for the other orders when one fails', async () => {
    await loseAllWebhooks()
    const [broken, paid] = [shop.visitor(), shop.visitor()]
    const first = await openOrder(broken)
    const brokenPaypalId = await startPayment(broken, first)
    const { orderId } = await approvedOrder(shop, paid)
    await shop.sandbox.fail({
      provider: 'paypal',
      kind: 'truncated',
      path: apiPath(brokenPaypalId),
    })
    shop.advanceClock(5 * 60_000)
    await reconcileOrders(shop.services)
    shop.advanceClock(5 * 60_000)
    await reconcileOrders(shop.services)
    expect((await readRecords(shop, orderId)).order.status).toBe('paid')
  })

  it('goes to the inbox when it does not match its order exactly', async () => {
    await loseAllWebhooks()
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    await shop.services.database.db
      .updateTable('orders')
      .set({ price_cents: 9000 })
      .where('id', '=', orderId)
      .execute()
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const inbox = await shop.services.database.db
      .selectFrom('payments')
      .selectAll()
      .where('unmatched_reason', '=', 'amount_mismatch')
      .execute()
    expect(inbox).toMatchObject([{ order_id: null, amount_cents: 2500, status: 'completed' }])
    const { order, purchases } = await readRecords(shop, orderId)
    expect([order.next_check_at, purchases]).toEqual([expect.any(Date), []])
    // The owner resolves it, so PayPal is not checked for ever.
    shop.advanceClock(4 * hour)
    await reconcileOrders(shop.services)
    const ended = (await readRecords(shop, orderId)).order
    expect([ended.status, ended.next_check_at]).toEqual(['expired', null])
  })

  it.each([
    ['amount', { member: 'value', put: '5.00' }],
    ['currency', { member: 'currency_code', put: 'USD' }],
  ])('is stored as PayPal shows it now, after a wrong %s in its first answer', async (_, wrong) => {
    await loseAllWebhooks()
    const buyer = shop.visitor()
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
    const path = `${apiPath(paypalOrderId)}/capture`
    await shop.sandbox.fail({ provider: 'paypal', kind: 'garbled', path, ...wrong })
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect((await readRecords(shop, orderId)).payments).toEqual([])
    const again = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(again.body['status']).toBe('paid')
    const { payments } = await readRecords(shop, orderId)
    expect(payments).toMatchObject([{ amount_cents: 2500, currency: 'EUR' }])
  })

  it.each([
    ['another currency', { currency: 'USD' }, 'currency_mismatch'],
    ['test money for a live order', { provider_mode: 'live' }, 'mode_mismatch'],
  ] as const)('goes to the inbox for %s', async (_, changes, reason) => {
    const orderId = await openOrder(shop.visitor())
    await shop.services.database.db
      .updateTable('orders')
      .set(changes)
      .where('id', '=', orderId)
      .execute()
    const payment = paymentOf(orderId, `PAID-${reason}`)
    expect(await recordPayment(shop.services, payment)).toEqual({ order: null, reason })
    expect((await readRecords(shop, orderId)).order.status).toBe('pending')
  })

  it('is looked at as planned after a slower check scheduled another one', async () => {
    await loseAllWebhooks()
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    await shop.services.database.db
      .updateTable('orders')
      .set({ next_check_at: shop.services.clock() })
      .where('id', '=', orderId)
      .execute()
    shop.advanceClock(4 * hour)
    await reconcileOrders(shop.services)
    const { order } = await readRecords(shop, orderId)
    const paidAt = order.paid_at?.getTime() ?? 0
    expect([order.status, order.next_check_at]).toEqual(['paid', new Date(paidAt + 24 * hour)])
  })

  /** An order whose payment PayPal holds for review. */
  async function heldOrder(buyer: ReturnType<TestShop['visitor']>, body = checkoutBody()) {
    const orderId = await openOrder(buyer, body)
    await shop.sandbox.decide(await startPayment(buyer, orderId), 'hold')
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const { payments } = await readRecords(shop, orderId)
    return { orderId, reference: payments[0]?.reference ?? '' }
  }

  /** Drops the webhooks of approvals and payments. */
  async function loseAllWebhooks(): Promise<void> {
    for (const eventType of [
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.COMPLETED',
    ]) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType })
    }
  }
})
