import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { addMessage, readMessagesAsStaff } from '#contract/order-messages.ts'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'
import { findUnreadMessages } from '#server/services/orders/order-messages.ts'
import { describeOnDatabase } from '#test/database.ts'
import { newestEventId, openEventStream } from '#test/event-stream.ts'
import { readAudit } from '#test/factories/admin.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { readEmbeds } from '#test/factories/message.ts'
import { asDataUrl, photoWithPlace, picture } from '#test/factories/pictures.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const dayMs = 24 * 60 * 60 * 1000

describeOnDatabase('messages about an order', (_, createTestDatabase) => {
  let shop: TestShop
  let staff: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
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
        pictureUrl: expect.stringMatching(/^\/images\/[\da-f]{64}\.webp$/),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    const shown = await fetch(shop.origin + first?.pictureUrl)
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ format: 'webp' })

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
    expect(marked.status).toBe(200)
    await answer(orderId, { text: 'Three' })
    expect(await countsOf(buyer, orderId)).toMatchObject({
      buyer: { count: 3, unread: 1 },
      staff: [{ messages: { count: 3, unread: 1 } }],
    })
    const listed = await staff.get('/api/admin/orders?unread=true')
    expect(JSON.stringify(listed.body)).toContain(orderId)
    const all = await read(buyer, orderId)
    const readUpTo = all.at(-1)?.id
    await buyer.patch(`/api/orders/${orderId}/messages`, { readUpTo })
    expect(await countsOf(buyer, orderId)).toMatchObject({ buyer: { count: 3, unread: 0 } })
    const before = await findUnreadMessages(shop.services)
    expect((await staff.get('/api/admin/today')).body['todo']).toContainEqual(
      expect.objectContaining({ kind: 'messages', count: before.count }),
    )
    await staff.patch(`/api/admin/orders/${orderId}/messages`, { readUpTo })
    expect((await findUnreadMessages(shop.services)).count).toBe(before.count - 1)
    expect(JSON.stringify((await staff.get('/api/admin/orders?unread=true')).body)).not.toContain(
      orderId,
    )
  })

  it('reach the open pages of the buyer alone, without their words', async () => {
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const newest = await newestEventId(shop.services.database)
    const page = await openEventStream(shop.origin, newest, undefined, buyer)
    const stranger = await openEventStream(shop.origin, newest, undefined, shop.visitor())
    await answer(orderId, { text: 'Come to the trader.' })
    await insertPurchase(shop.services.database)
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
    await expect.poll(posted).toHaveLength(2)
    expect(JSON.stringify(await posted())).not.toContain('Secret')
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
    const orderId = await open(buyer)
    shop.beginWindow(3600)
    for (let count = 0; count < 30; count += 1) {
      const by = count % 2 === 0 ? buyer : elsewhere
      expect((await write(by, orderId, { text: `${count}` })).status).toBe(201)
    }
    for (const by of [buyer, elsewhere]) {
      const refused = await write(by, orderId, { text: 'One more' })
      expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited'])
    }
    const other = shop.visitor()
    expect((await write(other, await open(other), { text: 'Mine' })).status).toBe(201)
    expect((await answer(orderId, { text: 'Slowly.' })).status).toBe(201)
  })

  it('go with an order that was never paid, and their pictures with them', async () => {
    // The last test here: the clock moves by months, and the staff's session ends.
    const buyer = shop.visitor()
    const orderId = await open(buyer)
    const file = asDataUrl(await picture('png', '#654321'))
    await write(buyer, orderId, { text: 'Never mind', picture: file })
    const [message] = await read(buyer, orderId)
    const kept = async () =>
      (await shop.services.database.db.selectFrom('images').select('hash').execute()).some(
        ({ hash }) => `/images/${hash}.webp` === message?.pictureUrl,
      )
    shop.advanceClock(2 * dayMs)
    await forgetOldRecords(shop.services)
    expect(await kept()).toBe(true)
    await shop.services.database.db
      .updateTable('orders')
      .set({ status: 'expired', next_check_at: null })
      .where('id', '=', orderId)
      .execute()
    shop.advanceClock(90 * dayMs)
    await forgetOldRecords(shop.services)
    await forgetOldRecords(shop.services)
    const left = shop.services.database.db.selectFrom('order_messages').select('id')
    expect(await left.where('order_id', '=', orderId).execute()).toEqual([])
    expect(await kept()).toBe(false)
  })
})
