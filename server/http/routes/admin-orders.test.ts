import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { matchesBuyer } from '#server/services/orders/admin-orders.ts'
import { describeOnDatabase, describeOnEachDatabase } from '#test/database.ts'
import { adminByCode, adminByDiscord, readAudit } from '#test/factories/admin.ts'
import {
  approvedOrder,
  checkoutBody,
  openOrder,
  readRecords,
  steamId,
} from '#test/factories/checkout.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const page = z.object({
  orders: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.string().nullable(),
})

describeOnDatabase('the staff’s list of orders', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { ADMIN_DISCORD_IDS: players.hunter })
    admin = await adminByCode(shop)
  })

  const list = async (query: Readonly<Record<string, string>>) =>
    page.parse((await admin.get(`/api/admin/orders?${new URLSearchParams(query)}`)).body)
  const idsOf = async (query: Readonly<Record<string, string>>) =>
    (await list(query)).orders.map(({ id }) => id)
  const deliver = (visitor: Visitor, orderId: string, delivered: unknown) =>
    visitor.patch(`/api/admin/orders/${orderId}`, { delivered })

  async function paidOrder(changes: Readonly<Record<string, unknown>> = {}) {
    const buyer = shop.visitor()
    const order = await approvedOrder(shop, buyer, checkoutBody(changes))
    await buyer.post(`/api/orders/${order.orderId}/capture`, {})
    return order
  }

  it('shows an order with all that the staff needs, and nothing of the buyer’s secret', async () => {
    const { orderId } = await paidOrder({ discordUsername: 'needs-all' })
    const { payments, order } = await readRecords(shop, orderId)
    const { orders } = await list({ search: 'needs-all' })
    expect(orders).toEqual([
      {
        id: orderId,
        status: 'paid',
        heldFor: null,
        steamId,
        discordUsername: 'needs-all',
        forSomebodyElse: false,
        details: null,
        item: {
          offerKey: 'priority-queue/3',
          name: 'Priority Queue',
          type: 'Priority Queue',
          duration: 3,
          priceCents: 2500,
        },
        driver: 'orders',
        providerMode: 'test',
        refundedCents: 0,
        donorListing: 'none',
        openedAt: order.opened_at.toISOString(),
        paidAt: order.paid_at?.toISOString(),
        isAutomatic: false,
        deliveredAt: null,
        task: null,
        messages: { count: 0, unread: 0 },
        offer: null,
        transactionId: payments[0]?.reference,
      },
    ])
  })

  it('shows on demand what was paid alone, the latest payment first', async () => {
    const buyer = shop.visitor()
    const name = { discordUsername: 'paid-alone' }
    const opened = await approvedOrder(shop, buyer, checkoutBody(name))
    const first = await paidOrder(name)
    // PayPal's message that a buyer approved an order would get it paid.
    const unpaid = await openOrder(shop.visitor(), checkoutBody(name))
    await buyer.post(`/api/orders/${opened.orderId}/capture`, {})
    // PayPal's times are whole seconds.
    await shop.services.database.db
      .updateTable('orders')
      .set({ paid_at: new Date(Date.now() + 60_000) })
      .where('id', '=', opened.orderId)
      .execute()
    const search = name.discordUsername
    expect(await idsOf({ search })).toEqual([unpaid, first.orderId, opened.orderId])
    expect(await idsOf({ search, paid: 'true' })).toEqual([opened.orderId, first.orderId])
  })

  it('finds an order by each of its names, and no other', async () => {
    const { orderId } = await paidOrder({
      steamId: '76561198077777777',
      discordUsername: 'Серая_Волчица',
    })
    const reference = (await readRecords(shop, orderId)).payments[0]?.reference ?? ''
    for (const search of [
      '76561198077777777',
      '8077777',
      'Волчица',
      '  Серая_Волчица ',
      orderId,
      orderId.slice(0, 8).toUpperCase(),
      reference,
      reference.slice(0, 8).toLowerCase(),
    ]) {
      expect([search, await idsOf({ search })]).toEqual([search, [orderId]])
    }
    expect(await idsOf({ search: 'priority', status: 'paid' })).toContain(orderId)
    expect(await idsOf({ search: 'nobody has this' })).toEqual([])
  })

  it.each(['%', '_', '\\', "'", '";--', '50%\\'])('searches for %s literally', async (search) => {
    const name = `odd ${search} name ${randomUUID()}`
    const orderId = await openOrder(shop.visitor(), checkoutBody({ discordUsername: name }))
    const found = (await list({ search })).orders
    expect(found.map(({ id }) => id)).toContain(orderId)
    for (const order of found) expect(order['discordUsername']).toContain(search)
  })

  it('filters by state and by what is to be delivered', async () => {
    const discordUsername = `filter-${randomUUID()}`
    const { orderId: paid } = await paidOrder({ discordUsername })
    const { orderId: delivered } = await paidOrder({ discordUsername })
    const refunded = await paidOrder({ discordUsername })
    const pending = await openOrder(shop.visitor(), checkoutBody({ discordUsername }))
    await deliver(admin, delivered, true)
    await shop.sandbox.refund(refunded.paypalOrderId)
    const search = discordUsername
    await expect.poll(() => idsOf({ search, status: 'refunded' })).toEqual([refunded.orderId])
    expect(await idsOf({ search, toDeliver: 'true' })).toEqual([paid])
    expect(await idsOf({ search, status: 'paid', toDeliver: 'false' })).toEqual([delivered, paid])
    expect(await idsOf({ search, status: 'pending' })).toEqual([pending])
  })

  it('pages through all orders, those of the same moment included', async () => {
    const discordUsername = `pages-${randomUUID()}`
    const ids: string[] = []
    for (let index = 0; index < 105; index += 1) {
      ids.push(await insertOrder(shop.services.database, { discord_username: discordUsername }))
    }
    // Times finer than JavaScript's, with five orders at each moment.
    await sql`
      update orders set opened_at = timestamptz '2026-03-01 12:00:00.0005+00'
        + floor(numbered.position / 5) * interval '1 microsecond'
      from (select id, row_number() over (order by id) as position from orders
        where discord_username = ${discordUsername}) as numbered
      where orders.id = numbered.id`.execute(shop.services.database.db)
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { orders, nextCursor }: z.output<typeof page> = await list({
        search: discordUsername,
        ...(cursor && { cursor }),
      })
      seen.push(...orders.map(({ id }) => id))
      sizes.push(orders.length)
      cursor = nextCursor
    }
    expect(sizes).toEqual([50, 50, 5])
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  it.each([
    ['status', 'status=stolen'],
    ['toDeliver', 'toDeliver=perhaps'],
    ['search', `search=${'x'.repeat(101)}`],
    ['search', 'search=a%00b'],
    ['cursor', 'cursor=1'],
    ['cursor', `cursor=9999999999999999999.${randomUUID()}`],
    ['cursor', `cursor=1.${randomUUID()}'`],
  ])('refuses a wrong %s: %s', async (path, query) => {
    const answer = await admin.get(`/api/admin/orders?${query}`)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path }] } })
  })

  it('accepts any well-formed cursor', async () => {
    const cursor = `9999999999999999.${randomUUID()}`
    expect((await list({ cursor })).orders.length).toBeGreaterThan(0)
    expect((await list({ cursor: `0.${randomUUID()}` })).orders).toEqual([])
  })

  it('marks a paid order as delivered once, and undoes it', async () => {
    const { orderId } = await paidOrder()
    const owner = await adminByDiscord(shop)
    const answers = await Promise.all(
      [admin, owner, admin, owner].map((visitor) => deliver(visitor, orderId, true)),
    )
    const times = new Set(answers.map(({ body }) => body['deliveredAt']))
    expect([...times]).toEqual([expect.any(String)])
    const buyerSees = (await readRecords(shop, orderId)).purchases[0]?.delivered_at
    expect(buyerSees?.toISOString()).toBe([...times][0])
    expect((await deliver(owner, orderId, false)).body['deliveredAt']).toBeNull()
    const audit = await readAudit(shop, `order:${orderId}`)
    const deliveredAt = [...times][0]
    expect(audit.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['delivery_changed', { deliveredAt: null }, { deliveredAt }],
      ['delivery_changed', { deliveredAt }, { deliveredAt: null }],
    ])
    expect(audit[1]?.actor).toBe(`discord:${players.hunter}`)
  })

  it('cannot mark a refunded order as delivered, but can undo an earlier mark', async () => {
    const [waiting, delivered] = [await paidOrder(), await paidOrder()]
    await deliver(admin, delivered.orderId, true)
    for (const { orderId, paypalOrderId } of [waiting, delivered]) {
      await shop.sandbox.refund(paypalOrderId)
      await expect
        .poll(async () => (await readRecords(shop, orderId)).order.status)
        .toBe('refunded')
    }
    const answer = await deliver(admin, waiting.orderId, true)
    expect([answer.status, answer.body['code']]).toEqual([409, 'order_not_paid'])
    expect(await readAudit(shop, `order:${waiting.orderId}`)).toEqual([])
    expect((await deliver(admin, delivered.orderId, true)).status).toBe(200)
    const takenBack = await deliver(admin, delivered.orderId, false)
    expect(takenBack).toMatchObject({ status: 200, body: { deliveredAt: null } })
  })

  it('refuses unknown and unpaid orders, and logs nothing', async () => {
    const unpaid = await openOrder(shop.visitor())
    for (const [orderId, status, code] of [
      [unpaid, 409, 'order_not_paid'],
      [randomUUID(), 404, 'order_not_found'],
      ['none', 404, 'order_not_found'],
    ] as const) {
      const answer = await deliver(admin, orderId, true)
      expect([answer.status, answer.body['code']]).toEqual([status, code])
      expect(await readAudit(shop, `order:${orderId}`)).toEqual([])
    }
    expect((await deliver(admin, unpaid, 'yes')).status).toBe(422)
  })
})

describeOnEachDatabase('the search of the staff', (openTestDatabase) => {
  it('finds letters of every alphabet, Latin ones in any case, and signs literally', async () => {
    const { db } = await openTestDatabase()
    const id = await insertOrder({ db }, { discord_username: 'Серая_Волчица Hunter 50%\\' })
    await insertOrder({ db })
    const find = async (search: string) =>
      (
        await db
          .selectFrom('orders')
          .select('id')
          .where((eb) => matchesBuyer(eb, search))
          .execute()
      ).map((order) => order.id)
    for (const search of ['Волчица', 'HUNTER', '50%\\', '_', id.slice(0, 8).toUpperCase()]) {
      expect([search, await find(search)]).toEqual([search, [id]])
    }
  })
})
