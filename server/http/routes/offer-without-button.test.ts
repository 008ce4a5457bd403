import { expect, it } from 'vitest'
import { siteFiles } from '#server/services/site/files.ts'
import { describeOnDatabase } from '#test/database.ts'
import { cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { openShop } from '#test/shop.ts'

// The shop of a community that has not made all of its buttons yet.
const withoutButton = { priceEuros: 100, hostedButtonId: null }
const prices = { ...siteFiles.prices, 'reset-enemies-stats': withoutButton }

describeOnDatabase('an offer without a button', (_open, createTestDatabase) => {
  it('is listed without being sold', async () => {
    const shop = await openShop(await createTestDatabase(), {}, { ...siteFiles, prices })
    const buyer = shop.visitor()
    const { body: options } = await buyer.get('/api/payment-options')
    expect(options['hostedButtonIds']).toHaveProperty(['reset-stats'])
    expect(options['hostedButtonIds']).not.toHaveProperty(['reset-enemies-stats'])
    const name = 'Reset your enemies stats'
    const item = cartItem({ name, type: 'Extras', price: 100, duration: undefined })
    const body = checkoutBody({ items: [item], totalPrice: '100' })
    const answer = await buyer.post('/functions/v1/discord-purchase-notification', body)
    expect([answer.status, answer.body['code']]).toEqual([422, 'item_not_sold'])
  })
})
