import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as checkout from '#contract/checkout.ts'
import * as kryptonite from '#contract/kryptonite.ts'
import { describeOnDatabase } from '#test/database.ts'
import { cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { newSteamId, packBody } from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { openOrder } from './open-order.ts'
import { openPackCheckout } from './open-pack-checkout.ts'
import type { ClientNetworks } from '#server/services/rate-limit.ts'
import { ServiceError } from '#server/services/service-error.ts'

const hour = 60 * 60_000

describeOnDatabase('open checkouts', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    await shop.stopJobs()
  })
  // The checkouts of the test before have ended.
  beforeEach(() => shop.advanceClock(3 * hour))

  const networkOf = (name: string): ClientNetworks => [{ name, factor: 1 }]
  const openDonation = (
    networks: ClientNetworks,
    changes: object = {},
    buyer: string = randomUUID(),
  ) =>
    openOrder(
      shop.services,
      { hash: buyer, userId: null },
      checkout.openOrder.body.parse(checkoutBody({ steamId: newSteamId(), ...changes })),
      networks,
    )
  const openPack = (networks: ClientNetworks, changes: Readonly<Record<string, unknown>> = {}) =>
    openPackCheckout(shop.services, kryptonite.openPackCheckout.body.parse(packBody(changes)), {
      buyer: { hash: randomUUID(), userId: null },
      language: 'fr',
      idempotencyKey: null,
      networks,
    })
  const kinds = [
    ['donations', openDonation, { table: 'orders', opened: 'opened_at' }],
    ['packs', openPack, { table: 'krypto_orders', opened: 'created_at' }],
  ] as const
  const [[, , donations]] = kinds

  /** As if others had opened the newest checkout so many times more. */
  const repeatNewest = ({ table, opened }: (typeof kinds)[number][2], times: number) =>
    sql`insert into ${sql.table(table)}
      select (jsonb_populate_record(newest, jsonb_build_object('id', gen_random_uuid(),
        'buyer_hash', gen_random_uuid(), 'session_id', null))).*
      from ${sql.table(table)} as newest, generate_series(1, ${times}::int)
      where id = (select id from ${sql.table(table)} order by ${sql.ref(opened)} desc limit 1)
      `.execute(shop.services.database.db)

  /**
   * How many of `count` are opened, eight at once; our limit must refuse the others. More at once
   * would wait for a connection of the pool, in vain on a slow machine.
   */
  async function countOpened(count: number, open: () => Promise<unknown>): Promise<number> {
    const attempts: PromiseSettledResult<unknown>[] = []
    while (attempts.length < count) {
      const atOnce = Math.min(8, count - attempts.length)
      attempts.push(...(await Promise.allSettled(Array.from({ length: atOnce }, open))))
    }
    const refused = attempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? attempt.reason : [],
    )
    for (const reason of refused) expect(reason).toMatchObject({ code: 'too_many_open_checkouts' })
    return count - refused.length
  }

  // First, because the others leave hundreds of checkouts behind to be reconciled.
  it('store their networks as pseudonyms, and only while they are open', async () => {
    const networks = networkOf('198.18.8.8')
    const readNetworks = async () =>
      (
        await sql<{ networks: string }>`
          select networks::text from orders where networks is not null union all
          select networks::text from krypto_orders where networks is not null`.execute(
          shop.services.database.db,
        )
      ).rows.map((row) => row.networks)
    const reconcile = async () => {
      // The first run expires the checkouts, the second deletes their networks.
      for (let run = 0; run < 2; run += 1) {
        await reconcileOrders(shop.services)
        await reconcilePacks(shop.services)
      }
    }
    await reconcile()
    await openDonation(networks)
    await openPack(networks)
    await reconcile()
    const kept = await readNetworks()
    expect(kept).toHaveLength(2)
    expect(kept.join()).not.toContain('198.18')
    shop.advanceClock(3 * hour)
    await reconcile()
    expect(await readNetworks()).toEqual([])
  })

  describe.each(kinds)('%s', (_kind, open, stored) => {
    it('are limited to 100 per network, also when opened at once', async () => {
      const networks = networkOf(randomUUID())
      await open(networks)
      await repeatNewest(stored, 95)
      expect(await countOpened(8, () => open(networks))).toBe(4)
      expect(await countOpened(1, () => open(networkOf(randomUUID())))).toBe(1)
    })

    it('are limited for a whole /48 by its factor', async () => {
      const wide = { name: randomUUID(), factor: 0.2 }
      const openThere = () => open([{ name: randomUUID(), factor: 1 }, wide])
      await openThere()
      await repeatNewest(stored, 15)
      expect(await countOpened(8, openThere)).toBe(4)
    })

    it('are limited to 30 per Steam ID, also when opened at once', async () => {
      const steamId = newSteamId()
      const networks = networkOf(randomUUID())
      await open(networks, { steamId })
      await repeatNewest(stored, 25)
      expect(await countOpened(8, () => open(networks, { steamId }))).toBe(4)
    })

    it('of strangers leave 15 to the player of the Steam ID', async () => {
      const steamId = newSteamId()
      for (let stranger = 0; stranger < 3; stranger += 1) {
        const networks = networkOf(randomUUID())
        await countOpened(10, () => open(networks, { steamId }))
      }
      const networks = networkOf(randomUUID())
      expect(await countOpened(20, () => open(networks, { steamId }))).toBe(15)
    })

    it('report when the oldest ends, and stop counting then', async () => {
      const steamId = newSteamId()
      const networks = networkOf(randomUUID())
      await open(networks, { steamId })
      shop.advanceClock(hour)
      await open(networks, { steamId })
      await repeatNewest(stored, 28)
      const refusal = await open(networks, { steamId }).catch((error: unknown) => error)
      const seconds = refusal instanceof ServiceError ? (refusal.extra.retryAfterSeconds ?? 0) : 0
      expect(Math.round(seconds / 60)).toBe(120)
      shop.advanceClock(seconds * 1000)
      expect(await countOpened(2, () => open(networks, { steamId }))).toBe(1)
    })
  })

  it('do not count twice when an order is replaced, reopened or requested again', async () => {
    const [steamId, buyer, networks] = [newSteamId(), randomUUID(), networkOf(randomUUID())]
    await openDonation(networks, { steamId })
    await repeatNewest(donations, 28)
    const mine = { steamId, items: [cartItem()] }
    const { orderId } = await openDonation(networks, mine, buyer)
    expect(await openDonation(networks, mine, buyer)).toEqual({ orderId })
    for (const discordUsername of ['anna', 'boris', 'chloe']) {
      await openDonation(networks, { ...mine, discordUsername }, buyer)
    }
    expect(await countOpened(1, () => openDonation(networks, { steamId }))).toBe(0)
  })

  it('are refused with a code and the time to wait', async () => {
    const address = '198.18.7.7'
    const forwarded = { 'x-forwarded-for': address }
    await openDonation(networkOf(address))
    await repeatNewest(donations, 99)
    const path = '/functions/v1/discord-purchase-notification'
    const answer = await shop.visitor().post(path, checkoutBody(), forwarded)
    expect([answer.status, answer.body['code']]).toEqual([429, 'too_many_open_checkouts'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(hour / 1000)
    // This machine may represent many visitors.
    expect((await shop.visitor().post(path, checkoutBody())).status).toBe(200)
  })
})
