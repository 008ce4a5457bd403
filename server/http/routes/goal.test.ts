import { beforeAll, beforeEach, expect, it } from 'vitest'
import { monthAt } from '#domain/time-zone.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { syncPack } from '#server/services/payments/pack-payments.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { openPack, openPackShop } from '#test/factories/packs.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { insertPayment } from '#test/factories/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

const { timeZone } = siteFiles.server.restarts
const address = '/api/admin/site/goal'

describeOnEachDatabase('the goal of the month', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  let version: number | null = null
  beforeAll(async () => {
    shop = await openPackShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })
  beforeEach(async () => {
    const { db } = shop.services.database
    await db.deleteFrom('money_movements').execute()
    await db.deleteFrom('payments').execute()
  })

  const goalAt = (month: string) => ({
    title: { fr: 'Le serveur', en: 'The server' },
    amountCents: 15_000,
    month,
  })
  const thisMonth = () => monthAt(timeZone, shop.services.clock())
  async function save(value: unknown): Promise<void> {
    const { status, body } = await admin.put(address, { value, version })
    expect(status).toBe(200)
    version = Number(body['version'])
  }
  const read = async () => (await shop.visitor().get('/api/site')).body
  const shown = () => expect.poll(async () => (await read())['goal'])

  it('shows what has come in for it, less refunds, and nothing of the month before', async () => {
    const goal = goalAt(thisMonth())
    await save(goal)
    await shown().toEqual({ ...goal, reachedCents: 0 })
    const { database } = shop.services
    const made_at = shop.services.clock()
    const before = await read()
    await insertPayment(database, {
      reference: 'A',
      amount_cents: 5000,
      refunded_cents: 1000,
      made_at,
    })
    await insertPayment(database, { reference: 'B', amount_cents: 700, currency: 'USD', made_at })
    const lastMonth = new Date(made_at.getTime() - 31 * 24 * 3_600_000)
    await insertPayment(database, { reference: 'C', amount_cents: 900, made_at: lastMonth })
    await shown().toMatchObject({ reachedCents: 4000 })
    expect((await read())['version']).not.toBe(before['version'])
  })

  it('grows when somebody pays', async () => {
    await save(goalAt(thisMonth()))
    await shown().toMatchObject({ reachedCents: 0 })
    await paidOrder(shop, shop.visitor(), checkoutBody())
    await shown().toMatchObject({ reachedCents: 2500 })
  })

  it('counts of a pack what Stripe pays out in euros, and shrinks on open pages by a refund', async () => {
    await save(goalAt(thisMonth()))
    await shown().toMatchObject({ reachedCents: 0 })
    const { orderId, sessionId } = await openPack(shop)
    await shop.sandbox.stripe.decide(sessionId, 'pay')
    await syncPack(shop.services, orderId)
    const settled = async () => {
      const { db } = shop.services.database
      const rows = await db.selectFrom('money_movements').selectAll().execute()
      expect(new Set(rows.map((row) => row.settled_currency))).toEqual(new Set(['EUR']))
      return rows.reduce((sum, row) => sum + (row.settled_cents ?? 0), 0)
    }
    const paidCents = await settled()
    expect(paidCents).toBeGreaterThan(0)
    await shown().toMatchObject({ reachedCents: paidCents })
    const siteEvents = async () => {
      const { db } = shop.services.database
      return (await db.selectFrom('events').select('id').where('name', '=', 'site').execute())
        .length
    }
    const before = await siteEvents()
    await fetch(`${shop.sandbox.origin}/_sandbox/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'stripe', reference: sessionId, amountCents: 300 }),
    })
    await syncPack(shop.services, orderId)
    expect(await siteEvents()).toBe(before + 1)
    expect(await settled()).toBeLessThan(paidCents)
    await shown().toMatchObject({ reachedCents: await settled() })
    // The same answer again is no news.
    await syncPack(shop.services, orderId)
    expect(await siteEvents()).toBe(before + 1)
  })

  it('is shown in its month alone, and removed by null', async () => {
    await save(goalAt('2099-01'))
    await shown().toBeNull()
    const sections = await admin.get('/api/admin/site')
    expect(JSON.stringify(sections.body)).toContain('2099-01')
    await save(goalAt(thisMonth()))
    await shown().not.toBeNull()
    await save(null)
    await shown().toBeNull()
    const none = await admin.put('/api/admin/site/notices', { value: null, version: null })
    expect([none.status, none.body['errors']]).toMatchObject([422, [{ path: 'value' }]])
  })

  it.each([
    ['value.amountCents', { amountCents: 0 }],
    ['value.amountCents', { amountCents: 99.5 }],
    ['value.month', { month: '2026-13' }],
    ['value.title.fr', { title: { en: 'The server' } }],
    ['value', { paid: 1 }],
  ])('refuses what is wrong with %s', async (path, change) => {
    const value = { ...goalAt(thisMonth()), ...change }
    const { status, body } = await admin.put(address, { value, version })
    expect([status, body['errors']]).toMatchObject([422, [{ path }]])
  })
})
