import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { findDifferences } from '#test/audit.ts'
import { describeOnDatabase } from '#test/database.ts'
import {
  checkoutBody,
  nameTagBody,
  openOrder,
  readRecords,
  reskinBody,
  startOnePayment,
  startPayment,
} from '#test/factories/checkout.ts'
import { orderWithLostCapture, paymentOf } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { reconcileOrders } from './order-payable.ts'
import { recordPayment } from './record-order-payment.ts'

const hour = 60 * 60 * 1000
const orderList = z.object({ orders: z.array(z.looseObject({ id: z.string() })) })

describeOnDatabase('one payment for several orders', (_open, createTestDatabase) => {
  let shop: TestShop
  let buyer: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    // The tests run the jobs themselves: a scheduled run would take their orders.
    await shop.stopJobs()
  })
  beforeEach(async () => {
    buyer = shop.visitor()
    await shop.sandbox.clearFaults()
    await loseWebhooks()
  })

  async function loseWebhooks(): Promise<void> {
    for (const more of [{}, { eventType: 'CHECKOUT.ORDER.APPROVED' }]) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', times: 1000, ...more })
    }
  }

  /** A queue, a coloured name and a reskin. */
  async function openCart(bodies: readonly unknown[] = cartBodies()): Promise<string[]> {
    const orderIds: string[] = []
    for (const body of bodies) orderIds.push(await openOrder(buyer, body))
    return orderIds
  }
  const cartBodies = () => [checkoutBody(), nameTagBody(), reskinBody()]

  async function approvedCart() {
    const orderIds = await openCart()
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    await shop.sandbox.decide(paypalOrderId, 'pay')
    return { orderIds, paypalOrderId }
  }
  const capture = (paypalOrderId: string, by = buyer): Promise<Answer> =>
    by.post(`/api/paypal-orders/${paypalOrderId}/capture`, {})
  const statusesOf = (orderIds: readonly string[]) =>
    Promise.all(orderIds.map(async (id) => (await readRecords(shop, id)).order.status))
  const readBook = async (orderIds: readonly string[]) =>
    (await shop.sandbox.readPayments()).filter(({ customId }) => orderIds.includes(customId ?? ''))
  const countRequests = async (word: string) =>
    (await shop.sandbox.readLog('paypal')).filter(
      (entry) => entry.kind === 'request' && JSON.stringify(entry).includes(word),
    ).length

  it('pays each by its own transaction, and delivers each', async () => {
    const { orderIds, paypalOrderId } = await approvedCart()
    const answer = await capture(paypalOrderId)
    expect(answer.status).toBe(200)
    const { orders } = orderList.parse(answer.body)
    expect(orders.map(({ id }) => id).toSorted()).toEqual(orderIds.toSorted())
    for (const order of orders) expect(order['status']).toBe('paid')
    expect(new Set(orders.map((order) => order['transactionId'])).size).toBe(3)
    expect(await findDifferences(shop, orderIds)).toEqual([])
    // Repeating it changes nothing.
    expect(await capture(paypalOrderId)).toMatchObject({ status: 200, body: answer.body })
    expect(await readBook(orderIds)).toHaveLength(3)
  })

  it('is one PayPal order, however often and in whatever sequence it is started', async () => {
    const orderIds = await openCart()
    const started = await Promise.all(
      [orderIds, orderIds.toReversed(), orderIds].map((ids) => startOnePayment(buyer, ids)),
    )
    started.push(await startOnePayment(buyer, orderIds.toReversed()))
    expect(new Set(started).size).toBe(1)
  })

  it('of a single order is a list of one, also by the address of the order', async () => {
    const orderId = await openOrder(buyer)
    const paypalOrderId = await startOnePayment(buyer, [orderId])
    expect(await startPayment(buyer, orderId)).toBe(paypalOrderId)
    await shop.sandbox.decide(paypalOrderId, 'pay')
    const { orders } = orderList.parse((await capture(paypalOrderId)).body)
    expect(orders).toMatchObject([{ id: orderId, status: 'paid' }])
    const alone = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(alone).toMatchObject({ status: 200, body: orders[0] })
  })

  it.each([
    [{}],
    [{ orderIds: [] }],
    [{ orderIds: Array.from({ length: 11 }, () => randomUUID()) }],
    [{ orderIds: ['one', 'two'] }],
    [{ orderIds: Array(2).fill(randomUUID()) }, 'repeated'],
  ])('refuses %j', async (body, code?: string) => {
    const answer = await buyer.post('/api/paypal-orders', body)
    expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed'])
    if (code) expect(answer.body['errors']).toMatchObject([{ path: 'orderIds', code }])
  })

  it('is refused for an order of somebody else, or an unknown one', async () => {
    const own = await openOrder(buyer)
    for (const other of [await openOrder(shop.visitor()), randomUUID()]) {
      const answer = await buyer.post('/api/paypal-orders', { orderIds: [own, other] })
      expect([answer.status, answer.body['code']]).toEqual([404, 'order_not_found'])
    }
    expect((await readRecords(shop, own)).order.provider_order_attempt).toBe(1)
  })

  it('is captured by its buyer alone', async () => {
    const { orderIds, paypalOrderId } = await approvedCart()
    for (const id of [paypalOrderId, 'NO-SUCH-ORDER', '%00']) {
      expect((await capture(id, shop.visitor())).body['code']).toBe('order_not_found')
    }
    expect(await statusesOf(orderIds)).toEqual(['pending', 'pending', 'pending'])
  })

  it('is refused with the orders that cannot be paid any more', async () => {
    const orderIds = await openCart()
    const [first = '', second = ''] = orderIds
    await shop.sandbox.decide(await startPayment(buyer, first), 'pay')
    await buyer.post(`/api/orders/${first}/capture`, {})
    const { db } = shop.services.database
    await db.updateTable('orders').set({ status: 'expired' }).where('id', '=', second).execute()
    const answer = await buyer.post('/api/paypal-orders', { orderIds })
    expect(answer).toMatchObject({ status: 409, body: { code: 'order_not_payable' } })
    expect(answer.body['orderIds']).toEqual([first, second].toSorted())
  })

  it('is refused for the other driver', async () => {
    const orderIds = await openCart()
    const { db } = shop.services.database
    const [first = ''] = orderIds
    await db.updateTable('orders').set({ driver: 'hosted' }).where('id', '=', first).execute()
    const answer = await buyer.post('/api/paypal-orders', { orderIds })
    expect(answer.body).toMatchObject({ code: 'order_not_payable', orderIds: [first] })
  })

  it('is refused when one is not sold any more', async () => {
    const orderIds = await openCart()
    const [first = ''] = orderIds
    await shop.services.database.db
      .updateTable('orders')
      .set({ offer_key: 'sold-out' })
      .where('id', '=', first)
      .execute()
    const answer = await buyer.post('/api/paypal-orders', { orderIds })
    expect(answer.body).toMatchObject({ code: 'item_not_sold', orderIds: [first] })
  })

  it('takes nothing before its buyer approves', async () => {
    const orderIds = await openCart()
    const answer = await capture(await startOnePayment(buyer, orderIds))
    const { orders } = orderList.parse(answer.body)
    expect(orders.map((order) => order['status'])).toEqual(['pending', 'pending', 'pending'])
  })

  it('reports a decline, and can be paid in another way after it', async () => {
    const orderIds = await openCart()
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    await shop.sandbox.decide(paypalOrderId, 'decline')
    const declined = await capture(paypalOrderId)
    expect([declined.status, declined.body['code']]).toEqual([402, 'payment_declined'])
    const [first = '', ...others] = orderIds
    await shop.sandbox.decide(await startPayment(buyer, first), 'pay')
    await buyer.post(`/api/orders/${first}/capture`, {})
    const rest = await startOnePayment(buyer, others)
    await shop.sandbox.decide(rest, 'pay')
    await capture(rest)
    expect(await statusesOf(orderIds)).toEqual(['paid', 'paid', 'paid'])
    expect(await findDifferences(shop, orderIds)).toEqual([])
  })

  it('leaves an item unpaid whose unit was declined, which can be paid again', async () => {
    const { orderIds, paypalOrderId } = await approvedCart()
    await failUnit('unit-declined', paypalOrderId)
    const { orders } = orderList.parse((await capture(paypalOrderId)).body)
    const statuses = orders.map((order) => String(order['status']))
    expect(statuses.toSorted()).toEqual(['expired', 'paid', 'paid'])
    expect(await findDifferences(shop, orderIds)).toEqual([])
    const declined = orders.find((order) => order['status'] === 'expired')?.id ?? ''
    const { order } = await readRecords(shop, declined)
    const body = cartBodyOf(order)
    expect(await openOrder(buyer, body)).toBe(declined)
    await shop.sandbox.decide(await startPayment(buyer, declined), 'pay')
    await buyer.post(`/api/orders/${declined}/capture`, {})
    expect(await statusesOf(orderIds)).toEqual(['paid', 'paid', 'paid'])
    expect(await readBook(orderIds)).toHaveLength(4)
  })

  const failUnit = (kind: 'unit-declined' | 'unit-held', paypalOrderId: string) =>
    shop.sandbox.fail({ provider: 'paypal', kind, path: `/v2/checkout/orders/${paypalOrderId}/` })

  type Order = Awaited<ReturnType<typeof readRecords>>['order']
  function cartBodyOf({ cart_item_id: id, item_type: type }: Order) {
    if (type === 'Reskin') {
      const [item] = reskinBody().items
      return reskinBody({ items: [{ ...item, id }] })
    }
    if (type === 'Name Color Tag') return nameTagBody({ id })
    const [item] = checkoutBody().items
    return checkoutBody({ items: [{ ...item, id }] })
  }

  it.each([
    ['complete', 'paid'],
    ['deny', 'expired'],
  ] as const)('waits for the review of one unit; %s ends in %s', async (outcome, end) => {
    const { orderIds, paypalOrderId } = await approvedCart()
    await failUnit('unit-held', paypalOrderId)
    const { orders } = orderList.parse((await capture(paypalOrderId)).body)
    const held = orders.find((order) => order['status'] === 'processing')
    expect(orders.filter((order) => order['status'] === 'paid')).toHaveLength(2)
    await shop.sandbox.review(String(held?.['transactionId']), outcome)
    shop.advanceClock(5 * 60_000)
    await reconcileOrders(shop.services)
    expect(await statusesOf([held?.id ?? ''])).toEqual([end])
    expect(await findDifferences(shop, orderIds)).toEqual([])
  })

  it('is not captured once one of its items is being paid alone in another tab', async () => {
    const { orderIds, paypalOrderId } = await approvedCart()
    const [first = ''] = orderIds
    const alone = await startPayment(buyer, first)
    expect(await capture(paypalOrderId)).toMatchObject({
      status: 409,
      body: { code: 'order_not_payable', orderIds: [first] },
    })
    // The earlier approval does not end the payment that is open now.
    const open = { orders: [{ id: first, status: 'pending' }] }
    expect(await capture(alone)).toMatchObject({ status: 200, body: open })
    await shop.sandbox.decide(alone, 'pay')
    await buyer.post(`/api/orders/${first}/capture`, {})
    expect(await statusesOf(orderIds)).toEqual(['paid', 'pending', 'pending'])
    expect(await readBook(orderIds)).toMatchObject([{ customId: first, orderId: alone }])
  })

  it('ends the payment of an item that was begun alone', async () => {
    const orderIds = await openCart()
    const [first = ''] = orderIds
    const alone = await startPayment(buyer, first)
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    await shop.sandbox.decide(alone, 'pay')
    const ended = await buyer.post(`/api/orders/${first}/capture`, {})
    expect([ended.status, ended.body['code']]).toEqual([409, 'order_not_payable'])
    expect(await readBook(orderIds)).toEqual([])
    await shop.sandbox.decide(paypalOrderId, 'pay')
    await capture(paypalOrderId)
    expect(await findDifferences(shop, orderIds)).toEqual([])
    expect(await readBook(orderIds)).toHaveLength(3)
  })

  it('is not captured once one of its items was replaced', async () => {
    const bodies = cartBodies()
    const orderIds = await openCart(bodies)
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    await openOrder(buyer, { ...bodies[0], discordUsername: 'another' })
    await shop.sandbox.decide(paypalOrderId, 'pay')
    expect((await capture(paypalOrderId)).body).toMatchObject({
      code: 'order_not_payable',
      orderIds: [orderIds[0]],
    })
    expect(await readBook(orderIds)).toEqual([])
  })

  it('is refused by the address of a replaced order, also when its money is in the inbox', async () => {
    const { orderId, buyer: other } = await orderWithLostCapture(shop)
    const { db } = shop.services.database
    const replaced = { status: 'superseded', price_cents: 2400 } as const
    await db.updateTable('orders').set(replaced).where('id', '=', orderId).execute()
    const answer = await other.post(`/api/orders/${orderId}/capture`, {})
    expect(answer).toMatchObject({ status: 409, body: { code: 'order_not_payable' } })
  })

  it('is found before an item can be paid again, when the answer of the capture was lost', async () => {
    const { orderIds, paypalOrderId } = await approvedCart()
    const path = `/v2/checkout/orders/${paypalOrderId}/capture`
    await shop.sandbox.fail({ provider: 'paypal', kind: 'reset', path })
    expect((await capture(paypalOrderId)).body['code']).toBe('payment_provider_unavailable')
    const again = await buyer.post(`/api/orders/${orderIds[0]}/paypal-order`, {})
    expect(again.body['code']).toBe('order_not_payable')
    expect(await statusesOf(orderIds)).toEqual(['paid', 'paid', 'paid'])
    expect(await readBook(orderIds)).toHaveLength(3)
  })

  it('lets a replaced item be paid only when its own capture cannot be under way any more', async () => {
    const bodies = cartBodies()
    const orderIds = await openCart(bodies)
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    await shop.sandbox.decide(paypalOrderId, 'pay')
    const path = `/v2/checkout/orders/${paypalOrderId}/capture`
    await shop.sandbox.fail({ provider: 'paypal', kind: '500', path })
    await capture(paypalOrderId)
    const replacing = await openOrder(buyer, { ...bodies[0], discordUsername: 'another' })
    const start = () => buyer.post(`/api/orders/${replacing}/paypal-order`, {})
    expect((await start()).body['code']).toBe('payment_provider_unavailable')
    shop.advanceClock(61_000)
    expect((await start()).status).toBe(200)
  })

  it('arrives by webhook for all items when the page is gone', async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-first', times: 2 })
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-twice', times: 2 })
    const { orderIds } = await approvedCart()
    await expect.poll(() => findDifferences(shop, orderIds)).toEqual([])
    await expect.poll(() => statusesOf(orderIds)).toEqual(['paid', 'paid', 'paid'])
  })

  it('is fetched once for all of its orders by the reconcile job', async () => {
    const orderIds = await openCart()
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    shop.advanceClock(5 * 60_000)
    const before = await countRequests(paypalOrderId)
    await reconcileOrders(shop.services)
    expect((await countRequests(paypalOrderId)) - before).toBe(1)
    await shop.sandbox.decide(paypalOrderId, 'pay')
    shop.advanceClock(20 * 60_000)
    await reconcileOrders(shop.services)
    expect(await statusesOf(orderIds)).toEqual(['paid', 'paid', 'paid'])
    // Once more, and the capture.
    expect((await countRequests(paypalOrderId)) - before).toBe(3)
  })

  it('expires for all of its orders at once', async () => {
    const orderIds = await openCart()
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    shop.advanceClock(4 * hour)
    const before = await countRequests(paypalOrderId)
    await reconcileOrders(shop.services)
    expect(await statusesOf(orderIds)).toEqual(['expired', 'expired', 'expired'])
    expect((await countRequests(paypalOrderId)) - before).toBe(1)
  })

  it('goes to the inbox for an order that its PayPal order was not made for', async () => {
    const orderIds = await openCart()
    const providerOrderId = await startOnePayment(buyer, orderIds)
    const other = await openOrder(buyer)
    for (const orderId of [other, null]) {
      const payment = { ...paymentOf(other), orderId, providerOrderId }
      const match = await recordPayment(shop.services, payment)
      expect(match).toEqual({ order: null, reason: 'order_mismatch' })
    }
    expect(await statusesOf([other, ...orderIds])).toEqual(Array(4).fill('pending'))
  })

  it('can be refunded and disputed for each item by itself', async () => {
    const { orderIds, paypalOrderId } = await approvedCart()
    await capture(paypalOrderId)
    await shop.sandbox.clearFaults()
    const [refunded, disputed] = await Promise.all(
      orderIds.map(async (id) => (await readRecords(shop, id)).payments[0]?.reference ?? ''),
    )
    await shop.sandbox.refund(refunded ?? '')
    await shop.sandbox.dispute(disputed ?? '', 'open')
    await expect.poll(() => statusesOf(orderIds)).toEqual(['refunded', 'disputed', 'paid'])
    expect(await findDifferences(shop, orderIds)).toEqual([])
  })

  it('makes each item wait while its answer cannot be read', async () => {
    const { orderIds, paypalOrderId } = await approvedCart()
    const path = `/v2/checkout/orders/${paypalOrderId}`
    const fault = { provider: 'paypal', kind: 'garbled', path, member: 'status', put: 'MYSTERY' }
    await shop.sandbox.fail({ ...fault, times: 100 })
    expect((await capture(paypalOrderId)).body['code']).toBe('payment_answer_unreadable')
    const readEntries = async () => {
      const entries = await shop.services.database.db
        .selectFrom('unreadable_answers')
        .select('resolved_at')
        .where('order_id', 'in', orderIds)
        .execute()
      return entries.map((entry) => entry.resolved_at !== null)
    }
    expect(await readEntries()).toEqual([false, false, false])
    await shop.sandbox.clearFaults()
    await loseWebhooks()
    expect((await capture(paypalOrderId)).status).toBe(200)
    expect(await statusesOf(orderIds)).toEqual(['paid', 'paid', 'paid'])
    expect(await readEntries()).toEqual([true, true, true])
  })
})
