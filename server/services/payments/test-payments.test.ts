import { beforeAll, expect, it, vi } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { warnAboutTestPayments } from './test-payments.ts'

describeOnDatabase('a shop that goes live', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  async function found(mode: 'live' | 'test'): Promise<unknown[]> {
    const { database, paypal, stripe, log } = shop.services
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    await warnAboutTestPayments({
      database,
      paypal: { ...paypal, mode },
      stripe: { ...stripe, mode },
      log,
    })
    const lines = error.mock.calls.map(([fields]) => fields)
    error.mockRestore()
    return lines
  }

  it('logs that its database contains test payments, and of which kind', async () => {
    expect(await found('live')).toEqual([])
    await insertPackOrder(shop.services.database, { paid_at: new Date() })
    expect(await found('live')).toEqual([{ found: ['packs'] }])
    await insertPurchase(shop.services.database)
    await shop.services.database.db
      .insertInto('payments')
      .values({
        provider: 'paypal',
        reference: 'TEST',
        status: 'completed',
        amount_cents: 2500,
        currency: 'EUR',
        provider_mode: 'test',
        made_at: new Date(),
      })
      .execute()
    expect(await found('live')).toEqual([{ found: ['donations', 'packs'] }])
  })

  it('logs nothing in test mode', async () => {
    expect(await found('test')).toEqual([])
  })
})
