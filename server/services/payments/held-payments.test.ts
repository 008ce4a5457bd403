import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, countTodo } from '#test/factories/admin.ts'
import { openOrder, readRecords, startPayment } from '#test/factories/checkout.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

describeOnDatabase('a payment that PayPal holds', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs('send-message')
    admin = await adminByCode(shop)
  })

  async function payHeld(reason?: string) {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    await shop.sandbox.decide(await startPayment(buyer, orderId), 'hold', { reason })
    const { body } = await buyer.post(`/api/orders/${orderId}/capture`, {})
    return { buyer, orderId, view: body }
  }
  const title = '⏸️ PayPal retient un paiement jusqu’à votre intervention'
  const toAccept = () => countTodo(admin, 'payments_to_accept')

  it.each([
    ['PENDING_REVIEW', 'provider'],
    ['ECHECK', 'bank'],
  ])('because of %s concerns the staff no more than today', async (reason, heldFor) => {
    const { buyer, orderId, view } = await payHeld(reason)
    expect(view).toMatchObject({ status: 'processing', heldFor })
    const { db } = shop.services.database
    // An earlier answer had another reason.
    await db
      .updateTable('payments')
      .set({ held_reason: 'OTHER' })
      .where('order_id', '=', orderId)
      .execute()
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const [payment] = (await readRecords(shop, orderId)).payments
    expect(payment?.held_reason).toBe(reason)
    expect(await toAccept()).toBe(0)
    const messages = db.selectFrom('messages').where('kind', '=', 'payment_to_accept')
    const about = messages.where('payment_id', '=', payment?.id ?? '')
    expect(await about.select('id').execute()).toEqual([])
  })

  it.each([
    ['RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION', 'demande avant de prendre'],
    ['UNILATERAL', 'encore confirmée'],
    ['VERIFICATION_REQUIRED', 'Faire vérifier'],
    ['INTERNATIONAL_WITHDRAWAL', 'compte bancaire'],
  ])('because of %s waits for the staff, who are told once', async (reason, action) => {
    const { buyer, orderId, view } = await payHeld(reason)
    expect(view).toMatchObject({ status: 'processing', heldFor: 'staff' })
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const [payment] = (await readRecords(shop, orderId)).payments
    const messages = async () => {
      const embeds = (await readEmbeds(shop)).filter((embed) => embed.title === title)
      return embeds
        .map(({ fields }) => fields.map(({ value }) => value.replaceAll('\\', '')).join())
        .filter((text) => text.includes(payment?.reference ?? '-'))
    }
    await expect.poll(messages).toEqual([expect.stringContaining(action)])
    expect(await toAccept()).toBe(1)
    const orders = await admin.get(`/api/admin/orders?search=${orderId}`)
    expect(orders.body).toMatchObject({ orders: [{ heldFor: 'staff' }] })

    await shop.sandbox.review(payment?.reference ?? '', 'complete')
    await expect
      .poll(async () => (await buyer.get(`/api/orders/${orderId}`)).body)
      .toMatchObject({ status: 'paid', heldFor: null })
    expect(await toAccept()).toBe(0)
    expect(await messages()).toHaveLength(1)
  })
})
