import { beforeAll, beforeEach, expect, it } from 'vitest'
import { monthAt } from '#domain/income-periods.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { checkoutBody } from '#test/factories/checkout.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { insertPayment } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

const { timeZone } = siteFiles.server.restarts
const address = '/api/admin/site/goal'

describeOnDatabase('the goal of the month', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  let version: number | null = null
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })
  beforeEach(async () => {
    await shop.services.database.db.deleteFrom('payments').execute()
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
