import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import { approvedOrder, checkoutBody } from '#test/factories/checkout.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

describeOnDatabase('a name that the staff takes off the donor ranking', (_, createDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createDatabase())
    admin = await adminByCode(shop)
  })

  /** A paid order whose buyer appears in the ranking. */
  async function rudeDonor() {
    const name = `rude-${randomUUID()}`
    const buyer = shop.visitor()
    const body = checkoutBody({ discordUsername: name, listedAsDonor: true })
    const { orderId } = await approvedOrder(shop, buyer, body)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(await isRanked(name)).toBe(true)
    return { name, buyer, orderId }
  }
  const isRanked = async (name: string) =>
    (await (await fetch(`${shop.origin}/api/donors`)).text()).includes(name)
  const revoke = (visitor: Visitor, orderId: string, revoked: unknown) =>
    visitor.patch(`/api/admin/orders/${orderId}/donor-listing`, { revoked })

  it('disappears, and its buyer cannot bring it back', async () => {
    const { name, buyer, orderId } = await rudeDonor()
    const { body: list } = await admin.get(`/api/admin/orders?search=${name}`)
    expect(list).toMatchObject({ orders: [{ donorListing: 'listed' }] })
    const answer = await revoke(admin, orderId, true)
    expect(answer).toMatchObject({ status: 200, body: { id: orderId, donorListing: 'revoked' } })
    expect(await isRanked(name)).toBe(false)
    expect((await buyer.get(`/api/orders/${orderId}`)).body['listedAsDonor']).toBe(false)
    const back = await buyer.patch(`/api/orders/${orderId}`, { listedAsDonor: true })
    expect([back.status, back.body['code']]).toEqual([409, 'listing_revoked'])
    expect(await isRanked(name)).toBe(false)
  })

  it('comes back as its buyer wanted it when the staff allows it again', async () => {
    const { name, buyer, orderId } = await rudeDonor()
    await revoke(admin, orderId, true)
    expect((await revoke(admin, orderId, false)).body['donorListing']).toBe('listed')
    expect(await isRanked(name)).toBe(true)
    await revoke(admin, orderId, true)
    const off = await buyer.patch(`/api/orders/${orderId}`, { listedAsDonor: false })
    expect(off).toMatchObject({ status: 200, body: { listedAsDonor: false } })
    expect((await revoke(admin, orderId, false)).body['donorListing']).toBe('none')
    expect(await isRanked(name)).toBe(false)
  })

  it('is logged once, however often it is repeated', async () => {
    const { orderId } = await rudeDonor()
    await Promise.all([true, true, true].map((revoked) => revoke(admin, orderId, revoked)))
    expect(await readAudit(shop, `order:${orderId}`)).toEqual([
      {
        actor: expect.stringMatching(/^code:/),
        action: 'donor_listing_changed',
        before: { revoked: false },
        after: { revoked: true },
      },
    ])
  })

  it('stays when the request is wrong, names an unknown order or comes from a stranger', async () => {
    const { name, buyer, orderId } = await rudeDonor()
    expect((await revoke(buyer, orderId, true)).status).toBe(403)
    expect((await revoke(admin, orderId, 'true')).status).toBe(422)
    for (const id of [randomUUID(), 'none']) {
      const answer = await revoke(admin, id, true)
      expect([answer.status, answer.body['code']]).toEqual([404, 'order_not_found'])
    }
    expect(await isRanked(name)).toBe(true)
    expect(await readAudit(shop, `order:${orderId}`)).toEqual([])
  })
})
