import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { approvedOrder, checkoutBody, openOrder, readRecords } from '#test/factories/checkout.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const orderList = z.object({ orders: z.array(z.looseObject({ id: z.string() })) })

async function listOrders(visitor: Visitor) {
  return orderList.parse((await visitor.get('/api/orders')).body).orders
}

async function listOrderIds(visitor: Visitor): Promise<string[]> {
  return (await listOrders(visitor)).map(({ id }) => id)
}

describeOnDatabase('orders over HTTP', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  async function paidOrder(buyer: Visitor, changes: Readonly<Record<string, unknown>> = {}) {
    const { orderId } = await approvedOrder(shop, buyer, checkoutBody(changes))
    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
    return orderId
  }

  async function listDonors(headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${shop.origin}/api/donors`, { headers })
    const text = await response.text()
    return { response, donors: text === '' ? null : JSON.parse(text) }
  }

  it('lists what this browser ordered, newest first, without what was replaced', async () => {
    const buyer = shop.visitor()
    expect(await listOrders(buyer)).toEqual([])
    const body = checkoutBody()
    const replaced = await openOrder(buyer, body)
    const first = await openOrder(buyer, { ...body, discordUsername: 'another' })
    shop.advanceClock(1000)
    const second = await openOrder(buyer)
    expect(await listOrderIds(buyer)).toEqual([second, first])
    expect(replaced).not.toBe(first)
    expect(await listOrderIds(shop.visitor())).toEqual([])
    expect((await buyer.get('/api/orders')).headers.get('cache-control')).toBe('no-store')
  })

  it('lists what the account ordered in another browser, while it is signed in', async () => {
    const [atHome, atWork] = [shop.visitor(), shop.visitor()]
    await signIn(atHome, 'plain')
    const orderId = await openOrder(atHome)
    expect(await listOrderIds(atWork)).toEqual([])
    const ofGuest = await openOrder(atWork)
    await signIn(atWork, 'plain')
    expect(await listOrderIds(atWork)).toEqual([ofGuest, orderId])
    const other = shop.visitor()
    await signIn(other, 'mallory')
    expect(await listOrderIds(other)).toEqual([])
  })

  it('lists no more than a hundred', async () => {
    const buyer = shop.visitor()
    const { order } = await readRecords(shop, await openOrder(buyer))
    for (let count = 0; count < 100; count++) {
      await insertOrder(shop.services.database, { buyer_hash: order.buyer_hash })
    }
    expect(await listOrders(buyer)).toHaveLength(100)
  })

  it('answers what a receipt of a paid order needs, refunds included', async () => {
    const buyer = shop.visitor()
    const orderId = await paidOrder(buyer)
    const [payment] = (await readRecords(shop, orderId)).payments
    expect(await listOrders(buyer)).toMatchObject([
      {
        id: orderId,
        status: 'paid',
        discordUsername: 'sokol',
        transactionId: payment?.reference,
        paidAt: expect.stringMatching(/^\d{4}-.*Z$/),
        deliveredAt: null,
        refundedCents: 0,
      },
    ])
    await shop.sandbox.refund(payment?.reference ?? '', 500)
    await expect.poll(() => listOrders(buyer)).toMatchObject([{ refundedCents: 500 }])
  })

  it('names the buyer in the ranking as long as they choose so', async () => {
    const buyer = shop.visitor()
    const orderId = await paidOrder(buyer, { discordUsername: 'nadia' })
    expect((await listDonors()).donors).toEqual([])
    const listed = await buyer.patch(`/api/orders/${orderId}`, { listedAsDonor: true })
    expect(listed).toMatchObject({ status: 200, body: { id: orderId, listedAsDonor: true } })
    const nadia = { name: 'nadia', avatarUrl: null, rank: 'E', totalSpentCents: 2500 }
    const { donors, response } = await listDonors()
    expect(donors).toEqual([nadia])
    const etag = response.headers.get('etag') ?? ''
    expect((await listDonors({ 'if-none-match': etag })).response.status).toBe(304)
    await buyer.patch(`/api/orders/${orderId}`, { listedAsDonor: false })
    expect((await listDonors({ 'if-none-match': etag })).donors).toEqual([])
  })

  it('takes donors out of the ranking when their money goes back', async () => {
    const buyer = shop.visitor()
    const avatar = `${shop.services.config.discord.avatarOrigin}/avatars/1/a.png`
    const orderId = await paidOrder(buyer, { listedAsDonor: true, discordAvatarUrl: avatar })
    expect((await listDonors()).donors).toMatchObject([{ avatarUrl: avatar }])
    const [payment] = (await readRecords(shop, orderId)).payments
    await shop.sandbox.refund(payment?.reference ?? '')
    await expect.poll(async () => (await listDonors()).donors).toEqual([])
  })

  it('changes an order for its maker alone', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const stranger = shop.visitor()
    for (const id of [orderId, randomUUID(), 'not-an-id']) {
      const answer = await stranger.patch(`/api/orders/${id}`, { listedAsDonor: true })
      expect([answer.status, answer.body['code']]).toEqual([404, 'order_not_found'])
    }
    const foreign = { origin: 'https://evil.example' }
    const answer = await buyer.patch(`/api/orders/${orderId}`, { listedAsDonor: true }, foreign)
    expect(answer.status).toBe(403)
    expect((await readRecords(shop, orderId)).order.listed_as_donor).toBe(false)
  })

  it.each([
    [400, 'no JSON'],
    [422, {}],
    [422, { listedAsDonor: 'true' }],
  ])('answers %i to the change %o', async (status, body) => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    expect((await buyer.patch(`/api/orders/${orderId}`, body)).status).toBe(status)
  })

  it('ignores unknown fields of a body', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const body = { listedAsDonor: true, status: 'paid', price_cents: 1 }
    await buyer.patch(`/api/orders/${orderId}`, body)
    const { order } = await readRecords(shop, orderId)
    expect(order).toMatchObject({ status: 'pending', price_cents: 2500, listed_as_donor: true })
  })
})
