import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { legalVersion } from '#test/shipped-documents.ts'
import { packs } from '#test/factories/site.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import {
  newSteamId,
  openPack,
  openPackCheckout,
  packBody,
  packOf,
  readPack,
  settlePackPayment,
} from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'

describeOnDatabase('packs over HTTP', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(() => shop.sandbox.reset())

  const create = (body: unknown = packBody(), key?: string) =>
    openPackCheckout(shop.visitor(), body, key)
  const ordersOf = (steamId: string) =>
    shop.services.database.db
      .selectFrom('krypto_orders')
      .selectAll()
      .where('steam_id', '=', steamId)
      .execute()

  it('lists the packs as they are sold, each with a picture of our own', async () => {
    const answer = await fetch(`${shop.origin}/api/krypto-packs`)
    expect(await answer.json()).toEqual(
      packs.map(({ amount, bonus, priceCents, priceId }) => ({
        amount,
        priceCents,
        bonus,
        priceId,
        image: `/packs/${amount}.svg`,
      })),
    )
  })

  describe('opening a checkout', () => {
    it('answers Stripe’s page for this pack and stores its Steam ID', async () => {
      const body = packBody()
      const answer = await create(body)
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['url']])
      expect(new URL(String(answer.body['url'])).origin).toBe(shop.sandbox.origin)
      const [order, ...others] = await ordersOf(body.steamId)
      expect(others).toEqual([])
      expect(order).toMatchObject({
        status: 'pending',
        discord_username: 'sokol',
        amount: 1000,
        bonus: 100,
        price_cents: 999,
        currency: 'USD',
        price_id: body.priceId,
        provider_mode: 'test',
        session_url: answer.body['url'],
        next_check_at: expect.any(Date),
      })
    })

    it.each([
      [{ forSomebodyElse: true, agreedTerms: legalVersion }, true, legalVersion],
      [{ agreedTerms: 'of last year' }, false, null],
      [{}, false, null],
    ])(
      'keeps for whom it is and which texts were agreed to: %j',
      async (choices, gift, version) => {
        const body = packBody(choices)
        await create(body)
        const [order] = await ordersOf(body.steamId)
        expect(order).toMatchObject({
          for_somebody_else: gift,
          agreed_terms: version,
          agreed_at: version && expect.any(Date),
        })
      },
    )

    it('sends Stripe the session’s data and the buyer’s language', async () => {
      const visitor = shop.visitor()
      visitor.cookies.set('language', 'ru')
      const body = packBody({ discordUsername: 'Серая Волчица' })
      await openPackCheckout(visitor, body)
      const [order] = await ordersOf(body.steamId)
      const [session] = await shop.sandbox.stripe.readPayments()
      expect(session).toMatchObject({
        sessionId: order?.session_id,
        clientReferenceId: order?.id,
        metadata: { order_id: order?.id },
        amountCents: 999,
        currency: 'usd',
      })
      const { secretKey } = shop.services.config.stripe
      const kept = await fetch(
        `${shop.sandbox.origin}/v1/checkout/sessions/${session?.sessionId}?expand[]=line_items`,
        { headers: { authorization: `Bearer ${secretKey}` } },
      )
      expect(await kept.json()).toMatchObject({
        locale: 'ru',
        success_url: `${shop.origin}/krypto-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${shop.origin}/krypto-points`,
        allow_promotion_codes: null,
        // No price has to exist at Stripe, and none can be in another currency than ours.
        line_items: {
          data: [
            { description: '1000 Kr + 100 Kr', amount_total: 999, currency: 'usd', quantity: 1 },
          ],
        },
      })
    })

    it('accepts the forms in which players write their Steam ID', async () => {
      const steamId = newSteamId()
      await create(packBody({ steamId: `https://steamcommunity.com/profiles/${steamId}/` }))
      expect(await ordersOf(steamId)).toHaveLength(1)
    })

    it.each([
      ['a Steam ID of nobody', { steamId: '76561197960265728' }, 'steamId'],
      ['no Steam ID', { steamId: undefined }, 'steamId'],
      ['no name', { discordUsername: ' ' }, 'discordUsername'],
      ['an invalid price id', { priceId: 7 }, 'priceId'],
    ])('refuses %s by field', async (_name, changes, path) => {
      const answer = await create(packBody(changes))
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed'])
      expect(answer.body['errors']).toMatchObject([{ path }])
    })

    it('sells only our own packs', async () => {
      const body = packBody({ priceId: 'price_of_another_shop' })
      const answer = await create(body)
      expect([answer.status, answer.body['code']]).toEqual([422, 'item_not_sold'])
      expect(await ordersOf(body.steamId)).toEqual([])
    })

    it('refuses other sites', async () => {
      const answer = await shop.visitor().post('/functions/v1/create-krypto-checkout', packBody(), {
        origin: 'https://evil.example',
      })
      expect([answer.status, answer.body['code']]).toEqual([403, 'foreign_origin'])
    })

    it('answers the same key with the same page, once or at once', async () => {
      const [body, key] = [packBody(), randomUUID()]
      const answers = await Promise.all([1, 2, 3, 4].map(() => create(body, key)))
      answers.push(await create(body, key))
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
      expect(new Set(answers.map((answer) => answer.body['url'])).size).toBe(1)
      expect(await ordersOf(body.steamId)).toHaveLength(1)
      expect(await shop.sandbox.stripe.readPayments()).toHaveLength(1)
    })

    it('treats requests without a key as different purchases', async () => {
      const body = packBody()
      const [first, second] = [await create(body), await create(body)]
      expect(first.body['url']).not.toBe(second.body['url'])
      expect(await ordersOf(body.steamId)).toHaveLength(2)
    })

    it('refuses the same key for something else', async () => {
      const [body, key] = [packBody(), randomUUID()]
      await create(body, key)
      for (const changes of [{ priceId: packOf(500).priceId }, { discordUsername: 'other' }]) {
        const answer = await create({ ...body, ...changes }, key)
        expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_key_reused'])
      }
    })

    // Stripe's client retries once by itself after some of them.
    it.each([
      ['500', 2],
      ['429', 1],
      ['reset', 2],
      ['truncated', 1],
    ])(
      'goes on with the same order and the same page of Stripe after a failure by %s',
      async (kind, times) => {
        const [body, key] = [packBody(), randomUUID()]
        await shop.sandbox.fail({ provider: 'stripe', kind, times, path: '/v1/checkout' })
        const failed = await create(body, key)
        expect([failed.status, failed.body['code']]).toEqual([503, 'card_payments_unavailable'])
        expect(failed.headers.get('retry-after')).toBe('5')
        const again = await create(body, key)
        expect(again.status).toBe(200)
        expect((await create(body, key)).body).toEqual(again.body)
        expect(await ordersOf(body.steamId)).toHaveLength(1)
        expect(await shop.sandbox.stripe.readPayments()).toHaveLength(1)
      },
    )

    it('does not reopen an expired checkout', async () => {
      const [body, key] = [packBody(), randomUUID()]
      await create(body, key)
      await shop.services.database.db
        .updateTable('krypto_orders')
        .set({ status: 'expired' })
        .where('steam_id', '=', body.steamId)
        .execute()
      const answer = await create(body, key)
      expect([answer.status, answer.body['code']]).toEqual([409, 'payment_expired'])
    })

    it('sends a buyer who has paid to the success page', async () => {
      const [body, key] = [packBody(), randomUUID()]
      const { body: opened } = await create(body, key)
      await shop.services.database.db
        .updateTable('krypto_orders')
        .set({ status: 'paid', paid_at: shop.services.clock() })
        .where('steam_id', '=', body.steamId)
        .execute()
      expect((await create(body, key)).body).toEqual(opened)
    })
  })

  describe('the success page', () => {
    it('shows all credited Kr, in any browser', async () => {
      const { sessionId, orderId } = await openPack(shop)
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      const answer = await settlePackPayment(shop.visitor(), sessionId)
      expect([answer.status, answer.body]).toEqual([200, { totalKrypto: 1100 }])
      expect((await readPack(shop, orderId)).balance).toBe(1100)
    })

    it('answers 404 for a checkout that is not ours', async () => {
      const answer = await settlePackPayment(shop.visitor(), 'cs_test_of_another_site')
      expect([answer.status, answer.body['code']]).toEqual([404, 'session_not_found'])
    })

    it.each([
      '',
      'pi_1',
      'cs_',
      "cs_'; drop table krypto_orders",
      `cs_${'a'.repeat(300)}`,
      7,
      null,
    ])('asks Stripe nothing for what is no session: %s', async (sessionId) => {
      const answer = await shop
        .visitor()
        .post('/functions/v1/process-krypto-stripe-payment', { sessionId })
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed'])
    })
  })

  describe('the staff’s list', () => {
    const page = z.object({
      orders: z.array(z.looseObject({ id: z.string() })),
      nextCursor: z.string().nullable(),
    })

    it('is shown to nobody else', async () => {
      const answer = await shop.visitor().get('/api/admin/pack-orders')
      expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden'])
    })

    it('finds an order by each of its ids, with its payment’s state', async () => {
      const admin = await adminByCode(shop)
      const discordUsername = `лист ${randomUUID()}`
      const { orderId, sessionId } = await openPack(shop, { discordUsername })
      await shop.sandbox.stripe.decide(sessionId, 'pay')
      await settlePackPayment(shop.visitor(), sessionId)
      const { order } = await readPack(shop, orderId)
      const names = [orderId.slice(0, 9), sessionId, order.payment_intent ?? '', order.steam_id]
      for (const search of [...names, discordUsername.slice(0, 20)]) {
        const answer = await admin.get(`/api/admin/pack-orders?${new URLSearchParams({ search })}`)
        expect(page.parse(answer.body)).toEqual({
          orders: [
            {
              id: orderId,
              status: 'paid',
              mismatch: null,
              steamId: order.steam_id,
              discordUsername,
              amount: 1000,
              bonus: 100,
              priceCents: 999,
              refundedCents: 0,
              disputedCents: 0,
              sessionId,
              openedAt: order.created_at.toISOString(),
              paidAt: order.paid_at?.toISOString(),
            },
          ],
          nextCursor: null,
        })
      }
    })

    it('pages from the newest on, and refuses an invalid cursor', async () => {
      const admin = await adminByCode(shop)
      const [{ orderId }] = [await openPack(shop)]
      const { db } = shop.services.database
      const { id: _id, session_id: _session, ...order } = (await readPack(shop, orderId)).order
      const copy = { ...order, discord_username: `pages ${randomUUID()}`, next_check_at: null }
      await db
        .insertInto('krypto_orders')
        .values(Array.from({ length: 60 }, () => copy))
        .execute()
      const search = copy.discord_username
      const list = async (cursor: Record<string, string>) => {
        const query = new URLSearchParams({ search, ...cursor })
        return page.parse((await admin.get(`/api/admin/pack-orders?${query}`)).body)
      }
      const first = await list({})
      const second = await list({ cursor: first.nextCursor ?? '' })
      expect([first.orders.length, second.orders.length, second.nextCursor]).toEqual([50, 10, null])
      const ids = [...first.orders, ...second.orders].map(({ id }) => id)
      expect(new Set(ids).size).toBe(60)
      const strange = await admin.get('/api/admin/pack-orders?cursor=1')
      expect([strange.status, strange.body['code']]).toEqual([422, 'validation_failed'])
    })
  })

  it('limits how many checkouts one network opens', async () => {
    shop.beginWindow(60)
    const send = () => create(packBody({ priceId: 'price_none' }))
    const answers = await Promise.all(Array.from({ length: 70 }, send))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    const last = await send()
    expect([last.status, last.body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    shop.advanceClock(60_000)
    expect((await create()).status).toBe(200)
  })
})
