import { beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { describeOnDatabase } from '#test/database.ts'
import {
  approvedOrder,
  cartItem,
  checkoutBody,
  openOrder,
  readRecords,
} from '#test/factories/checkout.ts'
import { paymentOf } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { recordPayment } from './record-order-payment.ts'

describeOnDatabase('an order that was paid twice', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it('keeps its second payment in the inbox even when the first is refunded', async () => {
    const buyer = shop.visitor()
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const second = paymentOf(orderId)
    expect((await recordPayment(shop.services, second)).order).toBeNull()
    await shop.sandbox.refund(paypalOrderId)
    await expect.poll(async () => (await readRecords(shop, orderId)).order.status).toBe('refunded')
    expect((await recordPayment(shop.services, second)).order).toBeNull()
    const givenBack = { ...second, status: 'refunded', refundedCents: cents(2500) } as const
    expect((await recordPayment(shop.services, givenBack)).order).toBeNull()
    const payment = await shop.services.database.db
      .selectFrom('payments')
      .select(['order_id', 'status', 'refunded_cents', 'unmatched_reason'])
      .where('reference', '=', second.reference)
      .executeTakeFirst()
    expect(payment).toEqual({
      order_id: null,
      status: 'refunded',
      refunded_cents: 2500,
      unmatched_reason: 'order_already_paid',
    })
    expect((await readRecords(shop, orderId)).purchases).toHaveLength(1)
  })

  it('does not get a payment that the owner has resolved, even when the other is refunded', async () => {
    const buyer = shop.visitor()
    const items = [cartItem()]
    const replaced = await openOrder(buyer, checkoutBody({ items }))
    const details = { items, steamId: '76561198006409531' }
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer, checkoutBody(details))
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const second = paymentOf(replaced)
    expect((await recordPayment(shop.services, second)).order).toBeNull()
    await shop.services.database.db
      .updateTable('payments')
      .set({ resolved_at: new Date(), resolution: 'delivered by hand' })
      .where('reference', '=', second.reference)
      .execute()
    await shop.sandbox.refund(paypalOrderId)
    await expect.poll(async () => (await readRecords(shop, orderId)).order.status).toBe('refunded')
    expect((await recordPayment(shop.services, second)).order).toBeNull()
    expect((await readRecords(shop, replaced)).purchases).toEqual([])
  })
})
