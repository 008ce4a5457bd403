import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { findDifferences } from '#test/audit.ts'
import { cents } from '#domain/money.ts'
import { describeOnDatabase, describeOnPostgres } from '#test/database.ts'
import {
  approvedOrder,
  nameTagBody,
  openOrder,
  readRecords,
  reskinBody,
  startOnePayment,
} from '#test/factories/checkout.ts'
import { orderWithLostCapture } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'
import { reconcileOrders } from './order-payable.ts'
import { syncDispute, syncOrders } from './order-payments.ts'
import { recordDispute, recordPayment } from './record-order-payment.ts'

describeOnPostgres('concurrent syncs of orders', (_open, createDatabase) => {
  it('pay each of 8 orders once while pages, webhooks and the job race', async () => {
    const shop = await openShop(await createDatabase())
    for (const eventType of ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-twice', times: 20, eventType })
    }
    const orders = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const buyer = shop.visitor()
        const { orderId } = await approvedOrder(shop, buyer)
        return { buyer, orderId }
      }),
    )
    shop.advanceClock(5 * 60_000)
    await Promise.all([
      ...orders.flatMap(({ buyer, orderId }) =>
        [1, 2, 3].map(() => buyer.post(`/api/orders/${orderId}/capture`, {})),
      ),
      ...[1, 2, 3].map(() => unlessCrowded(reconcileOrders(shop.services))),
    ])
    for (const { orderId } of orders) {
      const { order, payments, purchases } = await readRecords(shop, orderId)
      expect([order.status, payments.length, purchases.length]).toEqual(['paid', 1, 1])
    }
  })

  it('charge no item twice while carts are paid at once and alone, in several tabs', async () => {
    const shop = await openShop(await createDatabase())
    const carts = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const buyer = shop.visitor()
        const orderIds = [await openOrder(buyer), await openOrder(buyer, nameTagBody())]
        return { buyer, orderIds }
      }),
    )
    // Refusals are right answers here: an item is paid, or being paid, in the other tab.
    const payTogether = async ({ buyer, orderIds }: (typeof carts)[number]) => {
      const { body } = await buyer.post('/api/paypal-orders', { orderIds })
      if (typeof body['paypalOrderId'] !== 'string') return
      await shop.sandbox.decide(body['paypalOrderId'], 'pay')
      await buyer.post(`/api/paypal-orders/${body['paypalOrderId']}/capture`, {})
    }
    const payAlone = async (buyer: Visitor, orderId: string) => {
      const { body } = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
      if (typeof body['paypalOrderId'] !== 'string') return
      await shop.sandbox.decide(body['paypalOrderId'], 'pay')
      await buyer.post(`/api/orders/${orderId}/capture`, {})
    }
    shop.advanceClock(5 * 60_000)
    await Promise.all([
      ...carts.flatMap((cart) => [
        payTogether(cart),
        ...cart.orderIds.map((id) => payAlone(cart.buyer, id)),
        payTogether({ ...cart, orderIds: cart.orderIds.toReversed() }),
      ]),
      ...[1, 2].map(() => unlessCrowded(reconcileOrders(shop.services))),
    ])
    for (const { buyer, orderIds } of carts) {
      for (const orderId of orderIds) await payAlone(buyer, orderId)
    }
    const orderIds = carts.flatMap((cart) => cart.orderIds)
    await expect.poll(() => findDifferences(shop, orderIds)).toEqual([])
    const paid = (await shop.sandbox.readPayments()).map(({ customId }) => String(customId))
    expect(paid.toSorted()).toEqual(orderIds.toSorted())
  })

  it('answer 20 captures of ten items at once, before they are paid and after', async () => {
    const shop = await openShop(await createDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    const buyer = shop.visitor()
    const orderIds: string[] = []
    for (let item = 0; item < 10; item += 1) orderIds.push(await openOrder(buyer, nameTagBody()))
    const paypalOrderId = await startOnePayment(buyer, orderIds)
    const captureTogether = async (headers = {}) => {
      const path = `/api/paypal-orders/${paypalOrderId}/capture`
      const calls = Array.from({ length: 20 }, () => buyer.post(path, {}, headers))
      // The job checks them meanwhile, and a page asks for one of them.
      const others = [
        reconcileOrders(shop.services),
        buyer.post(`/api/orders/${orderIds[0]}/capture`, {}),
      ]
      const [answers] = await Promise.all([Promise.all(calls), ...others])
      return [...new Set(answers.map(({ status }) => status))]
    }
    shop.advanceClock(5 * 60_000)
    for (let round = 0; round < 2; round += 1) expect(await captureTogether()).toEqual([200])
    // Of a network other than this machine some are under way, some wait, and the rest is refused.
    const fromElsewhere = await captureTogether({ 'x-forwarded-for': '192.0.2.1' })
    expect(new Set(fromElsewhere)).toEqual(new Set([200, 429]))
    shop.beginWindow(60)
    await shop.sandbox.decide(paypalOrderId, 'pay')
    expect(await captureTogether()).toEqual([200])
    expect(await findDifferences(shop, orderIds)).toEqual([])
    const paid = (await shop.sandbox.readPayments()).map(({ customId }) => String(customId))
    expect(paid.toSorted()).toEqual(orderIds.toSorted())
    expect(shop.readErrors()).toEqual([])
  })

  it('count the refunds of 6 orders once for refunds, disputes, pages and jobs', async () => {
    const shop = await openShop(await createDatabase())
    const captured = await Promise.all(Array.from({ length: 6 }, () => orderWithLostCapture(shop)))
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-twice', times: 200 })
    // Half of them are paid and due to be looked at, half are found paid now.
    await Promise.all(
      captured
        .slice(3)
        .map(({ buyer, orderId }) => buyer.post(`/api/orders/${orderId}/capture`, {})),
    )
    shop.advanceClock(24 * 60 * 60_000)
    await Promise.all([
      ...captured.map(({ paypalOrderId }, index) => reverse(shop, paypalOrderId, index)),
      ...captured.flatMap(({ buyer, orderId }) =>
        [1, 2].map(() => buyer.post(`/api/orders/${orderId}/capture`, {})),
      ),
      ...[1, 2].flatMap(() =>
        [reconcileOrders(shop.services), reconcileDisputes(shop.services)].map(unlessCrowded),
      ),
    ])
    const orderIds = captured.map(({ orderId }) => orderId)
    await expect.poll(() => findDifferences(shop, orderIds)).toEqual([])
    const statuses = await Promise.all(
      orderIds.map(async (id) => (await readRecords(shop, id)).order.status),
    )
    expect(new Set(statuses)).toEqual(new Set(['paid', 'disputed', 'refunded']))
  })

  it('apply a dispute that arrives together with its payment, for each of 10 orders', async () => {
    const shop = await openShop(await createDatabase())
    for (const eventType of ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', times: 1000, eventType })
    }
    const captured = await Promise.all(Array.from({ length: 10 }, () => orderWithLostCapture(shop)))
    const atPayPal = await shop.sandbox.readPayments()
    const payments = await Promise.all(
      atPayPal.map(({ captureId }) => fetchPayment(shop, captureId)),
    )
    await Promise.all(
      payments.flatMap((payment) => [
        recordPayment(shop.services, payment),
        recordDispute(shop.services, {
          reference: `PP-${payment.reference}`,
          paymentReference: payment.reference,
          status: 'open',
          amountCents: payment.amountCents,
          currency: payment.currency,
          openedAt: payment.madeAt,
          changedAt: payment.madeAt,
          reason: null,
          awaitsAnswer: true,
          answerBy: null,
          feeCents: cents(0),
        }),
      ]),
    )
    const records = await Promise.all(captured.map(({ orderId }) => readRecords(shop, orderId)))
    expect(records.map(({ order }) => order.status)).toEqual(captured.map(() => 'disputed'))
  })

  async function fetchPayment(shop: TestShop, captureId: string): Promise<Payment> {
    const found = await shop.services.paypal.fetchPayment(captureId)
    if (found.outcome !== 'payment') throw new Error(found.outcome)
    return found.payment
  }

  /** Refunds or disputes each payment in another way; concurrent syncs see any moment of it. */
  async function reverse(shop: TestShop, paypalOrderId: string, index: number): Promise<void> {
    const { sandbox, services } = shop
    if (index % 2 === 0) await sandbox.refund(paypalOrderId, 500)
    const dispute = await sandbox.dispute(paypalOrderId, 'open', { amountCents: 1000 })
    const syncs = [1, 2].map(() => unlessCrowded(syncDispute(services, dispute)))
    if (index % 3 === 0) await sandbox.dispute(dispute, 'won')
    if (index % 3 === 1) await sandbox.dispute(dispute, 'lost')
    if (index % 4 === 0) await sandbox.refund(paypalOrderId)
    await Promise.all(syncs)
  }
})

/** Repeats work that got no connection in time, as a webhook or the schedule would. */
async function unlessCrowded(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error
  })
}

const sentWebhook = z.object({
  kind: z.literal('webhook'),
  eventType: z.string(),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
})

describeOnDatabase('events of PayPal', (_open, createDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createDatabase())
    for (const more of [{}, { eventType: 'CHECKOUT.ORDER.APPROVED' }]) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', times: 1000, ...more })
    }
  })

  it('end in the same state in any order, even when each arrives eight times', async () => {
    const { orderId, paypalOrderId } = await orderWithLostCapture(shop)
    await shop.sandbox.refund(paypalOrderId, 500)
    await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 1000 })
    await shop.sandbox.dispute(paypalOrderId, 'won')
    await shop.sandbox.dispute(paypalOrderId, 'open', { amountCents: 700 })
    await shop.sandbox.dispute(paypalOrderId, 'lost')

    const events = await sentEvents()
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.RESOLVED',
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.RESOLVED',
      'PAYMENT.CAPTURE.REVERSED',
    ])
    for (const event of events.toReversed()) expect(await deliver(event)).toBe(204)
    await expectFinalState(orderId)
    await shop.services.database.db.deleteFrom('webhook_events').execute()
    // A few at a time: on a busy machine all at once would exceed the timeout of PayPal's requests.
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([...events, ...events].map(deliver))
      expect(new Set(answers)).toEqual(new Set([204]))
    }
    await expectFinalState(orderId)
  })

  it('leave what a webhook captures before the buyer’s page does paid in its answer', async () => {
    const buyer = shop.visitor()
    const alone = await approvedOrder(shop, buyer)
    await captureElsewhereFirst([alone.orderId])
    const one = await buyer.post(`/api/orders/${alone.orderId}/capture`, {})
    expect(one).toMatchObject({ status: 200, body: { status: 'paid' } })

    const orderIds = [await openOrder(buyer, nameTagBody()), await openOrder(buyer, reskinBody())]
    const together = await startOnePayment(buyer, orderIds)
    await shop.sandbox.decide(together, 'pay')
    await captureElsewhereFirst(orderIds)
    const both = await buyer.post(`/api/paypal-orders/${together}/capture`, {})
    const paid = { status: 'paid' }
    expect(both).toMatchObject({ status: 200, body: { orders: [paid, paid] } })
    expect(await findDifferences(shop, [alone.orderId, ...orderIds])).toEqual([])
  })

  /** Right before the next capture of these orders, another one is recorded, as by a webhook. */
  async function captureElsewhereFirst(orderIds: readonly string[]): Promise<void> {
    const records = await Promise.all(orderIds.map((id) => readRecords(shop, id)))
    const { paypal } = shop.services
    const collect = paypal.collect.bind(paypal)
    vi.spyOn(paypal, 'collect').mockImplementationOnce((reference, mayCapture) =>
      collect(reference, async () => {
        await syncOrders(
          shop.services,
          records.map(({ order }) => order),
        )
        return mayCapture()
      }),
    )
  }

  async function sentEvents() {
    const log = await shop.sandbox.readLog('paypal')
    return log.flatMap((entry) => sentWebhook.safeParse(entry).data ?? [])
  }

  async function deliver({ headers, rawBody }: z.output<typeof sentWebhook>): Promise<number> {
    const address = `${shop.origin}/webhooks/paypal`
    return (await fetch(address, { method: 'POST', headers, body: rawBody })).status
  }

  async function expectFinalState(orderId: string): Promise<void> {
    expect(await findDifferences(shop, [orderId])).toEqual([])
    const { order, payments, purchases, messages } = await readRecords(shop, orderId)
    expect([order.status, payments[0]?.refunded_cents, purchases.length]).toEqual(['paid', 1200, 1])
    const kinds = messages.map(({ kind }) => kind).filter((kind) => kind.startsWith('dispute'))
    expect(kinds.toSorted()).toEqual(['dispute_lost', 'dispute_won'])
  }
})
