import { beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { liftBan, liftEndedBans, saveBan } from '#server/services/bans/admin-bans.ts'
import { priceList } from '#site/prices.ts'
import { describeOnDatabase } from '#test/database.ts'
import { cartItem, checkoutBody, openOrder, readRecords } from '#test/factories/checkout.ts'
import { paymentOf } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { matchHostedOrder } from './match-payment.ts'
import { reconcileOrders } from './order-payable.ts'
import { syncDispute, syncPayment } from './order-payments.ts'
import { recordPayment } from './record-order-payment.ts'

const owner = { role: 'owner', by: 'code', actor: 'code:1' } as const

/** Each test orders its own duration, so that no other test's order waits for its payment. */
function orderFor(buyer: Visitor, duration: number, price: number): Promise<string> {
  return openOrder(
    buyer,
    checkoutBody({ items: [cartItem({ duration, price })], totalPrice: String(price) }),
  )
}

describeOnDatabase('hosted buttons', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { PAYPAL_DRIVER: 'hosted' })
  })

  const statusOf = async (orderId: string) => (await readRecords(shop, orderId)).order.status
  const refundedCents = async (reference: string) =>
    (
      await shop.services.database.db
        .selectFrom('payments')
        .select('refunded_cents')
        .where('reference', '=', reference)
        .executeTakeFirst()
    )?.refunded_cents
  const inboxHas = (reference: string) =>
    expect
      .poll(() =>
        shop.services.database.db
          .selectFrom('payments')
          .select('order_id')
          .where('reference', '=', reference)
          .executeTakeFirst(),
      )
      .toEqual({ order_id: null })

  it('pays the only pending order of the amount', async () => {
    const orderId = await orderFor(shop.visitor(), 1, 10)
    await shop.sandbox.payHostedButton(priceList['priority-queue/1'].hostedButtonId)
    await expect.poll(() => statusOf(orderId)).toBe('paid')
  })

  it('keeps back what a banned player pays, and delivers it once the ban is over', async () => {
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 1, 10)
    const { steam_id: steamId } = (await readRecords(shop, orderId)).order
    await saveBan(shop.services, owner, steamId, { reason: 'Duped items.', from: ['shop'] })
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/1'].hostedButtonId,
    )
    await inboxHas(reference)
    expect(await statusOf(orderId)).toBe('processing')
    await liftBan(shop.services, owner, steamId)
    await liftEndedBans(shop.services)
    await reconcileOrders(shop.services)
    expect(await statusOf(orderId)).toBe('paid')
  })

  it('leaves the choice to the buyers when two orders are pending, and lets each claim once', async () => {
    const [payer, other] = [shop.visitor(), shop.visitor()]
    const paid = await orderFor(payer, 3, 25)
    const unpaid = await orderFor(other, 3, 25)
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/3'].hostedButtonId,
    )
    await inboxHas(reference)
    // An id in upper case is the same id.
    const address = `/api/orders/${paid.toUpperCase()}/claim`
    const claimed = await payer.post(address, { transactionId: reference })
    expect(claimed).toMatchObject({ status: 200, body: { status: 'paid' } })
    const stolen = await other.post(`/api/orders/${unpaid}/claim`, { transactionId: reference })
    expect(stolen).toMatchObject({ status: 409, body: { code: 'payment_already_claimed' } })
    expect(await statusOf(unpaid)).toBe('pending')
  })

  it('lets nobody claim a payment for an order that is paid already', async () => {
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 5, 40)
    const button = priceList['priority-queue/5'].hostedButtonId
    await shop.sandbox.payHostedButton(button)
    await expect.poll(() => statusOf(orderId)).toBe('paid')
    const reference = await shop.sandbox.payHostedButton(button)
    await inboxHas(reference)
    const answer = await buyer.post(`/api/orders/${orderId}/claim`, { transactionId: reference })
    expect(answer).toMatchObject({ status: 409, body: { code: 'order_not_payable' } })
    await inboxHas(reference)
  })

  it('pays no order with a payment that PayPal still holds for review', async () => {
    const orderId = await orderFor(shop.visitor(), 7, 55)
    const payment = {
      ...paymentOf(orderId),
      orderId: null,
      amountCents: cents(5500),
      status: 'held',
    } as const
    const match = await recordPayment(shop.services, payment, matchHostedOrder)
    expect(match).toEqual({ order: null, reason: 'not_completed' })
    expect(await statusOf(orderId)).toBe('pending')
  })

  it('keeps in the books what was refunded, though a later answer lists no refund', async () => {
    const orderId = await orderFor(shop.visitor(), 1, 10)
    const payment = { ...paymentOf(orderId), orderId: null, amountCents: cents(1000) }
    const refunded = async (amount: number) => {
      await recordPayment(shop.services, { ...payment, refundedCents: cents(amount) })
      return shop.services.database.db
        .selectFrom('money_movements')
        .select(['kind', 'gross_cents'])
        .where('reference', '=', `${payment.reference}:rest`)
        .execute()
    }
    // The second of two, whose first webhook was lost.
    const books = [{ kind: 'refund', gross_cents: -300 }]
    expect(await refunded(300)).toEqual(books)
    expect(await refunded(0)).toEqual(books)
  })

  it('keeps a payment without a pending order, and refuses a claim of another amount', async () => {
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/5'].hostedButtonId,
    )
    await inboxHas(reference)
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 7, 55)
    const answer = await buyer.post(`/api/orders/${orderId}/claim`, { transactionId: reference })
    expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
  })

  it('gives a claimed payment to its claimer, even if another order is pending by now', async () => {
    const [payer, other] = [shop.visitor(), shop.visitor()]
    const paid = await orderFor(payer, 12, 90)
    const waiting = await orderFor(other, 12, 90)
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/12'].hostedButtonId,
    )
    await inboxHas(reference)
    await shop.services.database.db
      .updateTable('orders')
      .set({ status: 'expired' })
      .where('id', '=', paid)
      .execute()
    const claimed = await payer.post(`/api/orders/${paid}/claim`, { transactionId: reference })
    expect(claimed.body['status']).toBe('paid')
    expect(await statusOf(waiting)).toBe('pending')
  })

  it('never matches a payment of the inbox with a later pending order', async () => {
    const [payer, other] = [shop.visitor(), shop.visitor()]
    const paid = await orderFor(payer, 3, 25)
    const waiting = await orderFor(other, 3, 25)
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/3'].hostedButtonId,
    )
    await inboxHas(reference)
    await shop.services.database.db
      .updateTable('orders')
      .set({ status: 'expired' })
      .where('id', '!=', waiting)
      .where('status', '=', 'pending')
      .execute()
    await shop.sandbox.refund(reference, 100)
    await expect.poll(() => refundedCents(reference)).toBe(100)
    expect([await statusOf(paid), await statusOf(waiting)]).toEqual(['expired', 'pending'])
  })

  it('does not pay an order with a payment that was disputed before it arrived', async () => {
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 5, 40)
    await shop.sandbox.fail({
      provider: 'paypal',
      kind: 'webhook-lost',
      eventType: 'PAYMENT.CAPTURE.COMPLETED',
    })
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/5'].hostedButtonId,
    )
    const dispute = await shop.sandbox.dispute(reference, 'open')
    await syncDispute(shop.services, dispute)
    await syncPayment(shop.services, reference)
    const { order, purchases } = await readRecords(shop, orderId)
    expect([order.status, purchases]).toEqual(['pending', []])
    await shop.sandbox.dispute(dispute, 'won')
    await syncDispute(shop.services, dispute)
    const claimed = await buyer.post(`/api/orders/${orderId}/claim`, { transactionId: reference })
    expect(claimed).toMatchObject({ status: 200, body: { status: 'paid' } })
  })

  it('does not pay an order with a payment that was lost before it arrived', async () => {
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 1, 10)
    await shop.sandbox.fail({
      provider: 'paypal',
      kind: 'webhook-lost',
      eventType: 'PAYMENT.CAPTURE.COMPLETED',
    })
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/1'].hostedButtonId,
    )
    const dispute = await shop.sandbox.dispute(reference, 'lost', { takenAsRefund: false })
    await syncDispute(shop.services, dispute)
    await syncPayment(shop.services, reference)
    expect(await statusOf(orderId)).toBe('pending')
  })

  it('refuses a receipt from before the order', async () => {
    const reference = await shop.sandbox.payHostedButton(
      priceList['priority-queue/9'].hostedButtonId,
    )
    await inboxHas(reference)
    shop.advanceClock(10 * 60_000)
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 9, 70)
    await shop.services.database.db
      .updateTable('orders')
      .set({ created_at: shop.services.clock() })
      .where('id', '=', orderId)
      .execute()
    const answer = await buyer.post(`/api/orders/${orderId}/claim`, { transactionId: reference })
    expect(answer.body['code']).toBe('payment_not_found')
  })

  it('refuses unknown and malformed transaction ids', async () => {
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 7, 55)
    const unknown = await buyer.post(`/api/orders/${orderId}/claim`, {
      transactionId: '1AB23456CD789012E',
    })
    expect(unknown.body['code']).toBe('payment_not_found')
    const impossible = await buyer.post(`/api/orders/${orderId}/claim`, { transactionId: '../etc' })
    expect(impossible.status).toBe(422)
    const stranger = await shop
      .visitor()
      .post(`/api/orders/${orderId}/claim`, { transactionId: '1AB23456CD789012E' })
    expect(stranger.body['code']).toBe('order_not_found')
  })

  it('creates no order at PayPal', async () => {
    const buyer = shop.visitor()
    const orderId = await orderFor(buyer, 9, 70)
    const answer = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    expect(answer.body['code']).toBe('order_not_payable')
  })
})
