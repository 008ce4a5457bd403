import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { orderStatuses } from '#domain/orders.ts'
import { donorRanks } from '#domain/donors.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn, type PlayerName } from '#test/sign-in.ts'
import { fillWithDemoData } from './fill.ts'
import { people } from './people.ts'

/** With all that delivers perks at the sandbox. */
const adapters = { PRIORITY_FILE_FORMAT: 'semicolon' }

async function countRows({ services }: TestShop): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ counts: Readonly<Record<string, number>> }>`
    select json_build_object(
      'users', (select count(*) from users),
      'orders', (select count(*) from orders),
      'payments', (select count(*) from payments),
      'packs', (select count(*) from krypto_orders),
      'lines', (select count(*) from krypto_transactions),
      'balances', (select count(*) from krypto_balance),
      'skins', (select count(*) from skin_purchases),
      'items', (select count(*) from shop_items),
      'listings', (select count(*) from team_listings),
      'perks', (select count(*) from perk_entries),
      'coverage', (select count(*) from perk_coverage),
      'marks', (select count(*) from demo_rows)
    ) as counts`.execute(services.database.db)
  return rows[0]?.counts ?? {}
}

describeOnEachDatabase('demo data', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { ...adapters, DEMO_DATA: 'true' })
  })

  it('shows a small community with a past', async () => {
    const donors = JSON.stringify((await shop.visitor().get('/api/donors')).body)
    for (const rank of donorRanks) expect(donors).toContain(`"rank":"${rank}"`)
    expect(await countRows(shop)).toMatchObject({ items: 10, listings: 13 })
    const { db } = shop.services.database
    const orders = await db.selectFrom('orders').select(['status', 'opened_at']).execute()
    const known = new Set(orders.map(({ status }) => status))
    expect(orderStatuses.filter((status) => !known.has(status))).toEqual(['superseded'])
    const oldestMs = Math.min(...orders.map(({ opened_at: at }) => at.getTime()))
    expect(Date.now() - oldestMs).toBeGreaterThan(60 * 24 * 3_600_000)
    expect((await verifyLedger(shop.services.database)).differences).toEqual([])
    expect(shop.readErrors()).toEqual([])
  })

  it.each<PlayerName>(['hunter', 'plain', 'mallory'])(
    'gives the player %s orders, perks and a wallet',
    async (player) => {
      const visitor = shop.visitor()
      await signIn(visitor, player)
      const { lesnik, hunter, mallory } = people
      const { steamId } = { hunter, plain: lesnik, mallory }[player]
      expect(JSON.stringify((await visitor.get('/api/orders')).body)).toContain(steamId)
      expect(JSON.stringify((await visitor.get('/api/perks')).body)).toContain(steamId)
      const { body } = await visitor.get(`/api/krypto-balance/${steamId}`)
      expect(body['balance']).toBeGreaterThan(0)
    },
  )

  it('is not made a second time', async () => {
    const before = await countRows(shop)
    await fillWithDemoData(shop.services)
    expect(await countRows(shop)).toEqual(before)
  })

  it('is removed as a whole but for what somebody has done since', async () => {
    const { lesnik } = people
    const buyer = shop.visitor()
    const { orderId } = await paidOrder(shop, buyer, checkoutBody({ steamId: lesnik.steamId }))
    const admin = await adminByCode(shop)
    await admin.post('/api/admin/shop-items', await itemBody({ name: 'Mine' }))
    expect((await admin.get('/api/admin/demo-data')).body['filledAt']).toEqual(expect.any(String))
    expect((await admin.delete('/api/admin/demo-data')).status).toBe(204)
    expect((await admin.get('/api/admin/demo-data')).body).toEqual({ filledAt: null })
    const { db } = shop.services.database
    const owners = async (table: 'orders' | 'krypto_transactions' | 'perk_entries') =>
      (await db.selectFrom(table).select('steam_id').distinct().execute()).map(
        (row) => row.steam_id,
      )
    expect(await owners('orders')).toEqual([lesnik.steamId])
    expect(await owners('perk_entries')).toEqual([lesnik.steamId])
    expect(await owners('krypto_transactions')).toEqual([lesnik.steamId])
    expect(JSON.stringify((await buyer.get(`/api/orders/${orderId}`)).body)).toContain('settled')
    expect(await db.selectFrom('shop_items').select('name').execute()).toEqual([{ name: 'Mine' }])
    expect(await countRows(shop)).toMatchObject({ listings: 0, marks: 0, balances: 1 })
    const log = await db.selectFrom('audit_log').select('action').orderBy('id').execute()
    expect(log.map(({ action }) => action)).toEqual([
      'session_opened',
      'shop_item_added',
      'demo_data_removed',
    ])
    expect((await verifyLedger(shop.services.database)).differences).toEqual([])
    await expect(
      sql`delete from krypto_transactions`.execute(db),
      'the ledgers are closed again',
    ).rejects.toThrow('the ledger only grows')
  })

  it('does not come back, and removing it again changes nothing', async () => {
    const before = await countRows(shop)
    await fillWithDemoData(shop.services)
    const admin = await adminByCode(shop)
    expect((await admin.delete('/api/admin/demo-data')).status).toBe(204)
    expect(await countRows(shop)).toEqual(before)
  })
})

describeOnEachDatabase('demo data in an empty shop', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), adapters)
  })

  it('is made by nobody without the setting, and not at all when a part fails', async () => {
    const { services } = shop
    const nothing = await countRows(shop)
    expect(Object.values(nothing).filter((rows) => rows > 0)).toEqual([])
    const stripe = { ...services.stripe, openSession: () => Promise.reject(new Error('no')) }
    await fillWithDemoData({ ...services, stripe })
    expect(await countRows(shop)).toEqual(nothing)
  })

  it('is made once by processes that start together', async () => {
    await Promise.all([fillWithDemoData(shop.services), fillWithDemoData(shop.services)])
    expect(await countRows(shop)).toMatchObject({ items: 10, users: 4 })
  })
})
