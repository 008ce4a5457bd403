import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { nameTagBody, openOrder, readRecords, reskinBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const orders = z.object({ orders: z.array(z.unknown()) })

describeOnDatabase('what the staff need to know of a paid order', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const pay = (buyer: Visitor, body: unknown = reskinBody()) => paidOrder(shop, buyer, body)
  const answer = (by: Visitor, orderId: string, details: unknown) =>
    by.put(`/api/orders/${orderId}/details`, { details })
  const messagesOf = async (orderId: string) =>
    (await readRecords(shop, orderId)).messages.filter(({ kind }) => kind === 'checkout_details')

  it('is answered after paying, and each change of it reaches the staff', async () => {
    const buyer = shop.visitor()
    const { orderId } = await pay(buyer)
    const first = await answer(buyer, orderId, '  A wolf\r\nin grey ')
    expect(first).toMatchObject({ status: 200, body: { details: 'A wolf\nin grey' } })
    expect(await messagesOf(orderId)).toHaveLength(1)
    const again = await answer(buyer, orderId, 'A wolf\nin grey')
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await messagesOf(orderId)).toHaveLength(1)
    for (const details of ['A bear', 'A wolf\nin grey', 'A bear']) {
      expect(await answer(buyer, orderId, details)).toMatchObject({ body: { details } })
    }
    expect(await messagesOf(orderId)).toHaveLength(4)

    const admin = await adminByCode(shop)
    const { body } = await admin.get(`/api/admin/orders?search=${orderId}`)
    expect(orders.parse(body).orders).toMatchObject([{ details: 'A bear' }])
    const posted = async () =>
      (await readEmbeds(shop))
        .filter(({ title }) => title.includes('Précisions de l’acheteur'))
        .map(({ fields }) => fields.find(({ name }) => name === 'Précisions')?.value)
    await expect.poll(posted).toHaveLength(4)
    expect(await posted()).toContain('A bear')
  })

  it('does not make the paid item an order to be paid again', async () => {
    const buyer = shop.visitor()
    const body = reskinBody()
    const { orderId } = await pay(buyer, body)
    await answer(buyer, orderId, 'A wolf')
    expect(await openOrder(buyer, body)).toBe(orderId)
    expect(await openOrder(buyer, { ...body, details: 'A bear' })).toBe(orderId)
    expect((await readRecords(shop, orderId)).order.details).toBe('A wolf')
  })

  it('is answered by the account of the buyer as well, and by nobody else', async () => {
    const buyer = shop.visitor()
    await signIn(buyer, 'plain')
    const { orderId } = await pay(buyer)
    const [elsewhere, stranger] = [shop.visitor(), shop.visitor()]
    await signIn(stranger, 'mallory')
    for (const id of [orderId, randomUUID(), 'not-an-id']) {
      const refused = await answer(stranger, id, 'A bear')
      expect([refused.status, refused.body['code']]).toEqual([404, 'order_not_found'])
    }
    await signIn(elsewhere, 'plain')
    expect((await answer(elsewhere, orderId, 'A wolf')).status).toBe(200)
    expect((await readRecords(shop, orderId)).order.details).toBe('A wolf')
  })

  it('is refused while the order is not paid, and once it is handed over or refunded', async () => {
    const buyer = shop.visitor()
    const refusal = async (orderId: string) => {
      const { status, body } = await answer(buyer, orderId, 'A bear')
      expect((await readRecords(shop, orderId)).order.details).not.toBe('A bear')
      return [status, body['code']]
    }
    expect(await refusal(await openOrder(buyer, reskinBody()))).toEqual([409, 'order_not_paid'])
    const { orderId, reference } = await pay(buyer)
    const admin = await adminByCode(shop)
    await admin.patch(`/api/admin/tasks/${orderId}`, { state: 'in_progress' })
    expect((await answer(buyer, orderId, 'A wolf')).status).toBe(200)
    await admin.patch(`/api/admin/tasks/${orderId}`, { state: 'delivered' })
    expect(await refusal(orderId)).toEqual([409, 'order_delivered'])
    await admin.patch(`/api/admin/tasks/${orderId}`, { state: 'open' })
    await shop.sandbox.refund(reference)
    await expect
      .poll(async () => (await buyer.get(`/api/orders/${orderId}`)).body['status'])
      .toBe('refunded')
    expect(await refusal(orderId)).toEqual([409, 'order_not_paid'])
  })

  it('is refused once the perk of the order is in the game', async () => {
    const buyer = shop.visitor()
    const steamId = newSteamId()
    const { orderId } = await pay(buyer, { ...nameTagBody(), steamId })
    expect((await answer(buyer, orderId, 'Like my banner')).status).toBe(200)
    const admin = await adminByCode(shop)
    const { body } = await admin.get(`/api/admin/perks?steamId=${steamId}`)
    const [grant] = z.object({ grants: z.array(z.object({ id: z.string() })) }).parse(body).grants
    await admin.post(`/api/admin/perks/${grant?.id}/delivered`, { delivered: true })
    expect(await answer(buyer, orderId, 'No, blue')).toMatchObject({
      status: 409,
      body: { code: 'order_delivered' },
    })
  })

  it('is as long, and as readable, as at the checkout', async () => {
    const buyer = shop.visitor()
    const { orderId } = await pay(buyer)
    for (const details of ['  ', 'x'.repeat(501), 'a\u0000b', null]) {
      expect((await answer(buyer, orderId, details)).status).toBe(422)
    }
    expect((await answer(buyer, orderId, 'x'.repeat(500))).status).toBe(200)
  })

  it('goes with the data of its buyer, and so does its waiting message', async () => {
    const buyer = shop.visitor()
    const { orderId } = await pay(buyer)
    await answer(buyer, orderId, 'Ask badger')
    const waiting = async () =>
      (await readRecords(shop, orderId)).messages.filter((message) => message.sent_at === null)
    // Otherwise their jobs could send them in between.
    await expect.poll(waiting).toEqual([])
    await shop.services.database.db
      .updateTable('messages')
      .set({ sent_at: null })
      .where('order_id', '=', orderId)
      .execute()
    expect((await buyer.delete('/api/account-data')).status).toBe(200)
    const { order, messages } = await readRecords(shop, orderId)
    expect(order.details).toBeNull()
    expect(messages.map(({ kind }) => kind)).toEqual(['checkout_paid'])
    expect((await answer(buyer, orderId, 'Ask badger')).status).toBe(404)
  })
})
