import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { listOrders } from '#contract/checkout.ts'
import { addMessage, readMessagesAsStaff } from '#contract/order-messages.ts'
import { searchOrders } from '#contract/staff.ts'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'
import { findUnanswered } from '#server/services/orders/order-messages.ts'
import { describeOnDatabase } from '#test/database.ts'
import { newestEventId, openEventStream } from '#test/event-stream.ts'
import { readAudit } from '#test/factories/admin.ts'
import { checkoutBody, openOrder, readRecords } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { asDataUrl, photoWithPlace, picture } from '#test/factories/pictures.ts'
import { insertOrder, insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const dayMs = 24 * 60 * 60 * 1000

describeOnDatabase('messages about an order', (_, createTestDatabase) => {
  let shop: TestShop
  let staff: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    staff = shop.visitor()
    await staff.post('/api/admin/session', { code: 'kryptonite', name: 'Anna' })
  })

  const open = (buyer: Visitor) => openOrder(buyer, checkoutBody({ steamId: newSteamId() }))
  const write = (by: Visitor, orderId: string, message: unknown, key: string = randomUUID()) =>
    by.post(`/api/orders/${orderId}/messages`, message, { 'idempotency-key': key })
  const answer = (orderId: string, message: unknown) =>
    staff.post(`/api/admin/orders/${orderId}/messages`, message)
  const read = async (by: Visitor, orderId: string, root = '/api') =>
    addMessage.answer.parse((await by.get(`${root}/orders/${orderId}/messages`)).body).messages
  const untilSent = (orderId: string) =>
    expect
      .poll(async () => (await readRecords(shop, orderId)).messages.filter((one) => !one.sent_at))
      .toEqual([])
  const countsOf = async (buyer: Visitor, orderId: string) => ({
    buyer: (await buyer.get(`/api/orders/${orderId}`)).body['messages'],
    staff: await staff
      .get(`/api/admin/orders?search=${orderId}`)
      .then(({ body }) => body['orders']),
  })

  it('go both ways with pictures; who of the staff wrote is for the staff alone', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    expect(await read(buyer, orderId)).toEqual([])
    const file = asDataUrl(await photoWithPlace())
    const sent = await write(buyer, orderId, { text: ' Paid,\r\nbut <b>open</b>? ', picture: file })
    const [first] = addMessage.answer.parse(sent.body).messages
    expect([sent.status, first]).toEqual([
      201,
      {
        id: expect.any(Number),
        from: 'buyer',
        text: 'Paid,\nbut <b>open</b>?',
        pictureUrl: `/api/orders/${orderId}/messages/${first?.id}/picture`,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])

    const { status, body } = await answer(orderId, { text: 'We look into it.' })
    const forStaff = readMessagesAsStaff.answer.parse(body).messages
    expect([status, forStaff]).toMatchObject([
      201,
      [
        { from: 'buyer', actor: null, actorName: null },
        { from: 'staff', actor: expect.stringMatching(/^code:/), actorName: 'Anna' },
      ],
    ])
    const both = await buyer.get(`/api/orders/${orderId}/messages`)
    expect(both.body).toMatchObject({ messages: [{}, { from: 'staff', text: 'We look into it.' }] })
    expect(JSON.stringify(both.body)).not.toMatch(/Anna|code:/)
    expect(await readAudit(shop, `order:${orderId}`)).toMatchObject([
      { action: 'order_message_added', after: { messageId: forStaff[1]?.id } },
    ])
  })

  it('are those of the order’s browser and account, and of nobody else', async () => {
    const buyer = shop.visitor()
    await signIn(buyer, 'plain')
    const steamId = newSteamId()
    const orderId = await openOrder(buyer, checkoutBody({ steamId }))
    await write(buyer, orderId, { text: 'Where is it?' })
    const elsewhere = shop.visitor()
    await signIn(elsewhere, 'plain')
    expect(await read(elsewhere, orderId)).toMatchObject([{ text: 'Where is it?' }])
    const stranger = shop.visitor()
    await openOrder(stranger, checkoutBody({ steamId }))
    for (const id of [orderId, randomUUID(), 'none']) {
      const address = `/api/orders/${id}/messages`
      for (const refused of [
        await stranger.get(address),
        await write(stranger, id, { text: 'And mine?' }),
        await stranger.patch(address, { readUpTo: 1 }),
      ]) {
        expect([refused.status, refused.body['code']]).toEqual([404, 'order_not_found'])
      }
    }
    expect(JSON.stringify((await stranger.get('/api/orders')).body)).not.toContain(orderId)
  })

  it('have pictures for those alone who may read them, which the staff can take down', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const file = await picture('png', '#135246')
    await write(buyer, orderId, { text: 'Look', picture: asDataUrl(file) })
    const [message] = await read(buyer, orderId)
    const [forStaff] = await read(staff, orderId, '/api/admin')
    const addresses = [message?.pictureUrl ?? '', forStaff?.pictureUrl ?? ''] as const
    const show = (by: Visitor, address: string) =>
      fetch(shop.origin + address, {
        headers: { cookie: [...by.cookies].map((pair) => pair.join('=')).join('; ') },
      })
    for (const [by, address] of [
      [buyer, addresses[0]],
      [staff, addresses[1]],
    ] as const) {
      const shown = await show(by, address)
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(shown.headers.get('content-security-policy')).toMatch(/; sandbox$/)
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp' })
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect((await fetch(`${shop.origin}/images/${hash}.webp`)).status).toBe(404)
    }
    const { data } = (await buyer.get('/api/account-data')).body
    expect(data).toMatchObject({ messages: [{ text: 'Look', picture: addresses[0] }] })
    const stranger = shop.visitor()
    const own = await open(stranger)
    const statuses = [
      addresses[0],
      addresses[1],
      addresses[0].replace(orderId, own),
      addresses[0].replace(/\d+(?=\/picture)/, '0'),
    ].map(async (address) => (await show(stranger, address)).status)
    expect(await Promise.all(statuses)).toEqual([404, 403, 404, 404])

    const remove = () => staff.delete(`/api/admin/orders/${orderId}/messages/${message?.id}`)
    expect((await remove()).status).toBe(204)
    expect((await remove()).body['code']).toBe('not_found')
    expect(await read(buyer, orderId)).toEqual([])
    expect((await show(buyer, addresses[0])).status).toBe(404)
    expect(await readAudit(shop, `order:${orderId}`)).toMatchObject([
      { action: 'order_message_removed', before: { messageId: message?.id }, after: null },
    ])
  })

  it('stay in the list of their buyer with an order that another replaced, or beyond the newest', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody({ steamId: newSteamId() })
    const replaced = await openOrder(buyer, body)
    const silent = await openOrder(buyer, { ...body, steamId: newSteamId() })
    await answer(replaced, { text: 'Which server?' })
    const now = await openOrder(buyer, { ...body, steamId: newSteamId() })
    const listed = async () => {
      const { orders } = listOrders.answer.parse((await buyer.get('/api/orders')).body)
      return orders.map(({ id }) => id)
    }
    expect(await listed()).toEqual([now, replaced])
    expect(await listed()).not.toContain(silent)
    const { order } = await readRecords(shop, now)
    const newer = {
      buyer_hash: order.buyer_hash,
      opened_at: new Date(order.opened_at.getTime() + 1000),
    }
    for (let count = 0; count < 100; count += 1) {
      await insertOrder(shop.services.database, newer)
    }
    expect(await listed()).toHaveLength(101)
    expect((await listed()).at(-1)).toBe(replaced)
    const [question] = await read(buyer, replaced)
    await buyer.patch(`/api/orders/${replaced}/messages`, { readUpTo: question?.id })
    expect(await listed()).toHaveLength(100)
  })

  it('are unread until the other side has seen them', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    expect(await countsOf(buyer, orderId)).toMatchObject({
      buyer: { count: 0, unread: 0 },
      staff: [{ messages: { count: 0, unread: 0 } }],
    })
    await write(buyer, orderId, { text: 'One' })
    const [seen] = await read(staff, orderId, '/api/admin')
    await write(buyer, orderId, { text: 'Two' })
    const marked = await staff.patch(`/api/admin/orders/${orderId}/messages`, {
      readUpTo: seen?.id,
    })
    expect(marked.status).toBe(204)
    await answer(orderId, { text: 'Three' })
    expect(await countsOf(buyer, orderId)).toMatchObject({
      buyer: { count: 3, unread: 1 },
      staff: [{ messages: { count: 3, unread: 1 } }],
    })
    const all = await read(buyer, orderId)
    const readUpTo = all.at(-1)?.id
    await buyer.patch(`/api/orders/${orderId}/messages`, { readUpTo })
    expect(await countsOf(buyer, orderId)).toMatchObject({ buyer: { count: 3, unread: 0 } })
    await staff.patch(`/api/admin/orders/${orderId}/messages`, { readUpTo })
    expect(await countsOf(buyer, orderId)).toMatchObject({
      staff: [{ messages: { count: 3, unread: 0 } }],
    })
  })

  it('wait for the staff until they are answered, also those that somebody has read', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const waiting = async () => {
      const { body } = await staff.get(`/api/admin/orders?unanswered=true&search=${orderId}`)
      return [
        (await findUnanswered(shop.services)).count,
        searchOrders.answer.parse(body).orders.length,
      ]
    }
    const [before = 0] = await waiting()
    await write(buyer, orderId, { text: 'One' })
    await write(buyer, orderId, { text: 'Two' })
    const readUpTo = (await read(staff, orderId, '/api/admin')).at(-1)?.id
    await staff.patch(`/api/admin/orders/${orderId}/messages`, { readUpTo })
    expect(await waiting()).toEqual([before + 1, 1])
    await answer(orderId, { text: 'Three' })
    expect(await waiting()).toEqual([before, 0])
    await write(buyer, orderId, { text: 'Four' })
    expect(await waiting()).toEqual([before + 1, 1])
  })

  it('reach the open pages of the buyer alone, without their words', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const newest = await newestEventId(shop.services.database)
    const page = await openEventStream(shop.origin, newest, undefined, buyer)
    const stranger = await openEventStream(shop.origin, newest, undefined, shop.visitor())
    await answer(orderId, { text: 'Come to the trader.' })
    await insertPurchase(shop.services.database, { status: 'paid', paid_at: new Date() })
    expect(await page.next()).toMatchObject({ name: 'perks', data: {} })
    expect(await stranger.next()).toMatchObject({ name: 'purchase' })
  })

  it('reach the staff’s channel once until they are read, with a link and not their words', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const posted = async () =>
      (await readEmbeds(shop)).filter(
        ({ title, url }) => title.includes('vous écrit') && url?.endsWith(`search=${orderId}`),
      )
    await write(buyer, orderId, { text: 'Secret one' })
    await write(buyer, orderId, { text: 'Secret two' })
    const readUpTo = (await read(buyer, orderId)).at(-1)?.id
    await staff.patch(`/api/admin/orders/${orderId}/messages`, { readUpTo })
    await write(buyer, orderId, { text: 'Secret three' })
    await untilSent(orderId)
    expect(await posted()).toHaveLength(2)
    expect(JSON.stringify(await posted())).not.toContain('Secret')
  })

  it('reach the staff’s channel about a paid order, however many there are about others', async () => {
    const buyer = shop.visitor()
    const paid = await open(buyer)
    const { database, clock } = shop.services
    await database.db
      .updateTable('orders')
      .set({ paid_at: clock() })
      .where('id', '=', paid)
      .execute()
    for (let count = 0; count < 10; count += 1) {
      await write(buyer, await open(buyer), { text: 'Free' })
    }
    const muted = await open(buyer)
    await write(buyer, muted, { text: 'Free' })
    await write(buyer, paid, { text: 'Paid' })
    const queued = database.db.selectFrom('messages').select('order_id')
    expect(
      await queued
        .where('kind', '=', 'order_message')
        .where('order_id', 'in', [muted, paid])
        .execute(),
    ).toEqual([{ order_id: paid }])
  })

  it('come once for a key, and are refused where the text or the picture is none', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const key = randomUUID()
    const message = { text: 'Once', picture: asDataUrl(await picture()) }
    const answers = await Promise.all([1, 2, 3].map(() => write(buyer, orderId, message, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await read(buyer, orderId)).toHaveLength(1)
    const reused = await write(buyer, orderId, { text: 'Twice' }, key)
    expect([reused.status, reused.body['code']]).toEqual([422, 'idempotency_key_reused'])
    for (const [path, given] of [
      ['text', { text: ' \n ' }],
      ['text', { text: 'x'.repeat(2001) }],
      ['picture', { text: 'A link', picture: 'https://example.com/a.png' }],
    ] as const) {
      const refused = await write(buyer, orderId, given)
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path }] } })
    }
    const drawing = asDataUrl(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml')
    const refused = await write(buyer, orderId, { text: 'A drawing', picture: drawing })
    expect([refused.status, refused.body['code']]).toEqual([422, 'image_refused'])
    const tooLarge = asDataUrl(Buffer.alloc(6_000_000))
    const large = await write(buyer, orderId, { text: 'Large', picture: tooLarge })
    expect([large.status, large.body['code']]).toEqual([413, 'body_too_large'])
    expect(await read(buyer, orderId)).toHaveLength(1)
  })

  it('are thirty an hour from one buyer, whichever browser of theirs it is', async () => {
    const [buyer, elsewhere] = [shop.visitor(), shop.visitor()]
    for (const browser of [buyer, elsewhere]) await signIn(browser, 'mallory')
    const [orderId, second] = [await open(buyer), await open(elsewhere)]
    shop.beginWindow(3600)
    const key = randomUUID()
    for (let count = 0; count < 30; count += 1) {
      const [by, about] = count % 2 === 0 ? [buyer, orderId] : [elsewhere, second]
      expect(
        (await write(by, about, { text: `${count}` }, count === 0 ? key : undefined)).status,
      ).toBe(201)
    }
    // The same request again adds nothing.
    expect((await write(buyer, orderId, { text: '0' }, key)).status).toBe(201)
    for (const by of [buyer, elsewhere]) {
      const refused = await write(by, orderId, { text: 'One more' })
      expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited'])
    }
    const other = shop.visitor()
    expect((await write(other, await open(other), { text: 'Mine' })).status).toBe(201)
    expect((await answer(orderId, { text: 'Slowly.' })).status).toBe(201)
  })

  it('are few about an order that nobody has paid, with fewer pictures', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const file = await picture()
    const { db } = shop.services.database
    const insert = (count: number, stored: Buffer | null) => {
      const message = { order_id: orderId, text: 'Free', picture: stored, at: new Date() }
      const messages = Array.from({ length: count }, () => message)
      return db.insertInto('order_messages').values(messages).execute()
    }
    const send = async (withPicture: boolean) => {
      const message = { text: 'More', ...(withPicture && { picture: asDataUrl(file) }) }
      const { status, body } = await write(buyer, orderId, message)
      return [status, body['code']]
    }
    await insert(3, file)
    expect(await send(true)).toEqual([409, 'order_not_paid'])
    expect(await send(false)).toEqual([201, undefined])
    await insert(16, null)
    expect(await send(false)).toEqual([409, 'order_not_paid'])
    expect((await answer(orderId, { text: 'We read them.' })).status).toBe(201)
    await db.updateTable('orders').set({ status: 'paid' }).where('id', '=', orderId).execute()
    expect(await send(true)).toEqual([201, undefined])
  })

  it('bring ten pictures a day from one network about orders that nobody has paid', async () => {
    const file = asDataUrl(await picture())
    shop.beginWindow(86_400)
    const send = async (address: string) => {
      const buyer = shop.visitor()
      const path = `/api/orders/${await open(buyer)}/messages`
      const message = { text: 'Look', picture: file }
      const { status, body } = await buyer.post(path, message, { 'x-forwarded-for': address })
      return [status, body['code']]
    }
    for (let count = 0; count < 10; count += 1) {
      expect(await send('198.51.100.7')).toEqual([201, undefined])
    }
    expect(await send('198.51.100.7')).toEqual([409, 'order_not_paid'])
    expect(await send('198.51.100.8')).toEqual([201, undefined])
  })

  it('go with an order that was never paid', async () => {
    // The last test here: the clock moves by months, and the staff's session ends.
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    await write(buyer, orderId, { text: 'Never mind' })
    await shop.services.database.db
      .updateTable('orders')
      .set({ status: 'expired', next_check_at: null })
      .where('id', '=', orderId)
      .execute()
    shop.advanceClock(92 * dayMs)
    await forgetOldRecords(shop.services)
    const left = shop.services.database.db.selectFrom('order_messages').select('id')
    expect(await left.where('order_id', '=', orderId).execute()).toEqual([])
  })
})
