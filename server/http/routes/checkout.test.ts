import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { legalVersion } from '#test/shipped-documents.ts'
import { composeOrderMessage } from '#server/services/payments/payment-message-text.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import {
  approvedOrder,
  cartItem,
  checkoutBody,
  nameTagBody,
  openOrder,
  readRecords,
  reskinBody,
  startPayment,
  steamId,
} from '#test/factories/checkout.ts'
import { orderView } from '#test/factories/order-view.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const opening = '/functions/v1/discord-purchase-notification'

describeOnDatabase('checkout over HTTP', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  it('opens an order that its maker can see', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const answer = await buyer.get(`/api/orders/${orderId}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(
      orderView({
        id: orderId,
        steamId,
        discordUsername: 'sokol',
        openedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    )
  })

  it('hides an order from strangers like one that does not exist', async () => {
    const orderId = await openOrder(shop.visitor())
    const stranger = shop.visitor()
    for (const path of [orderId, randomUUID(), 'not-an-id']) {
      const seen = await stranger.get(`/api/orders/${path}`)
      const paid = await stranger.post(`/api/orders/${path}/capture`, {})
      const started = await stranger.post(`/api/orders/${path}/paypal-order`, {})
      expect([seen.status, paid.status, started.status]).toEqual([404, 404, 404])
      expect(seen.body['code']).toBe('order_not_found')
    }
  })

  it.each([
    ['the item', { items: [cartItem({ price: 1 })] }],
    ['the total', { totalPrice: '1.00' }],
    ['a string price', { items: [cartItem({ price: '24€' })] }],
  ])('refuses a tampered price of %s and names the right one', async (_name, changes) => {
    const answer = await shop.visitor().post(opening, checkoutBody(changes))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'price_changed', currentPriceCents: 2500 })
  })

  it.each(['25', '25.00', '25,00', '25€'])('reads %s as 25 euros', async (totalPrice) => {
    const answer = await shop
      .visitor()
      .post(opening, checkoutBody({ totalPrice, items: [cartItem({ price: '25€' })] }))
    expect(answer.status).toBe(200)
  })

  it.each([
    ['steamId', 'steam_id_unrecognised', { steamId: '76561197960265728' }],
    ['steamId', 'steam_id_vanity_url', { steamId: 'https://steamcommunity.com/id/gaben' }],
    ['steamId', 'steam_id_empty', { steamId: '  ' }],
    ['discordUsername', 'too_small', { discordUsername: '   ' }],
    ['discordUsername', 'invalid_format', { discordUsername: 'so\u0000kol' }],
    ['discordUsername', 'invalid_format', { discordUsername: 'sokol\u202Elokos' }],
    ['discordUsername', 'invalid_format', { discordUsername: '\u200B\u2060' }],
    ['discordUsername', 'invalid_format', { discordUsername: 'so\u001Bkol' }],
    ['discordUsername', 'invalid_format', { discordUsername: 'so\uD800kol' }],
    ['totalPrice', 'not_an_amount', { totalPrice: 'free' }],
    ['items', 'too_small', { items: [] }],
    ['items', 'too_big', { items: [cartItem(), cartItem()] }],
    ['items.0.id', 'invalid_format', { items: [cartItem({ id: '1' })] }],
    ['items.0.duration', 'invalid_value', { items: [cartItem({ duration: 2 })] }],
    ['items.0.color.r', 'too_big', nameTagBody({ color: { r: 256, g: 0, b: 0 } })],
    ['items.0.color.b', 'invalid_type', nameTagBody({ color: { r: 0, g: 0, b: 0.5 } })],
    ['listedAsDonor', 'invalid_type', { listedAsDonor: 'yes' }],
    ['forSomebodyElse', 'invalid_type', { forSomebodyElse: 1 }],
    ['details', 'too_small', { details: '  ' }],
    ['details', 'too_big', { details: 'x'.repeat(501) }],
    ['details', 'invalid_format', { details: 'a\u0000b' }],
    ['agreedTerms', 'too_big', { agreedTerms: 'x'.repeat(41) }],
  ])('names the field %s that is wrong (%s)', async (path, code, changes) => {
    const answer = await shop.visitor().post(opening, checkoutBody(changes))
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [{ path, code }] })
  })

  it('accepts a repeated key with the same order, and refuses it with another one', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody({})
    const headers = { 'idempotency-key': randomUUID() }
    const first = await buyer.post(opening, body, headers)
    expect((await buyer.post(opening, body, headers)).body).toEqual(first.body)
    const other = await buyer.post(opening, { ...body, discordUsername: 'lokos' }, headers)
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused'])
    const changed = { 'idempotency-key': randomUUID() }
    expect((await buyer.post(opening, { ...body, discordUsername: 'lokos' }, changed)).status).toBe(
      200,
    )

    const orderId = await openOrder(buyer)
    const paying = `/api/orders/${orderId}/paypal-order`
    const started = await buyer.post(paying, {}, headers)
    expect((await buyer.post(paying, {}, headers)).body).toEqual(started.body)
    const otherPath = `/api/orders/${await openOrder(buyer)}/paypal-order`
    expect((await buyer.post(otherPath, {}, headers)).body['code']).toBe('idempotency_key_reused')
  })

  it('stores no key for an order that is not the caller’s', async () => {
    // The tests of this file open as many orders as one network may in a minute.
    shop.beginWindow(60)
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const { body: started } = await buyer.post(`/api/orders/${orderId}/paypal-order`, {})
    const stranger = shop.visitor()
    await openOrder(stranger)
    const keys = () => shop.services.database.db.selectFrom('idempotency_keys').select('key')
    const before = await keys().execute()
    for (const [id, reference] of [
      [orderId, String(started['paypalOrderId'])],
      [randomUUID(), randomUUID()],
    ]) {
      for (const [path, body] of [
        [`/api/orders/${id}/paypal-order`, {}],
        ['/api/paypal-orders', { orderIds: [id] }],
        [`/api/orders/${id}/capture`, {}],
        [`/api/paypal-orders/${reference}/capture`, {}],
        [`/api/orders/${id}/claim`, { transactionId: '1AB23456CD789012E' }],
      ] as const) {
        const { body: refusal } = await stranger.post(path, body, {
          'idempotency-key': randomUUID(),
        })
        expect([path, refusal['code']]).toEqual([path, 'order_not_found'])
      }
    }
    expect(await keys().execute()).toHaveLength(before.length)
  })

  it('refuses what we do not sell', async () => {
    const answer = await shop
      .visitor()
      .post(opening, checkoutBody({ items: [cartItem({ name: 'Tank' })] }))
    expect(answer.status).toBe(422)
    expect(answer.body['code']).toBe('item_not_sold')
  })

  it('understands a profile link and keeps its SteamID64', async () => {
    const orderId = await openOrder(
      shop.visitor(),
      checkoutBody({ steamId: `https://steamcommunity.com/profiles/${steamId}/` }),
    )
    expect((await readRecords(shop, orderId)).order.steam_id).toBe(steamId)
  })

  it('answers the same order to a double click and to a second tab', async () => {
    const buyer = shop.visitor()
    await buyer.get(`/api/orders/${randomUUID()}`)
    const body = checkoutBody()
    const orderIds = await Promise.all([1, 2, 3, 4, 5].map(() => openOrder(buyer, body)))
    expect(new Set(orderIds).size).toBe(1)
  })

  it('answers the same PayPal order to a double click', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const ids = await Promise.all([1, 2, 3].map(() => startPayment(buyer, orderId)))
    expect(new Set(ids).size).toBe(1)
  })

  it('pays the order once, however often the page asks to collect', async () => {
    const buyer = shop.visitor()
    const { orderId } = await approvedOrder(shop, buyer)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => buyer.post(`/api/orders/${orderId}/capture`, {})),
    )
    expect(answers.map(({ body }) => body['status'])).toEqual(Array(4).fill('paid'))
    const { payments, purchases, messages } = await readRecords(shop, orderId)
    expect([payments.length, purchases.length]).toEqual([1, 1])
    expect(messages.map(({ kind }) => kind).toSorted()).toEqual([
      'checkout_paid',
      'checkout_started',
    ])
  })

  it('opening a paid item again answers the paid order', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody()
    const { orderId } = await approvedOrder(shop, buyer, body)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    const again = await openOrder(buyer, { ...body, discordUsername: 'another' })
    expect(again).toBe(orderId)
  })

  it.each([
    ['the colour that was chosen', nameTagBody({ color: { r: 1, g: 20, b: 255 } }), '#0114ff'],
    ['the default without one', nameTagBody(), '#9b87f5'],
    [
      'none for what has no colour',
      checkoutBody({ items: [cartItem({ color: { r: 1, g: 2, b: 3 } })] }),
      null,
    ],
  ])('keeps %s', async (_name, body, color) => {
    const orderId = await openOrder(shop.visitor(), body)
    expect((await readRecords(shop, orderId)).order.color).toBe(color)
  })

  it('shows the colour to the buyer and to the staff', async () => {
    const buyer = shop.visitor()
    const body = nameTagBody({ color: { r: 1, g: 20, b: 255 } })
    const { orderId } = await approvedOrder(shop, buyer, body)
    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body['items']).toMatchObject([{ color: { r: 1, g: 20, b: 255 } }])
    const { order } = await readRecords(shop, orderId)
    const message = composeOrderMessage(shop.services.staffTexts, 'checkout_paid', {
      ...order,
      is_delivered_by_adapter: false,
    })
    expect(message.fields).toContainEqual({ name: 'Couleur', value: '#0114ff (1, 20, 255)' })
  })

  it('another colour makes another order that replaces the first', async () => {
    const buyer = shop.visitor()
    const id = randomUUID()
    const first = await openOrder(buyer, nameTagBody({ id }))
    const second = await openOrder(buyer, nameTagBody({ id, color: { r: 0, g: 0, b: 0 } }))
    expect(second).not.toBe(first)
    expect((await readRecords(shop, first)).order.status).toBe('superseded')
  })

  it('keeps for whom it is and what the staff need to know, and shows both to them', async () => {
    const buyer = shop.visitor()
    const details = 'A wolf, as on\nhttps://example.com/wolf.png'
    const body = reskinBody({ forSomebodyElse: true, details: ` ${details}\r\n` })
    const { orderId } = await approvedOrder(shop, buyer, body)
    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body).toMatchObject({ status: 'paid', forSomebodyElse: true, details })
    const admin = await adminByCode(shop)
    const [listed] = z
      .object({ orders: z.array(z.unknown()) })
      .parse((await admin.get(`/api/admin/orders?search=${orderId}`)).body).orders
    expect(listed).toMatchObject({ forSomebodyElse: true, details, task: { state: 'open' } })
    const records = await readRecords(shop, orderId)
    const order = { ...records.order, is_delivered_by_adapter: false }
    const { fields } = composeOrderMessage(shop.services.staffTexts, 'checkout_paid', order)
    expect(fields).toContainEqual({ name: 'Précisions', value: details })
    expect(fields).toContainEqual({
      name: 'Steam ID',
      value: `${steamId} (pour quelqu’un d’autre)`,
    })
  })

  it('another player or other details make another order that replaces the first', async () => {
    const buyer = shop.visitor()
    const body = reskinBody({ details: 'a wolf' })
    const first = await openOrder(buyer, body)
    expect(await openOrder(buyer, body)).toBe(first)
    const second = await openOrder(buyer, { ...body, details: 'a bear' })
    const third = await openOrder(buyer, { ...body, details: 'a bear', forSomebodyElse: true })
    expect(new Set([first, second, third]).size).toBe(3)
    const statuses = [first, second, third].map(async (id) => {
      return (await readRecords(shop, id)).order.status
    })
    expect(await Promise.all(statuses)).toEqual(['superseded', 'superseded', 'pending'])
  })

  it('keeps which legal texts the buyer agreed to, by our own clock, until it is paid', async () => {
    const buyer = shop.visitor()
    const body = checkoutBody({ agreedTerms: legalVersion })
    const { orderId, paypalOrderId } = await approvedOrder(shop, buyer, body)
    expect(paypalOrderId).not.toBe('')
    const read = async () => (await buyer.get(`/api/orders/${orderId}`)).body['agreedTerms']
    const at = shop.services.clock()
    expect(await read()).toEqual({ version: legalVersion, at: expect.any(String) })
    shop.advanceClock(60_000)
    await openOrder(buyer, body)
    const again = z.object({ at: z.string() }).parse(await read())
    expect(Date.parse(again.at)).toBeGreaterThan(at.getTime())
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    shop.advanceClock(60_000)
    expect(await openOrder(buyer, body)).toBe(orderId)
    expect(await read()).toMatchObject(again)
  })

  it.each([{}, { agreedTerms: 'of last year' }])(
    'keeps no agreement to texts that are not the current ones: %j',
    async (changes) => {
      const buyer = shop.visitor()
      const orderId = await openOrder(buyer, checkoutBody(changes))
      expect((await buyer.get(`/api/orders/${orderId}`)).body['agreedTerms']).toBeNull()
    },
  )

  it('whether the buyer wants to be named changes on the same order, until it is paid', async () => {
    // PayPal's webhook for the approval captures the payment too, perhaps before the buyer changes
    // their mind.
    const eventType = 'CHECKOUT.ORDER.APPROVED'
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-lost', eventType })
    const buyer = shop.visitor()
    const body = checkoutBody()
    const { orderId } = await approvedOrder(shop, buyer, body)
    const isListed = async () => (await readRecords(shop, orderId)).order.listed_as_donor
    expect(await isListed()).toBe(false)
    expect(await openOrder(buyer, { ...body, listedAsDonor: true })).toBe(orderId)
    expect(await isListed()).toBe(true)
    await buyer.post(`/api/orders/${orderId}/capture`, {})
    await openOrder(buyer, body)
    expect(await isListed()).toBe(true)
  })

  it('continues when PayPal has ended our access token early', async () => {
    const visitor = shop.visitor()
    await startPayment(visitor, await openOrder(visitor))
    await shop.sandbox.reset()
    expect(await startPayment(visitor, await openOrder(visitor))).toMatch(/^[0-9A-Z]{17}$/)
  })

  it('captures no money before the buyer approves', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    await startPayment(buyer, orderId)
    const answer = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(answer).toMatchObject({ status: 200, body: { status: 'pending' } })
  })

  it('reports a declined payment and lets the buyer try again', async () => {
    const buyer = shop.visitor()
    const orderId = await openOrder(buyer)
    const paypalOrderId = await startPayment(buyer, orderId)
    await shop.sandbox.decide(paypalOrderId, 'decline')
    const declined = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect([declined.status, declined.body['code']]).toEqual([402, 'payment_declined'])
    await shop.sandbox.decide(paypalOrderId, 'pay')
    const paid = await buyer.post(`/api/orders/${orderId}/capture`, {})
    expect(paid.body['status']).toBe('paid')
  })

  it('answers what the pay button needs', async () => {
    const { body } = await shop.visitor().get('/api/payment-options')
    expect(body).toMatchObject({ driver: 'orders', currency: 'EUR' })
    expect(body['hostedButtonIds']).toHaveProperty(['priority-queue/1'])
    expect(JSON.stringify(body)).not.toContain(shop.services.config.paypal.clientSecret)
  })
})
