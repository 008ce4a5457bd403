import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { openShop } from '#test/shop.ts'

describeOnDatabase('PayPal’s hosted buttons', (_open, createTestDatabase) => {
  it('sell at their own price, whatever sale or code there is from before', async () => {
    const shop = await openShop(await createTestDatabase(), { PAYPAL_DRIVER: 'hosted' })
    const now = shop.services.clock()
    const reduction = {
      kind: 'percent',
      value: 20,
      starts_at: now,
      created_at: now,
      note: '',
    } as const
    await shop.services.database.db
      .insertInto('offers')
      .values([reduction, { ...reduction, products: ['packs'] }, { ...reduction, code: 'SOKOL10' }])
      .execute()
    const buyer = shop.visitor()
    const { takesCodes, sales } = (await buyer.get('/api/site')).body
    expect(takesCodes).toBe(false)
    const kinds = Object.keys(Object(sales)).map((key) => key.split('/')[0])
    expect(new Set(kinds)).toEqual(new Set(['packs']))
    const items = [cartItem()]
    const checked = await buyer.post('/api/codes/check', { code: 'SOKOL10', items })
    expect([checked.status, checked.body['code']]).toEqual([404, 'code_unknown'])
    const opened = await buyer.post(
      '/functions/v1/discord-purchase-notification',
      checkoutBody({ items }),
    )
    expect(opened.status).toBe(200)
  })
})
