import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { monthAt } from '#domain/time-zone.ts'
import { orderStatuses } from '#domain/orders.ts'
import { donorRanks } from '#domain/donors.ts'
import { testConnection } from '#server/services/connections/checks.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { adminByCode, readTodayOf } from '#test/factories/admin.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn, type PlayerName } from '#test/sign-in.ts'
import { fillWithDemoData } from './fill.ts'
import { people } from './event.ts'

/** With all that delivers perks at the sandbox. */
const adapters = { PRIORITY_FILE_FORMAT: 'semicolon' }

async function countRows({ services }: TestShop): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ counts: Readonly<Record<string, number>> }>`
    select json_build_object(
      'users', (select count(*) from users),
      'orders', (select count(*) from orders),
      'payments', (select count(*) from payments),
      'movements', (select count(*) from money_movements),
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

/** What each list of the admin area must contain. */
const lastMonth = monthAt('UTC', new Date(Date.now() - 31 * 24 * 60 * 60_000))
const shown: Readonly<Record<string, readonly string[]>> = {
  [`books?month=${lastMonth}`]: ['"kind":"sale"', '"country":"', '"withoutFee":0'],
  'orders?toDeliver=true': ['"in_progress"', '"open"'],
  'orders?search=crystal_hunter': ['"delivered"'],
  'skin-purchases?toDeliver=true': ['"in_progress"', '"open"'],
  inbox: ['"payments":[{', '"answerBy":"2', 'agreed to our terms of sale'],
  people: ['"moderator"'],
  today: ['"connection_faults"', '"disputes"', '"dueAt"', '"hand_over"'],
  'team-listings': ['"insult"'],
  'team-listings?shown=removed': ['"removedAt":"2'],
  perks: ['"verified"', '"waiting_first_join"'],
  'perks?state=suspended': ['"grants":[{'],
  'perk-batches': ['"compensation"'],
  outages: ['"hours":'],
  adapters: ['"ready"'],
  balances: ['"balances":[{'],
  'krypto-transactions?search=lesnik_89': ['250'],
  'pack-orders': ['"expired"', '"refunded"'],
  'audit-log': ['"perk_voided"', '"perk_granted"', '"team_listing_removed"', '"kr_credited"'],
}

function steamIdOf(name: string): string {
  return people.get(name)?.steamId ?? ''
}

describeOnEachDatabase('demo data', (_, createTestDatabase) => {
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

  it('shows a small community with a past, made once by processes that start together', async () => {
    await Promise.all([fillWithDemoData(shop.services), fillWithDemoData(shop.services)])
    expect(await countRows(shop)).toMatchObject({ users: 4, items: 10, listings: 13, skins: 12 })
    const donors = JSON.stringify((await shop.visitor().get('/api/donors')).body)
    for (const rank of donorRanks) expect(donors).toContain(`"rank":"${rank}"`)
    const { body: site } = await shop.visitor().get('/api/site')
    expect(site['goal']).toMatchObject({ reachedCents: expect.any(Number) })
    const { db } = shop.services.database
    const orders = await db.selectFrom('orders').select(['status', 'opened_at']).execute()
    const known = new Set(orders.map(({ status }) => status))
    expect(orderStatuses.filter((status) => !known.has(status))).toEqual(['superseded'])
    const oldestMs = Math.min(...orders.map(({ opened_at: at }) => at.getTime()))
    expect(Date.now() - oldestMs).toBeGreaterThan(60 * 24 * 3_600_000)
    expect((await verifyLedger(shop.services.database)).differences).toEqual([])
  })

  it('gives each section of the admin area something to show', async () => {
    const admin = await adminByCode(shop)
    await testConnection(shop.services, 'stripe')
    for (const [section, parts] of Object.entries(shown)) {
      const lacks = async () => {
        const text = JSON.stringify((await admin.get(`/api/admin/${section}`)).body)
        return parts.filter((part) => !text.includes(part))
      }
      // While perks are delivered, they are in other states for a moment.
      const about = [section, ...shop.readErrors()].join('\n')
      await expect.poll(lacks, { message: about }).toEqual([])
    }
  })

  it.each<PlayerName>(['hunter', 'plain', 'mallory'])(
    'gives the player %s orders, perks and a wallet',
    async (player) => {
      const visitor = shop.visitor()
      await signIn(visitor, player)
      const steamId = steamIdOf(player === 'plain' ? 'lesnik' : player)
      expect(JSON.stringify((await visitor.get('/api/orders')).body)).toContain(steamId)
      expect(JSON.stringify((await visitor.get('/api/perks')).body)).toContain(steamId)
      const { body } = await visitor.get(`/api/krypto-balance/${steamId}`)
      expect(body['balance']).toBeGreaterThan(0)
    },
  )

  it('is removed as a whole but for what somebody has done since', async () => {
    const steamId = steamIdOf('lesnik')
    const buyer = shop.visitor()
    const { orderId } = await paidOrder(shop, buyer, checkoutBody({ steamId }))
    const admin = await adminByCode(shop)
    await admin.post('/api/admin/shop-items', await itemBody({ name: 'Mine' }))
    expect((await admin.get('/api/admin/demo-data')).body['filledAt']).toEqual(expect.any(String))
    expect((await admin.delete('/api/admin/demo-data')).status).toBe(204)
    expect((await admin.get('/api/admin/demo-data')).body).toEqual({ filledAt: null })
    expect(await readTodayOf(admin)).toMatchObject({ connectionFaults: [] })
    expect(JSON.stringify((await admin.get('/api/admin/people')).body)).not.toContain('moderator')
    const { db } = shop.services.database
    const owners = async (table: 'orders' | 'krypto_transactions' | 'perk_entries') =>
      (await db.selectFrom(table).select('steam_id').distinct().execute()).map(
        (row) => row.steam_id,
      )
    expect(await owners('orders')).toEqual([steamId])
    expect(await owners('perk_entries')).toEqual([steamId])
    expect(await owners('krypto_transactions')).toEqual([steamId])
    expect(JSON.stringify((await buyer.get(`/api/orders/${orderId}`)).body)).toContain('paid')
    expect(await db.selectFrom('shop_items').select('name').execute()).toEqual([{ name: 'Mine' }])
    expect(await countRows(shop)).toMatchObject({ listings: 0, marks: 0, balances: 1 })
    const log = await db.selectFrom('audit_log').select('action').orderBy('id').execute()
    expect(log.map(({ action }) => action)).toEqual([
      'session_opened',
      'session_opened',
      'shop_item_added',
      'edit_removed',
      'demo_data_removed',
    ])
    expect((await shop.visitor().get('/api/site')).body['goal']).toBeNull()
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
