import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { SteamId64 } from '#domain/steam-id.ts'
import { describeOnDatabase } from '#test/database.ts'
import { announceNothing } from '#test/factories/announce.ts'
import { giveKr, insertShopItem, newSteamId, readLedger } from '#test/factories/ledger.ts'
import {
  openPack,
  openPackCheckout,
  packBody,
  readPack,
  settlePackPayment,
} from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { buySkin, createAccountQueue } from '#server/services/skins/skin-shop.ts'
import { players, signIn, type PlayerName } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const buying = '/functions/v1/process-krypto-skin-purchase'

describeOnDatabase('a wallet over HTTP', (_open, createTestDatabase) => {
  let shop: TestShop
  let item: { id: string; name: string; price: number }
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    item = await insertShopItem(shop.services.database)
  })

  const bodyFor = <Id extends string>(steamId: Id) => ({
    steamId,
    itemName: item.name,
    itemPrice: item.price,
    itemId: item.id,
  })
  const give = (amount: number, steamId?: SteamId64) =>
    giveKr(shop.services.database, amount, steamId)
  const buy = (steamId: string, changes: Record<string, unknown> = {}, key?: string) =>
    shop
      .visitor()

      .post(
        buying,
        { ...bodyFor(steamId), ...changes },
        key === undefined ? {} : { 'idempotency-key': key },
      )
  /** A signed-in player who has proven that the balance is theirs. */
  const claim = async (steamId: string, player: PlayerName) => {
    const owner = shop.visitor()
    await signIn(owner, player)
    const { db } = shop.services.database
    const { user_id: userId } = await db
      .selectFrom('accounts')
      .select('user_id')
      .where('account_id', '=', players[player])
      .executeTakeFirstOrThrow()
    await db.insertInto('steam_claims').values({ steam_id: steamId, user_id: userId }).execute()
    return { owner, userId }
  }

  /** Everything that a browser may read of a Steam ID. */
  const read = async (visitor: Visitor, steamId: string) => {
    const answers = await Promise.all(
      ['krypto-transactions', 'skin-purchases'].map((what) =>
        visitor.get(`/api/${what}/${steamId}`),
      ),
    )
    return {
      balance: (await visitor.get(`/api/krypto-balance/${steamId}`)).body,
      statuses: answers.map(({ status }) => status),
      codes: answers.map(({ body }) => body['code']),
    }
  }
  const lockedTo = (balance: number) => ({
    balance: { balance },
    statuses: [403, 403],
    codes: ['claim_required', 'claim_required'],
  })

  it('sells a skin to anybody who types the Steam ID of an unclaimed balance', async () => {
    const steamId = await give(1000)
    const answer = await buy(steamId)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: 'Crystal Mosin purchased successfully', balance: 750 })
    expect(await readLedger(shop.services.database, steamId)).toMatchObject({
      balance: 750,
      sum: 750,
      rows: [{ amount: 1000 }, { amount: -250, type: 'skin_purchase' }],
      skins: [{ item_name: 'Crystal Mosin', price_kr: 250, user_id: null }],
    })
  })

  it('accepts any form of the Steam ID for the same balance', async () => {
    const steamId = await give(500)
    await buy(`https://steamcommunity.com/profiles/${steamId}/`)
    const answer = await shop.visitor().get(`/api/krypto-balance/${steamId}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({ balance: 250 })
  })

  it('refuses a price above the balance, and answers the balance', async () => {
    const steamId = await give(249)
    const answer = await buy(steamId)
    expect([answer.status, answer.body['code']]).toEqual([402, 'insufficient_balance'])
    expect(answer.body['balance']).toBe(249)
    const unknown = await buy(newSteamId())
    expect(unknown.body).toMatchObject({ code: 'insufficient_balance', balance: 0 })
    expect(await readLedger(shop.services.database, steamId)).toMatchObject({
      balance: 249,
      skins: [],
    })
  })

  it.each([1, 249.5, 0, -250, 1e300])(
    'refuses the price %d and answers the right one',
    async (price) => {
      const steamId = await give(1000)
      const answer = await buy(steamId, { itemPrice: price })
      expect([answer.status, answer.body['code']]).toEqual([409, 'price_changed'])
      expect(answer.body['currentPriceKr']).toBe(250)
    },
  )

  it('is closed to a network after many refusals, until the next window', async () => {
    const steamId = await give(1000)
    const from = (address: string, body: object, key: string = randomUUID()) =>
      shop.visitor().post(buying, body, { 'idempotency-key': key, 'x-forwarded-for': address })
    const refused = () => from('9.9.9.9', bodyFor(newSteamId()))
    shop.beginWindow(60)
    const flood = await Promise.all(Array.from({ length: 130 }, refused))
    expect(flood.filter(({ status }) => status === 402).length).toBeGreaterThanOrEqual(120)
    const stopped = await from('9.9.9.9', bodyFor(steamId))
    expect([stopped.status, stopped.body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    // A name that the network chooses for itself is ignored, and its neighbours can still buy.
    expect((await from('8.8.8.8, 9.9.9.9', bodyFor(steamId))).status).toBe(429)
    expect((await from('9.9.9.8', bodyFor(steamId))).status).toBe(200)
    shop.advanceClock(60_000)
    expect((await from('9.9.9.9', bodyFor(steamId))).status).toBe(200)
  })

  it('refuses an item that the shop does not have', async () => {
    const answer = await buy(await give(1000), { itemId: randomUUID() })
    expect([answer.status, answer.body['code']]).toEqual([404, 'item_not_found'])
  })

  it.each([
    ['steamId', { steamId: '123' }],
    ['itemPrice', { itemPrice: '250' }],
    ['itemId', { itemId: 'first' }],
    ['itemName', { itemName: 5 }],
  ])('names the field %s that is wrong', async (path, changes) => {
    const answer = await buy(newSteamId(), changes)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [{ path }] })
  })

  it('repeats the first answer to a key, whatever has happened since', async () => {
    const steamId = await give(250)
    const key = randomUUID()
    const first = await buy(steamId, {}, key)
    expect(first.body).toEqual({ message: 'Crystal Mosin purchased successfully', balance: 0 })
    await give(1000, steamId)
    expect((await buy(steamId, {}, key)).body).toEqual(first.body)
    expect((await readLedger(shop.services.database, steamId)).skins).toHaveLength(1)
  })

  it('repeats it also after signing in or out, so that nothing is bought twice', async () => {
    const steamId = await give(1000)
    const key = { 'idempotency-key': randomUUID() }
    const buyer = shop.visitor()
    const first = await buyer.post(buying, bodyFor(steamId), key)
    await signIn(buyer, 'plain')
    const again = await buyer.post(buying, bodyFor(steamId), key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await readLedger(shop.services.database, steamId)).toMatchObject({ balance: 750 })
  })

  it('repeats a refusal as well', async () => {
    const steamId = newSteamId()
    const key = randomUUID()
    await buy(steamId, {}, key)
    await give(1000, steamId)
    expect((await buy(steamId, {}, key)).body).toMatchObject({
      code: 'insufficient_balance',
      balance: 0,
    })
  })

  it('refuses a key that came with another body', async () => {
    const steamId = await give(1000)
    const key = randomUUID()
    await buy(steamId, {}, key)
    const others = [
      await buy(steamId, { itemPrice: 249 }, key),
      await buy(await give(1000), {}, key),
    ]
    for (const other of others) {
      expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused'])
    }
  })

  it.each(['', 'x'.repeat(256), 'clé'])('refuses the key %j', async (key) => {
    const answer = await buy(newSteamId(), {}, key)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'Idempotency-Key' }],
    })
  })

  it('sells again for each request without a key', async () => {
    const steamId = await give(500)
    await buy(steamId)
    expect((await buy(steamId)).body['balance']).toBe(0)
  })

  it('lets a claimed balance be spent and read by its owner alone', async () => {
    const steamId = await give(1000)
    const { owner, userId } = await claim(steamId, 'plain')
    const stranger = shop.visitor()
    await signIn(stranger, 'mallory')
    for (const other of [shop.visitor(), stranger]) {
      const answer = await other.post(buying, bodyFor(steamId))
      expect([answer.status, answer.body['code']]).toEqual([403, 'claim_required'])
      expect(await read(other, steamId)).toEqual(lockedTo(1000))
    }
    expect((await owner.post(buying, bodyFor(steamId))).body['balance']).toBe(750)
    expect((await read(owner, steamId)).statuses).toEqual([200, 200])
    const { skins } = await readLedger(shop.services.database, steamId)
    expect(skins).toMatchObject([{ user_id: userId }])
  })

  it('shows a stranger who types a Steam ID the balance only', async () => {
    const steamId = await give(1000)
    await buy(steamId)
    const stranger = shop.visitor()
    await signIn(stranger, 'mallory')
    for (const other of [shop.visitor(), stranger]) {
      expect(await read(other, steamId)).toEqual(lockedTo(750))
      // Not even whether there is anything.
      expect(await read(other, newSteamId())).toEqual(lockedTo(0))
    }
  })

  it('shows lines and skins to the browser that bought Kr, once they are paid', async () => {
    const [buyer, neighbour] = [shop.visitor(), shop.visitor()]
    const [body, key] = [packBody(), randomUUID()]
    await openPackCheckout(buyer, body, key)
    // Anybody with the key reaches the same page; the order stays its maker's.
    await openPackCheckout(neighbour, body, key)
    const declined = await openPack(shop, { steamId: body.steamId }, neighbour)
    await shop.sandbox.stripe.decide(declined.sessionId, 'decline')
    await settlePackPayment(neighbour, declined.sessionId)
    expect(await read(buyer, body.steamId)).toEqual(lockedTo(0))

    const paid = await openPack(shop, { steamId: body.steamId }, buyer)
    await shop.sandbox.stripe.decide(paid.sessionId, 'pay')
    expect((await settlePackPayment(neighbour, paid.sessionId)).status).toBe(200)
    expect((await read(buyer, body.steamId)).statuses).toEqual([200, 200])
    expect(await read(neighbour, body.steamId)).toEqual(lockedTo(1100))
    expect(await read(buyer, await give(1000))).toEqual(lockedTo(1000))

    const { owner } = await claim(body.steamId, 'plain')
    expect(await read(buyer, body.steamId)).toEqual(lockedTo(1100))
    expect((await read(owner, body.steamId)).statuses).toEqual([200, 200])
  })

  it('shows a browser that bought Kr what it bought itself, and no more', async () => {
    const [buyer, steamId] = [shop.visitor(), await give(1000)]
    await buy(steamId)
    const { sessionId } = await openPack(shop, { steamId }, buyer)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await settlePackPayment(buyer, sessionId)
    await buyer.post(buying, bodyFor(steamId))
    const { body } = await buyer.get(`/api/krypto-transactions/${steamId}`)
    expect(body).toMatchObject({ balance: 1600, nextCursor: null })
    expect(body['transactions']).toMatchObject([
      { type: 'skin_purchase', amount: -250, balanceAfter: 1600 },
      { type: 'pack_bonus', amount: 100, balanceAfter: 1850 },
      { type: 'pack_purchase', amount: 1000, balanceAfter: 1750 },
    ])
    const skins = await buyer.get(`/api/skin-purchases/${steamId}`)
    expect(skins.body['skins']).toHaveLength(1)
  })

  it('shows nothing more to the browser that gave Kr to somebody else', async () => {
    const giver = shop.visitor()
    const gift = await openPack(shop, { steamId: await give(1000), forSomebodyElse: true }, giver)
    await shop.sandbox.stripe.decide(gift.sessionId, 'pay')
    expect((await settlePackPayment(giver, gift.sessionId)).status).toBe(200)
    const { order } = await readPack(shop, gift.orderId)
    expect(await read(giver, order.steam_id)).toEqual(lockedTo(2100))
  })

  it('pages through every line of a balance while new ones arrive', async () => {
    const steamId = newSteamId()
    const { owner } = await claim(steamId, 'plain')
    for (let line = 1; line <= 60; line += 1) await give(10, steamId)
    const path = `/api/krypto-transactions/${steamId}`
    const first = await owner.get(path)
    expect(first.body).toMatchObject({ balance: 600 })
    await give(1000, steamId)
    const second = await owner.get(`${path}?cursor=${String(first.body['nextCursor'])}`)
    const lines = [first, second].flatMap(({ body }) => body['transactions'])
    expect(lines).toMatchObject(
      Array.from({ length: 60 }, (_, index) => ({
        type: 'admin_add',
        amount: 10,
        balanceAfter: 600 - 10 * index,
        description: 'Admin added 10 Kr',
      })),
    )
    expect(second.body).toMatchObject({ balance: 1600, nextCursor: null })
    const beyond = await owner.get(`${path}?cursor=0`)
    expect(beyond.body).toEqual({ balance: 1600, transactions: [], nextCursor: null })
  })

  it('is empty for an unknown balance', async () => {
    const steamId = newSteamId()
    const { owner: visitor } = await claim(steamId, 'plain')
    expect((await visitor.get(`/api/krypto-balance/${steamId}`)).body).toEqual({ balance: 0 })
    expect((await visitor.get(`/api/krypto-transactions/${steamId}`)).body).toEqual({
      balance: 0,
      transactions: [],
      nextCursor: null,
    })
    expect((await visitor.get(`/api/skin-purchases/${steamId}`)).body).toEqual({ skins: [] })
  })

  it.each([
    '/api/krypto-balance/123',
    '/api/krypto-transactions/123',
    '/api/skin-purchases/123',
    `/api/krypto-transactions/76561198006409530?cursor=x`,
  ])('refuses %s', async (path) => {
    const answer = await shop.visitor().get(path)
    expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed'])
  })

  it('shows bought skins as they were then', async () => {
    const steamId = await give(250)
    const other = await insertShopItem(shop.services.database, { name: 'Old name' })
    await buy(steamId, { itemId: other.id })
    await shop.services.database.db.deleteFrom('shop_items').where('id', '=', other.id).execute()
    const { owner } = await claim(steamId, 'plain')
    const { body } = await owner.get(`/api/skin-purchases/${steamId}`)
    expect(body).toEqual({
      skins: [
        {
          id: expect.any(String),
          itemName: 'Old name',
          priceKr: 250,
          imageUrl: '/images/none.webp',
          boughtAt: expect.stringMatching(/^\d{4}-.*Z$/),
          deliveredAt: null,
          task: { state: 'open', notes: [] },
        },
      ],
    })
  })

  it('spends claimed balances only, when the site requires a claim', async () => {
    const { services } = shop
    const strict = { ...services, config: { ...services.config, requireSteamClaim: true } }
    const steamId = await give(1000)
    const mine = await give(1000)
    const { userId } = await claim(mine, 'hunter')
    const buyer = { hash: '', userId, idempotencyKey: null }
    const counter = { queue: createAccountQueue(), announce: announceNothing }
    for (const each of [buyer, { ...buyer, userId: null }]) {
      await expect(buySkin(strict, counter, each, bodyFor(steamId))).rejects.toThrow(
        'claim_required',
      )
    }
    expect(await buySkin(strict, counter, buyer, bodyFor(mine))).toMatchObject({ balance: 750 })
  })
})
