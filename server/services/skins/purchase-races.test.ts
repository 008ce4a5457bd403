import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import type { SteamId64 } from '#domain/steam-id.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#test/database.ts'
import { announceNothing } from '#test/factories/announce.ts'
import {
  correctKr,
  giveKr,
  insertShopItem,
  newSteamId,
  readLedger,
} from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { buySkin, createAccountQueue } from './skin-shop.ts'

const atOnce = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describeOnPostgres('buyers at once', (_open, createTestDatabase) => {
  let shop: TestShop
  let item: { id: string; name: string; price: number }
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    item = await insertShopItem(shop.services.database)
  })

  const bodyFor = (steamId: SteamId64) => ({
    steamId,
    itemName: item.name,
    itemPrice: item.price,
    itemId: item.id,
  })
  const post = (body: unknown, key: string) =>
    shop
      .visitor()
      .post('/functions/v1/process-krypto-skin-purchase', body, { 'idempotency-key': key })
  /** As if each call came from another process, with a queue of its own. */
  const buyApart = (
    steamId: SteamId64,
    idempotencyKey: string | null,
    announce = announceNothing,
  ) =>
    buySkin(
      shop.services,
      { queue: createAccountQueue(), announce },
      { hash: '', userId: null, idempotencyKey },
      bodyFor(steamId),
    ).then(
      ({ balance }) => `bought, ${balance} left`,
      (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
    )

  it('buy exactly what the balance covers, over HTTP', async () => {
    const steamId = await giveKr(shop.services.database, 7 * item.price + 100)
    const answers = await atOnce(64, () => post(bodyFor(steamId), randomUUID()))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array(7).fill(200), ...Array(57).fill(402)])
    expect(await readLedger(shop.services.database, steamId)).toMatchObject({
      balance: 100,
      sum: 100,
      skins: Array.from({ length: 7 }, () => ({ item_name: item.name })),
    })
  })

  it('buy exactly what the balance covers, from many processes', async () => {
    const steamId = await giveKr(shop.services.database, 5 * item.price)
    const answers = await atOnce(64, () => buyApart(steamId, randomUUID()))
    expect(answers.filter((answer) => answer.startsWith('bought'))).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'insufficient_balance')).toHaveLength(59)
    expect(await readLedger(shop.services.database, steamId)).toMatchObject({ balance: 0, sum: 0 })
  })

  it('with one key are one purchase in the news, and see their balance each time', async () => {
    const steamId = await giveKr(shop.services.database, 10 * item.price)
    const announce = {
      ...announceNothing,
      publishPurchase: vi.fn<(buyer: string) => void>(),
      publishBalance: vi.fn<(buyer: string) => void>(),
    }
    const key = randomUUID()
    await atOnce(3, () => buyApart(steamId, key, announce))
    expect(announce.publishPurchase.mock.calls).toEqual([[steamId]])
    expect(announce.publishBalance.mock.calls).toEqual([[steamId], [steamId]])
  })

  it('with one key buy once and get the same answer, over HTTP', async () => {
    const steamId = await giveKr(shop.services.database, 10_000)
    const key = randomUUID()
    const answers = await atOnce(200, () => post(bodyFor(steamId), key))
    const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
    expect([...bodies]).toEqual([
      JSON.stringify({ message: 'Crystal Mosin purchased successfully', balance: 9750 }),
    ])
    expect((await readLedger(shop.services.database, steamId)).skins).toHaveLength(1)
  })

  it('with one key buy once and get the same answer, from many processes', async () => {
    // The balance covers only one purchase, so the others see it spent.
    for (const amount of [item.price, 10 * item.price]) {
      const steamId = await giveKr(shop.services.database, amount)
      const key = randomUUID()
      const answers = await atOnce(64, () => buyApart(steamId, key))
      expect(new Set(answers)).toEqual(new Set([`bought, ${amount - item.price} left`]))
      expect((await readLedger(shop.services.database, steamId)).skins).toHaveLength(1)
    }
  })

  it('with one key for different accounts buy for one of them', async () => {
    const steamIds = await atOnce(8, () => giveKr(shop.services.database, 1000))
    const key = randomUUID()
    const answers = await Promise.all(steamIds.map((steamId) => buyApart(steamId, key)))
    expect(answers.filter((answer) => answer.startsWith('bought'))).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'idempotency_key_reused')).toHaveLength(7)
  })

  it('and concurrent credits never spend Kr before they are credited', async () => {
    const steamId = newSteamId()
    const { database } = shop.services
    const credit = (amount: number) => correctKr(database, steamId, amount)
    await atOnce<unknown>(120, (index) =>
      index % 3 === 0 ? buyApart(steamId, null) : credit(index % 3 === 1 ? 250 : -100),
    )
    const { balance, sum, rows } = await readLedger(database, steamId)
    expect(balance).toBe(sum)
    let running = 0
    for (const { amount, type } of rows) {
      running += amount
      if (type === 'skin_purchase') expect(running).toBeGreaterThanOrEqual(0)
    }
  })
})

describeOnEachDatabase('buyers of a skin with a stock', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  /** As if from another process, with an account that can pay. */
  const buy = async (item: Awaited<ReturnType<typeof insertShopItem>>, steamId: SteamId64) =>
    buySkin(
      shop.services,
      { queue: createAccountQueue(), announce: announceNothing },
      { hash: '', userId: null, idempotencyKey: randomUUID() },
      { steamId, itemName: item.name, itemPrice: item.price, itemId: item.id },
    ).then(
      () => 'bought',
      (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
    )
  const stockOf = async ({ id }: { readonly id: string }) =>
    shop.services.database.db
      .selectFrom('shop_items')
      .select('stock')
      .where('id', '=', id)
      .executeTakeFirst()

  it('get each of them once, and the others pay nothing', async () => {
    const { database } = shop.services
    const item = await insertShopItem(database, { stock: 3 })
    const steamIds = await atOnce(64, () => giveKr(database, item.price))
    const answers = await Promise.all(steamIds.map((steamId) => buy(item, steamId)))
    expect(answers.filter((answer) => answer === 'bought')).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'sold_out')).toHaveLength(61)
    expect(await stockOf(item)).toEqual({ stock: 0 })
    const ledgers = await Promise.all(steamIds.map((steamId) => readLedger(database, steamId)))
    expect(ledgers.filter(({ skins }) => skins.length === 1)).toHaveLength(3)
    for (const { balance, sum, skins } of ledgers) {
      expect([balance, sum]).toEqual(Array(2).fill(item.price * (1 - skins.length)))
    }
  })

  it('take none without Kr, and find none that is hidden, by its answer over HTTP too', async () => {
    const { database } = shop.services
    const item = await insertShopItem(database, { stock: 1 })
    expect(await buy(item, newSteamId())).toBe('insufficient_balance')
    expect(await stockOf(item)).toEqual({ stock: 1 })
    const hidden = await insertShopItem(database, { hidden: true })
    expect(await buy(hidden, await giveKr(database, 250))).toBe('item_not_found')
    const steamId = await giveKr(database, 1000)
    expect(await buy(item, steamId)).toBe('bought')
    const body = { steamId, itemName: item.name, itemPrice: item.price, itemId: item.id }
    const answer = await shop.visitor().post('/functions/v1/process-krypto-skin-purchase', body)
    expect([answer.status, answer.body['code']]).toEqual([409, 'sold_out'])
    expect((await readLedger(database, steamId)).balance).toBe(750)
  })

  it('announce to open pages what is left', async () => {
    const { database } = shop.services
    const item = await insertShopItem(database, { stock: 2 })
    const events = () =>
      database.db.selectFrom('events').select('id').where('name', '=', 'shop-items').execute()
    const before = (await events()).length
    await buy(item, await giveKr(database, item.price))
    expect(await events()).toHaveLength(before + 1)
  })
})
